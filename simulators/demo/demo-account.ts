import type { Logger } from 'pino';
import { SYSTEM } from '../../src/domain/actor.ts';
import type { Role } from '../../src/domain/role.ts';
import { hasNoAccount } from '../../src/storage/accounts/accounts.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { makeFirstStartLink } from '../../src/usecases/accounts/first-start.ts';
import type { MadeLink } from '../../src/usecases/accounts/sign-in-links.ts';
import { createUser } from '../../src/usecases/accounts/users.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import type { Service } from '../../src/usecases/service.ts';
import type { ShippingService } from '../../src/usecases/shipping-service.ts';
import { makeDemoData } from './make-demo-data.ts';

/** The users of the demo account, one of each role. None has a password: the first one signs in by a link. */
const PEOPLE: readonly (readonly [name: string, role: Role])[] = [
  ['Asha', 'owner'],
  ['Ravi', 'manager'],
  ['Pawan', 'packer'],
  ['Meera', 'viewer'],
];

/** Any text; the same seed makes the same orders on the same day. */
const SEED = 'dakiya';

export interface DemoAccount {
  readonly accountId: string;
  readonly apiKey: string;
  /** A one-time sign-in link; null if others than this machine could use it. */
  readonly link: MadeLink | null;
}

/** Creates a demo account if the service has no account; otherwise returns null. */
export async function createDemoAccount(
  service: Service,
  { isLinked }: { readonly isLinked: boolean },
): Promise<DemoAccount | null> {
  if (!(await hasNoAccount(service.database))) return null;
  const account = await createAccount(service, SYSTEM, 'Demo');
  const users: string[] = [];
  for (const [name, role] of PEOPLE) {
    const email = `${name.toLowerCase()}@demo.example`;
    const person = { name, role, email, phone: null, password: null };
    users.push((await createUser(service, SYSTEM, account.accountId, person)).userId);
  }
  const [owner] = users;
  const link =
    isLinked && owner !== undefined ? await makeFirstStartLink(service, account.accountId, owner) : null;
  return { ...account, link };
}

/**
 * Makes the demo account's data in the background, until it is complete or `close` is called.
 *
 * It is made once, at the first start. If it is stopped or killed, the orders made so far stay, each
 * complete, and the next start adds none: continuing would have to take into account what the user did with
 * the account meanwhile.
 *
 * @param say tells the person at the terminal when it is complete
 */
export function startDemoData(
  service: ShippingService,
  rateBooks: RateBooks,
  accountId: string,
  { say, logger }: { say: (line: string) => void; logger: Logger },
): { close(): Promise<void> } {
  const stopping = new AbortController();
  const begun = performance.now();
  const done = makeDemoData(service, rateBooks, accountId, { seed: SEED, signal: stopping.signal }).then(
    ({ stores, warehouses, orders }) => {
      if (stopping.signal.aborted) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      say(
        `The demo account has ${stores} stores, ${warehouses} warehouses and ${orders} orders of the last 60 days (created in ${seconds} s)`,
      );
    },
    (error: unknown) => logger.warn({ err: error }, 'could not create all of the demo data'),
  );
  return {
    close: async () => {
      stopping.abort();
      await done;
    },
  };
}

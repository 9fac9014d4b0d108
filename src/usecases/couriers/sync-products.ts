import type { CourierProduct } from '../../carriers/carrier-adapter.ts';
import type { Courier } from '../../carriers/courier.ts';
import { type Carrier, USUAL_CUTOFF_MINUTE } from '../../domain/rates/carrier.ts';
import { LARGEST_WEIGHT_GRAMS } from '../../domain/rates/parcel.ts';
import { onOneLine, textOf } from '../../partners/answer-fields.ts';
import { partnerSays } from '../../partners/partner.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import { Problem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { ROW_FORMATS } from '../../rate-files/rate-kinds.ts';
import { keepRow } from '../../rate-files/stored-rows.ts';
import type { CourierAccount } from '../../storage/couriers/courier-accounts.ts';
import {
  findDefaultRates,
  findRates,
  openProposal,
  proposeAllBut,
  proposeRows,
} from '../../storage/rates/rate-changes.ts';
import { lockRateChanges } from '../../storage/rates/rate-versions.ts';
import { replaceRates } from '../rates/replace-rates.ts';
import { changeBy } from '../service.ts';
import { askCourier } from './ask-courier.ts';
import { NOT_SUPPORTED } from './check-courier-account.ts';
import { type CourierOwner, ownCourierAccount } from './courier-owner.ts';
import { openAccount } from './open-courier.ts';

/** The result of adding a courier account's services to the rate book as carriers. */
export interface ProductSync {
  /** The new version of the rate book; null if all services already were carriers. */
  readonly version: number | null;
  readonly added: readonly Pick<Carrier, 'id' | 'name'>[];
  /** The number of services that already were carriers. */
  readonly known: number;
}

const TIMEOUT_MS = 20_000;

/**
 * Defaults, because couriers do not report transit days. The operator corrects them together with the rate
 * card; without a rate card, nothing is offered.
 */
const USUAL_TRANSIT_DAYS = [3, 4, 5, 7, 9] as const;

/**
 * Makes carriers from the services of a courier account. The rate book of the account (or of the operator)
 * gets one new version, with a row for each service that it lacks. An existing row stays, even if its service
 * no longer exists, because bookings may refer to it. Prices are never copied, so a new carrier is offered
 * only when it has a rate card.
 *
 * @throws Problem `not_found`; `refused` if the courier has no list; `unavailable` if it does not answer
 */
export async function syncProducts(owner: CourierOwner, courierAccountId: string): Promise<ProductSync> {
  const account = await ownCourierAccount(owner, courierAccountId);
  const courier = owner.couriers.named(account.courier);
  if (courier === null) throw refused(NOT_SUPPORTED);
  const products = await listProducts(owner, courier, account);
  const carriers = products.map((product) => carrierOf(courier, product));
  return owner.database.change(owner.accountId, changeBy(owner, owner.actor), async (writer) => {
    await lockRateChanges(writer);
    const ids = carriers.map(({ id }) => id);
    const own = await findRates(writer, 'carriers', ids);
    const usual = await findDefaultRates(writer, 'carriers', ids);
    const added = carriers.filter(({ id }) => !own.has(id) && !usual.has(id));
    await openProposal(writer);
    await proposeAllBut(writer, 'carriers', []);
    const { keyOf } = ROW_FORMATS.carriers;
    await proposeRows(
      writer,
      added.map((row) => ({ kind: 'carriers', key: keyOf(row), line: 0, cells: keepRow('carriers', row) })),
    );
    const source = `${courier.name} sync`;
    const { version } = await replaceRates(writer, ['carriers'], { kind: 'carriers', source });
    return { version, added, known: carriers.length - added.length };
  });
}

async function listProducts(
  owner: CourierOwner,
  courier: Courier,
  account: CourierAccount,
): Promise<readonly CourierProduct[]> {
  if (courier.products !== undefined) return courier.products;
  const reply = await askCourier(owner, {
    open: () => openAccount(owner, courier, account, owner.accountId, NOBODY),
    ask: ({ adapter }, signal) => adapter.listProducts?.(signal),
    withinMs: TIMEOUT_MS,
  });
  if (reply.kind === 'not sent' || reply.kind === 'lost') {
    throw new Problem('unavailable', partnerSays(courier.title, reply.reason), { cause: reply.error });
  }
  if (reply.kind === 'answered' && reply.answer !== undefined) return reply.answer;
  throw refused(
    partnerSays(
      courier.title,
      say('has_no_list_of_services', 'has no list of services: enter its carriers by hand'),
    ),
  );
}

function carrierOf(courier: Courier, { code, name, isAir }: CourierProduct): Carrier {
  const id = `${courier.name}-${code}`.toLowerCase().replace(/[^a-z0-9_-]/g, '-');
  return {
    id: id.slice(0, LONGEST_ID),
    name: printable(name) ?? `${courier.title} ${code}`,
    code: id.toUpperCase().slice(0, LONGEST_ID),
    serviceLevel: isAir ? 'express' : 'standard',
    mode: isAir ? 'air' : 'surface',
    isFast: isAir,
    isPrime: false,
    maxWeightGrams: courier.can.maxWeightGrams ?? LARGEST_WEIGHT_GRAMS,
    maxSideCm: null,
    maxSidesCm: null,
    codLimitPaise: courier.can.cod ? courier.can.codLimitPaise : 0,
    cutoffMinute: USUAL_CUTOFF_MINUTE,
    transitDays: USUAL_TRANSIT_DAYS,
    adapter: courier.name,
    courierProduct: code,
    courierName: null,
    helpline: null,
  };
}

const LONGEST_ID = 40;
const LONGEST_NAME = 80;

/** Returns a service's name in the form for rows; null if nothing is left. */
function printable(name: string): string | null {
  return textOf(
    onOneLine(name)
      .replace(/^[\s=+@-]+/, '')
      .slice(0, LONGEST_NAME),
  );
}

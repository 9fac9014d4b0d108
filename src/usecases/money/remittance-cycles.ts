import { type RemittanceCycle, USUAL_CYCLE } from '../../domain/money/remittance.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import { about, word } from '../../problems/sentence.ts';
import { findRemittanceCycles, keepRemittanceCycle } from '../../storage/money/remittance-cycles.ts';
import { listCarriersOfAccount } from '../rates/carriers.ts';
import type { RateBooks } from '../rates/rate-books.ts';
import { type AccountContext, changeBy } from '../service.ts';

/** The days on which a carrier of the account pays out the cash that it collected. */
export interface CarrierCycle extends RemittanceCycle {
  readonly carrierId: string;
  readonly carrierName: string;
}

/** Returns the cycles of all carriers of the account, by name: the cycle that was set, else the usual one. */
export async function listCycles(account: AccountContext, rateBooks: RateBooks): Promise<CarrierCycle[]> {
  const { database, accountId } = account;
  const [carriers, said] = await Promise.all([
    listCarriersOfAccount(account, rateBooks),
    findRemittanceCycles(database.account(accountId)),
  ]);
  return carriers.map(({ carrier: { id, name } }) => {
    return { carrierId: id, carrierName: name, ...(said.get(id) ?? USUAL_CYCLE) };
  });
}

/** Sets a carrier's remittance cycle. @throws Problem `refused` if the account has no such carrier */
export async function changeCycle(
  account: AccountContext,
  rateBooks: RateBooks,
  carrierId: string,
  cycle: RemittanceCycle,
): Promise<CarrierCycle> {
  const { database, accountId, actor } = account;
  const carriers = await listCarriersOfAccount(account, rateBooks);
  const named = carriers.find(({ carrier }) => carrier.id === carrierId);
  if (named === undefined) {
    const sentence = about('not_of_account', '{value} is not {thing} of this account', {
      value: carrierId,
      thing: word('a carrier'),
    });
    throw refused(fieldProblem('carrier_id', 'unknown', sentence));
  }
  await database.change(accountId, changeBy(account, actor), async (writer) => {
    await keepRemittanceCycle(writer, carrierId, cycle);
    await writer.record({
      action: 'remittance_cycle.changed',
      subjectKind: 'account',
      subjectId: accountId,
      changes: { carrier_id: carrierId, ...cycle },
    });
  });
  return { carrierId, carrierName: named.carrier.name, ...cycle };
}

/** Returns the cycle that decides when the cash of a carrier's delivery is due. */
export function cycleOf(
  said: ReadonlyMap<string, RemittanceCycle>,
  carrierId: string | null,
): RemittanceCycle {
  return (carrierId === null ? undefined : said.get(carrierId)) ?? USUAL_CYCLE;
}

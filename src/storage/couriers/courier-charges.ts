import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type DueTries, type DueWork, takeDueTries } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { keyLists } from '../tracking/tracking-events.ts';

export interface CourierWeight {
  readonly accountId: string;
  readonly shipmentId: string;
  /** The weight in units of 0.01 g. */
  readonly weight: number;
}

/** Stores the weights that couriers report, and schedules new ones for comparison with ours. */
export async function storeCourierWeights(
  transaction: ServiceTransaction,
  weights: readonly CourierWeight[],
  now: Date,
): Promise<void> {
  await transaction.runFor(
    {
      name: 'keep-told-weights',
      account: 't.account_id',
      text: (
        account,
      ) => `insert into courier_charges as c (account_id, shipment_id, charged_weight, told_at, next_try_at)
          select ${account}, shipment_id, weight, $4, $4
            from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (account_id, shipment_id, weight)
           order by t.account_id, shipment_id
        on conflict (account_id, shipment_id) do update set charged_weight = excluded.charged_weight, charged_paise = null,
          told_at = excluded.told_at, next_try_at = excluded.next_try_at, tries = 0
         where c.charged_weight <> excluded.charged_weight`,
    },
    weights,
    (some) => [...keyLists(some), some.map(({ weight }) => weight), now],
  );
}

/** A reported weight to compare with ours. */
export interface DueWeight extends CourierWeight {
  /** At least 1. */
  readonly tries: number;
}

/** Claims some of the weights that are due, of all accounts, so that no other process takes them. */
export function takeDueWeights(database: Database, which: DueTries): Promise<DueWeight[]> {
  return takeDueTries<DueWeight>(database, TAKE_DUE, which);
}

const TAKE_DUE: DueWork = {
  name: 'take-due-weights',
  accounts: 'select distinct account_id from courier_charges where next_try_at <= $1 order by account_id',
  text: (only) => `update courier_charges c set next_try_at = $2, tries = tries + 1
      from (select account_id, shipment_id from courier_charges w
             where next_try_at <= $1${only('w')} order by next_try_at limit $3 for update skip locked) d
      where c.account_id = d.account_id and c.shipment_id = d.shipment_id${only('c')}
      returning c.account_id as "accountId", c.shipment_id as "shipmentId", c.charged_weight::float8 as weight, c.tries`,
};

/** Records the result. @returns false if a new weight arrived meanwhile, or another process has settled it */
export async function settleCourierWeight(
  writer: AccountWriter,
  { shipmentId, weight }: CourierWeight,
  {
    until,
    paise,
    nextTryAt,
  }: { readonly until: Date; readonly paise: number | null; readonly nextTryAt: Date | null },
): Promise<boolean> {
  const settled = await writer.change(
    `update courier_charges set charged_paise = $5, next_try_at = $6
      where account_id = $1 and shipment_id = $2 and charged_weight = $3 and next_try_at = $4 returning 1`,
    [shipmentId, weight, until, paise, nextTryAt],
  );
  return settled.length > 0;
}

export interface CourierCharges {
  /** The weight in units of 0.01 g. */
  readonly weight: number;
  /** Without GST; null if we did not ask for it, or the courier does not say. */
  readonly paise: number | null;
  readonly toldAt: Date;
}

/** Returns null if the courier reported nothing. */
export async function findCourierCharges(
  scope: AccountScope,
  shipmentId: string,
): Promise<CourierCharges | null> {
  const [row] = await scope.read<CourierCharges>(
    `select charged_weight::float8 as weight, charged_paise::float8 as paise, told_at as "toldAt"
       from courier_charges where account_id = $1 and shipment_id = $2`,
    [shipmentId],
  );
  return row ?? null;
}

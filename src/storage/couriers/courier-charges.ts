import { column } from '../../resources/columns.ts';
import type { AccountScope } from '../account-scope.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import { keyLists } from '../tracking/tracking-events.ts';
import { bookedCourierAccount } from './booked-courier.ts';
import { errandTable } from './errands.ts';

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

/** Reported weights to compare with ours, in units of 0.01 g. */
export const WEIGHTS = errandTable({
  name: 'courier_charges',
  key: { shipmentId: column<string>() },
  lane: bookedCourierAccount,
  known: { weight: column<number>('charged_weight') },
  outcome: { chargedPaise: column<number | null>() },
});

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
    `select charged_weight as weight, charged_paise as paise, told_at as "toldAt"
       from courier_charges where account_id = $1 and shipment_id = $2`,
    [shipmentId],
  );
  return row ?? null;
}

import type { AccountScope } from '../account-scope.ts';
import { Conditions } from '../listing/conditions.ts';
import { addOfShipments, type OfShipments } from '../listing/of-shipments.ts';

/** The money of one carrier in one month, in paise with GST. */
export interface MonthOfCarrier {
  /** The place of the month in the list of its starts, from 1; 0 for COD that was paid without a delivery. */
  readonly month: number;
  readonly carrierId: string;
  /** Ledger entries recorded in the month. */
  readonly debitPaise: number;
  readonly creditPaise: number;
  /** COD of deliveries in the month, and how much of it was remitted until now. */
  readonly collectedPaise: number;
  readonly remittedPaise: number;
}

/**
 * Sums up charges and COD by month and carrier, in one statement and therefore in one snapshot.
 *
 * @param starts the first moment of each month, in order, and of the month after the last, in epoch milliseconds
 */
export function sumByMonth(
  scope: AccountScope,
  starts: readonly number[],
  { carrierIds, stores }: OfShipments,
): Promise<MonthOfCarrier[]> {
  const ledger = new Conditions('l.recorded_at >= $2::timestamptz and l.recorded_at < $3::timestamptz');
  const cod = new Conditions(
    '(d.delivered_at is null or (d.delivered_at >= $2::timestamptz and d.delivered_at < $3::timestamptz))',
  );
  const times = starts.map((start) => new Date(start));
  for (const value of [times.at(0), times.at(-1), times]) ledger.parameter(value);
  addOfShipments(ledger, 'l', { carrierIds, stores });
  for (const value of ledger.parameters) cod.parameter(value);
  if (carrierIds !== null) cod.add('d.carrier_id = any(?::text[])', carrierIds);
  addOfShipments(cod, 'd', { carrierIds: null, stores });
  return scope.read<MonthOfCarrier>(
    `select month, "carrierId", sum(debit)::float8 as "debitPaise", sum(credit)::float8 as "creditPaise",
            sum(collected)::float8 as "collectedPaise", sum(remitted)::float8 as "remittedPaise"
       from (select e.month, s.carrier_id as "carrierId", sum(e.debit) as debit, sum(e.credit) as credit,
                    0 as collected, 0 as remitted
               from (select width_bucket(l.recorded_at, $4::timestamptz[]) as month, l.shipment_id,
                            case l.side when 'debit' then l.amount_paise + l.gst_paise else 0 end as debit,
                            case l.side when 'credit' then l.amount_paise + l.gst_paise else 0 end as credit
                       from ledger_entries l where l.account_id = $1 and ${ledger.sql}) e
               join shipments s on s.account_id = $1 and s.shipment_id = e.shipment_id
              group by 1, 2
             union all
             select coalesce(width_bucket(d.delivered_at, $4::timestamptz[]), 0), d.carrier_id, 0, 0,
                    sum(d.collected_paise), sum(d.remitted_paise)
               from cod_dues d where d.account_id = $1 and ${cod.sql} group by 1, 2) sums
      group by 1, 2 order by 1 desc, 2`,
    cod.parameters,
  );
}

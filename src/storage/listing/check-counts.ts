import type { Journey } from '../../domain/tracking/statuses.ts';
import type { Database } from '../database.ts';

/** A counter that differs from the number of shipments. */
export interface WrongCount {
  readonly accountId: string;
  readonly journey: Journey;
  readonly status: string;
  /** The number in the counters. */
  readonly kept: number;
  /** The result of the full count. */
  readonly counted: number;
}

export interface CheckedCounts {
  readonly shipments: number;
  readonly wrong: readonly WrongCount[];
}

interface Row {
  shipments: string;
  account_id: string | null;
  journey: Journey;
  status: string;
  kept: string;
  counted: number;
}

/**
 * Counts all shipments and compares the result with the counters, for all accounts or one account. It is one
 * statement and therefore one snapshot.
 */
export async function checkCounts(database: Database, accountId: string | null): Promise<CheckedCounts> {
  const rows = await database.run<Row>(
    `with counted as (
       select account_id, journey, granular_status as status, count(*) as n
         from shipments where $1::uuid is null or account_id = $1
        group by account_id, journey, granular_status
     ), kept as (
       select account_id, journey, status, sum(n) as n
         from (select account_id, journey, status, shipments as n from shipment_counts
               union all
               select account_id, journey, status, change from shipment_count_deltas) as parts
        where $1::uuid is null or account_id = $1
        group by account_id, journey, status
     ), wrong as (
       select account_id, journey, status, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
         from counted full join kept using (account_id, journey, status)
        where coalesce(kept.n, 0) <> coalesce(counted.n, 0)
     )
     select (select coalesce(sum(n), 0) from counted) as shipments, wrong.*
       from (select) as one left join wrong on true
      order by account_id, journey, status`,
    [accountId],
  );
  return {
    shipments: Number(rows[0]?.shipments ?? 0),
    wrong: rows
      .filter((row): row is Row & { account_id: string } => row.account_id !== null)
      .map(({ account_id, journey, status, kept, counted }) => ({
        accountId: account_id,
        journey,
        status,
        kept: Number(kept),
        counted,
      })),
  };
}

import type { ForwardStatus, GranularStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { type DueWork, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import { columnStatus, statusOfColumn } from '../tracking/column-status.ts';
import type { Write, WriteShape } from '../writes.ts';

export interface CountChange {
  readonly journey: Journey;
  readonly status: GranularStatus;
  readonly change: number;
}

const ADD: WriteShape = {
  name: 'count',
  texts: ['insert into shipment_count_deltas (account_id, journey, status, change) values ($1, $2, $3, $4)'],
};

/** Writes a change of the count, as part of the transaction that changes shipments. */
export function writeCountChange({ journey, status, change }: CountChange): Write {
  return { shape: ADD, parameters: [journey, columnStatus(status), change] };
}

/** Adds up changes by status, and drops sums of 0. */
export function sumUp(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const { journey, status, change } of changes) {
    const key = `${journey} ${status}`;
    sums.set(key, { journey, status, change: change + (sums.get(key)?.change ?? 0) });
  }
  return [...sums.values()].filter(({ change }) => change !== 0);
}

const READ = {
  name: 'read-counts',
  text: `select status, sum(shipments)::bigint as shipments
      from (select status, shipments from shipment_counts where account_id = $1 and journey = $2
            union all
            select status, change from shipment_count_deltas where account_id = $1 and journey = $2) as parts
     group by status`,
};

/** Reads the exact number of an account's shipments by status. Statuses without shipments are left out. */
export async function readCounts(
  scope: AccountScope,
  journey: Journey,
): Promise<Map<GranularStatus, number>> {
  const rows = await scope.read<{ status: ForwardStatus; shipments: number }>(READ, [journey]);
  const counts = new Map<GranularStatus, number>();
  for (const { status: kept, shipments } of rows) {
    const status = statusOfColumn(kept, journey);
    if (shipments !== 0) counts.set(status, (counts.get(status) ?? 0) + shipments);
  }
  return counts;
}

/** A lock number that no other lock of this service uses. */
const FOLDING_LOCK = 0x666f6c64;
const FOLDED_AT_ONCE = 20_000;

/**
 * Adds pending changes to the counters of all accounts; only one process does it at a time. A reader sees a
 * change either as pending or in the counter, never twice, because it reads both in one statement.
 *
 * @returns the number of added changes; also 0 if another process is doing it
 */
export async function compactCounts(database: Database): Promise<number> {
  const rows = await takeDueWork<{ folded: number }>(
    database,
    FOLD,
    { ofAccounts: [], of: (share) => [share] },
    FOLDED_AT_ONCE,
  );
  return rows.reduce((sum, { folded }) => sum + folded, 0);
}

const FOLD: DueWork = {
  name: 'fold-counts',
  accounts: 'select distinct account_id from shipment_count_deltas order by account_id',
  text: (only) => `with taken as (
       delete from shipment_count_deltas d
        using (select account_id, delta_id from shipment_count_deltas w
                where pg_try_advisory_xact_lock(${FOLDING_LOCK})${only('w')}
                limit $1::integer) as oldest
        where d.account_id = oldest.account_id and d.delta_id = oldest.delta_id${only('d')}
       returning d.account_id, d.journey, d.status, d.change
     ), summed as (
       insert into shipment_counts as counts (account_id, journey, status, shipments)
       select account_id, journey, status, sum(change) from taken group by account_id, journey, status
       on conflict (account_id, journey, status)
          do update set shipments = counts.shipments + excluded.shipments
     )
     select count(*) as folded from taken`,
};

import type { AccountCopies } from '../account-copies.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** What a reader has seen of an account's shipments. */
export interface Seen {
  /** PostgreSQL's own word for which transactions a snapshot sees: `xmin:xmax:in progress`. */
  readonly snapshot: string;
  /** The server and database, started when: another one, or the same one restored, numbers transactions anew. */
  readonly server: string;
}

/** What changed since. */
export interface Changes extends Seen {
  /** Null where that is not known any more, or is too much to name: everything is to be read anew. */
  readonly shipmentIds: readonly string[] | null;
}

/** More are read anew faster than one by one. */
const MOST_CHANGES = 50_000;

const SERVER = `pg_postmaster_start_time()::text || ' ' || (select d.oid from pg_database d where d.datname = current_database())
    || case when pg_is_in_recovery() then ' standby' else '' end`;

const NOW: PreparedQuery = {
  name: 'see-shipments',
  text: `select pg_current_snapshot()::text as snapshot, ${SERVER} as server from (select $1::uuid) as account`,
};

/** Its bound is a query of its own, so that PostgreSQL keeps the plan: knowing the value, it planned anew each time, which took as long as all else. */
const SINCE: PreparedQuery = {
  name: 'changes-of-shipments',
  text: `with changes as materialized (
      select shipment_ids from shipment_changes
       where account_id = $1 and changed_by >= (select pg_snapshot_xmin($2::pg_snapshot))
         and not pg_visible_in_snapshot(changed_by, $2::pg_snapshot)
    )
    select pg_current_snapshot()::text as snapshot, ${SERVER} as server,
      coalesce((select forgotten < pg_snapshot_xmin($2::pg_snapshot) from shipment_change_horizons where account_id = $1), true)
        and not exists (select from changes where shipment_ids is null) as "isKnown",
      array(select distinct id from changes cross join unnest(shipment_ids) as id limit ${MOST_CHANGES + 1}) as "shipmentIds"`,
};

/** What the transaction of a scope sees. */
export async function see(scope: Pick<AccountCopies, 'preparedQuery'>): Promise<Seen> {
  const [row] = await scope.preparedQuery<Seen & { snapshot: string }>(NOW, []);
  return row as Seen;
}

/** Whether changes can be told by snapshots: a standby's do not say which transactions are in progress. */
export function canFollow({ server }: Seen): boolean {
  return !server.endsWith(' standby');
}

/**
 * What the transaction of a scope sees that another snapshot did not: exactly what was committed between the two, in
 * whatever order, by any process.
 */
export async function changesSince(scope: AccountScope, { snapshot, server }: Seen): Promise<Changes> {
  const [row] = await scope.preparedQuery<{
    snapshot: string;
    server: string;
    isKnown: boolean;
    shipmentIds: string[];
  }>(SINCE, [snapshot]);
  if (row === undefined) throw new Error('A query of one row gave none');
  const isKnown = row.isKnown && row.server === server && row.shipmentIds.length <= MOST_CHANGES;
  return { snapshot: row.snapshot, server: row.server, shipmentIds: isKnown ? row.shipmentIds : null };
}

/** Who has not looked for so long reads everything anew. */
const KEPT = '5 minutes';
/** Any constant that no other lock of this service has. */
const FORGETTING_LOCK = 0x666f7267;

/**
 * Forgets old changes, of all accounts, one process at a time. Only of transactions that are older than any that is
 * still in progress: so whoever loads now has seen all that is forgotten.
 */
export async function forgetOldChanges(database: Database): Promise<void> {
  // Nothing is written down there.
  if (database.isCluster) return;
  await database.pool.query(
    `with gone as (
       delete from shipment_changes
        where pg_try_advisory_xact_lock(${FORGETTING_LOCK}) and logged_at < clock_timestamp() - interval '${KEPT}'
          and changed_by < pg_snapshot_xmin(pg_current_snapshot())
       returning account_id, changed_by
     )
     insert into shipment_change_horizons as kept (account_id, forgotten)
     select account_id, max(changed_by) from gone group by account_id
     on conflict (account_id) do update set forgotten = greatest(kept.forgotten, excluded.forgotten)`,
  );
}

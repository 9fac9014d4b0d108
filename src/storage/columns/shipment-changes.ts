import type pg from 'pg';
import type { AccountCopies } from '../account-copies.ts';
import type { AccountScope } from '../account-scope.ts';
import { type Database, SCHEMA } from '../database.ts';
import { inTransaction } from '../transaction.ts';

/** The point up to which a reader has seen an account's shipments. */
export interface Seen {
  /** A snapshot in PostgreSQL's text format: `xmin:xmax:transactions in progress`. */
  readonly snapshot: string;
  /**
   * The server, its start time, the file of the shipments, and the table of changes. Another server or a
   * restored server numbers transactions differently, and rows that were loaded into new tables were not
   * logged as changes.
   */
  readonly server: string;
}

/** The part of a shipment that may have changed: everything, only its row, or only its `cod_dues`. */
export type ChangedPart = (typeof CHANGED_PARTS)[number];
export const CHANGED_PARTS = ['anything', 'row', 'dues'] as const;

export interface Changes extends Seen {
  /**
   * The changed shipments, by the changed part. If it is null, everything must be read again: the changes are
   * no longer known, or there are too many to name.
   */
  readonly shipmentIds: Readonly<Record<ChangedPart, readonly string[]>> | null;
}

/** With more changes, reading everything again is faster than reading them one by one. */
const MOST_CHANGES = 50_000;

/**
 * Joined with a row of the account, so that on a cluster the account's node answers. An account without
 * shipments gives no row.
 */
const HERE = `select pg_current_snapshot()::text as snapshot,
      pg_postmaster_start_time()::text || ' ' || pg_relation_filepath(tableoid)
        || ' ' || to_regclass('${SCHEMA}.shipment_changes')::oid
        || case when pg_is_in_recovery() then ' standby' else '' end as server
    from shipments where account_id = $1 order by shipment_id limit 1`;

const NOW = { name: 'see-shipments', text: HERE };

/**
 * The lower limit is a subquery, so that PostgreSQL keeps the plan. With a known value it planned each time,
 * which took as long as all other work.
 *
 * An account that moved from another node of a cluster brought its changes along, with that node's
 * transaction numbers. Changes with numbers above this node's numbers are ignored. Some of the others are
 * read again without need, which does no harm. No horizon of this node is that high.
 */
const SINCE = {
  name: 'changes-of-shipments',
  text: `with changes as materialized (
      select part, shipment_ids from shipment_changes
       where account_id = $1 and changed_by >= (select pg_snapshot_xmin($2::pg_snapshot))
         and changed_by < (select pg_snapshot_xmax(pg_current_snapshot()))
         and not pg_visible_in_snapshot(changed_by, $2::pg_snapshot)
    ), named as materialized (
      select distinct case when part in ('row', 'dues') then part else 'anything' end as part, id
        from changes cross join unnest(shipment_ids) as id limit ${MOST_CHANGES + 1}
    )
    select here.snapshot, here.server,
      coalesce((select forgotten < pg_snapshot_xmin($2::pg_snapshot) or forgotten >= pg_snapshot_xmin(pg_current_snapshot())
                  from shipment_change_horizons where account_id = $1), true)
        and not exists (select from changes where shipment_ids is null) as "isKnown",
      ${CHANGED_PARTS.map((part) => `array(select id from named where part = '${part}') as ${part}`).join(', ')}
    from (${HERE}) as here`,
};

/** Reads the point that a scope's transaction sees; null if there are no shipments. */
export async function see(scope: Pick<AccountCopies, 'read'>): Promise<Seen | null> {
  const [row] = await scope.read<Seen & { snapshot: string }>(NOW, []);
  return row ?? null;
}

/** Tells whether changes can be followed. A standby's snapshots lack the transactions in progress. */
export function canFollow({ server }: Seen): boolean {
  return !server.endsWith(' standby');
}

/**
 * Tells whether everything that a scope's transaction has read is from one snapshot. On one server it always
 * is. On a cluster, the account may move to another node. Two equal snapshots of one node prove that all
 * reads between them are from the same snapshot.
 */
export async function seesTheSame(scope: Pick<AccountCopies, 'read'>, first: Seen): Promise<boolean> {
  const now = await see(scope);
  return now?.snapshot === first.snapshot && now.server === first.server;
}

const TRIGGERS = 5;

/** Reads the current triggers, not those of the transaction's snapshot; a dropped trigger gives null. */
const LOGGED = {
  name: 'triggers-of-shipments',
  text: `select from pg_trigger
      where $1::uuid is not null and tgrelid in ('shipments'::regclass, 'cod_dues'::regclass)
        and tgfoid = to_regproc('log_shipment_changes') and tgenabled <> 'D' and pg_get_triggerdef(oid) is not null`,
};

/** Tells whether changes are logged. An older release removes the triggers when it starts on a cluster. */
export async function areChangesLogged(scope: Pick<AccountCopies, 'read'>): Promise<boolean> {
  return (await scope.read(LOGGED, [])).length === TRIGGERS;
}

/** Reads the changes committed between an earlier snapshot and this one, by any process, in any order. */
export async function changesSince(scope: AccountScope, seen: Seen): Promise<Changes> {
  const [row] = await scope.read<Seen & { isKnown: boolean } & Record<ChangedPart, string[]>>(SINCE, [
    seen.snapshot,
  ]);
  if (row === undefined) return { ...seen, shipmentIds: null };
  const { anything, row: rows, dues } = row;
  const changed = anything.length + rows.length + dues.length;
  const isKnown = row.isKnown && row.server === seen.server && changed <= MOST_CHANGES;
  return {
    snapshot: row.snapshot,
    server: row.server,
    shipmentIds: isKnown ? { anything, row: rows, dues } : null,
  };
}

/** A reader that has not read changes for this long must read everything again. */
const KEPT = '5 minutes';
/** A lock number that no other lock of this service uses. */
const FORGETTING_LOCK = 0x666f7267;

interface ForgetWords {
  /** An SQL condition that selects the changes. */
  readonly whose: string;
  /** SQL for the oldest transaction in progress. */
  readonly oldest: string;
  /** SQL for a limit: every visible change with a lower number was made on this node. */
  readonly next: string;
}

/** Deletes old changes. Changes from `next` on came with an account that moved from another node. */
const forget = ({ whose, oldest, next }: ForgetWords) => `with gone as (
    delete from shipment_changes
     where ${whose} and logged_at < now() - interval '${KEPT}' and (changed_by < ${oldest} or changed_by >= ${next})
    returning account_id, changed_by
  ), kept as (
    insert into shipment_change_horizons as kept (account_id, forgotten)
    select account_id, max(changed_by) from gone where changed_by < ${oldest} group by account_id
    on conflict (account_id) do update
       set forgotten = case when kept.forgotten < ${oldest} then greatest(kept.forgotten, excluded.forgotten) else excluded.forgotten end
    returning account_id
  )
  select from kept`;

const FORGET = forget({
  whose: `pg_try_advisory_xact_lock(${FORGETTING_LOCK})`,
  oldest: 'pg_snapshot_xmin(pg_current_snapshot())',
  next: 'pg_snapshot_xmax(pg_current_snapshot())',
});
const FORGET_OF_ONE = forget({ whose: 'account_id = $1', oldest: '$2::xid8', next: '$3::xid8' });

/**
 * Deletes old changes of all accounts; only one process does it at a time. It deletes only changes by
 * transactions older than any in progress, so that a process that is loading has already seen them.
 */
export async function forgetOldChanges(database: Database): Promise<void> {
  if (!database.isCluster) {
    await database.run(FORGET);
    return;
  }
  const rows = await database.run<{ account_id: string }>(
    `select distinct account_id from shipment_changes where logged_at < now() - interval '${KEPT}'`,
  );
  // Changes committed between the statements are not seen; one of them may have the number `next`.
  for (const { account_id } of rows)
    await inTransaction(database.pool, 'begin isolation level repeatable read', (client) =>
      forgetOnNode(client, account_id),
    );
}

/** Uses the node's transaction numbers. A statement that changes data would use the coordinator's numbers. */
async function forgetOnNode(client: pg.PoolClient, accountId: string): Promise<void> {
  const { rows: locked } = await client.query(
    `select from pg_try_advisory_xact_lock(${FORGETTING_LOCK}) as is_ours where is_ours`,
  );
  if (locked.length === 0) return;
  // The account cannot move to another node until this transaction ends.
  await client.query(
    "insert into shipment_change_horizons (account_id, forgotten) values ($1, '0') on conflict do nothing",
    [accountId],
  );
  const { rows } = await client.query<{ oldest: string; next: string }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, pg_snapshot_xmax(pg_current_snapshot())::text as next
       from shipment_change_horizons where account_id = $1`,
    [accountId],
  );
  await client.query(FORGET_OF_ONE, [accountId, rows[0]?.oldest, rows[0]?.next]);
}

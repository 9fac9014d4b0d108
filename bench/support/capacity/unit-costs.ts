import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { LiveProcess } from './live-process.ts';

/** The work that is counted for each shipment. */
export const WORK = [
  'quote',
  'booking',
  'scan',
  'webhook',
  'tracking page',
  'first page of the listing',
] as const;
export type Work = (typeof WORK)[number];

/** Milliseconds of processor time. */
export interface ProcessorCost {
  readonly service: number;
  readonly database: number;
}

/** The disk space of one shipment with its order and history. */
export interface DiskCost {
  /** Of tables, including TOAST. */
  readonly tableBytes: number;
  readonly indexBytes: number;
  readonly indexEntries: number;
}

export interface UnitCosts {
  readonly disk: DiskCost;
  readonly processor: Readonly<Record<Work, ProcessorCost>>;
}

/** The total size of the database. */
export interface Held extends DiskCost {
  readonly shipments: number;
}

/**
 * The current size of the schema on all of these servers, after analyzing every table.
 *
 * @param servers of a cluster, the coordinator first
 */
export async function heldBy(servers: readonly (string | pg.ClientConfig)[]): Promise<Held> {
  const held = { tableBytes: 0, indexBytes: 0, indexEntries: 0, shipments: 0 };
  for (const [index, server] of servers.entries()) {
    const client = new pg.Client(server);
    await client.connect();
    try {
      // A node of a cluster hides its shards from a list of tables.
      const { rows: citus } = await client.query("select from pg_extension where extname = 'citus'");
      if (citus.length > 0) await client.query('set citus.override_table_visibility to off');
      if (index === 0) {
        await client.query('analyze');
        const { rows } = await client.query<{ count: string }>(
          'select count(*)::text as count from dakiya.shipments',
        );
        held.shipments = Number(rows[0]?.count);
      }
      const { rows } = await client.query<{ tables: string; indexes: string; entries: string }>(
        `select sum(pg_table_size(c.oid)) filter (where c.relkind = 'r')::text as tables,
            sum(pg_relation_size(c.oid)) filter (where c.relkind = 'i')::text as indexes,
            sum(greatest(c.reltuples, 0)) filter (where c.relkind = 'i')::text as entries
           from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'dakiya'`,
      );
      held.tableBytes += Number(rows[0]?.tables);
      held.indexBytes += Number(rows[0]?.indexes);
      held.indexEntries += Number(rows[0]?.entries);
    } finally {
      await client.end();
    }
  }
  return held;
}

/** The size of each shipment that was added between the two. */
export function diskCostBetween(before: Held, after: Held): DiskCost {
  const shipments = after.shipments - before.shipments;
  return {
    tableBytes: (after.tableBytes - before.tableBytes) / shipments,
    indexBytes: (after.indexBytes - before.indexBytes) / shipments,
    indexEntries: (after.indexEntries - before.indexEntries) / shipments,
  };
}

/** Work that follows a load, such as vacuuming, ends within this time. */
const QUIET_WITHIN_MS = 10 * 60_000;
/** Of a processor. */
const QUIET_SHARE = 0.05;

/** Waits until service and database are almost idle, so that work left from loading is not counted. */
export async function untilQuiet(live: LiveProcess): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    const { service, database } = await idleShareOf(live);
    if (service + database < QUIET_SHARE) return;
    if (performance.now() > until) throw new Error('The service does not come to rest');
  }
}

/** Their idle use, as a share of a processor. */
async function idleShareOf(live: LiveProcess): Promise<ProcessorCost> {
  const [begun, from] = [performance.now(), live.processorMs()];
  await wait(2_000);
  const [ms, to] = [performance.now() - begun, live.processorMs()];
  return { service: (to.service - from.service) / ms, database: (to.database - from.database) / ms };
}

/**
 * The processor time of service and database for one of many repetitions, minus their idle use.
 *
 * @param times the number of repetitions in `work`
 */
export async function processorCostOf(
  live: LiveProcess,
  times: number,
  work: () => Promise<void>,
): Promise<ProcessorCost> {
  const idle = await idleShareOf(live);
  const [begun, from] = [performance.now(), live.processorMs()];
  await work();
  const [ms, to] = [performance.now() - begun, live.processorMs()];
  const cost = (which: 'service' | 'database') =>
    Math.max(0, to[which] - from[which] - idle[which] * ms) / times;
  return { service: cost('service'), database: cost('database') };
}

import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { LiveProcess } from './live-process.ts';

/** What is counted for each shipment. */
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

/** What one shipment with its order and history takes on disk. */
export interface DiskCost {
  /** Of tables, with what is stored beside them. */
  readonly tableBytes: number;
  readonly indexBytes: number;
  readonly indexEntries: number;
}

export interface UnitCosts {
  readonly disk: DiskCost;
  readonly processor: Readonly<Record<Work, ProcessorCost>>;
}

/** What the database holds, in all. */
export interface Held extends DiskCost {
  readonly shipments: number;
}

/**
 * What stands in the schema now on all of these servers, the statistics of every table taken first.
 *
 * @param servers of a cluster its coordinator first
 */
export async function heldBy(servers: readonly (string | pg.ClientConfig)[]): Promise<Held> {
  const held = { tableBytes: 0, indexBytes: 0, indexEntries: 0, shipments: 0 };
  for (const [index, server] of servers.entries()) {
    const client = new pg.Client(server);
    await client.connect();
    try {
      // A node of a cluster hides its part of a table from whoever asks what tables there are.
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

/** What each shipment took that came between the two. */
export function diskCostBetween(before: Held, after: Held): DiskCost {
  const shipments = after.shipments - before.shipments;
  return {
    tableBytes: (after.tableBytes - before.tableBytes) / shipments,
    indexBytes: (after.indexBytes - before.indexBytes) / shipments,
    indexEntries: (after.indexEntries - before.indexEntries) / shipments,
  };
}

/** What follows a load, such as vacuuming, is done within so long. */
const QUIET_WITHIN_MS = 10 * 60_000;
/** Of a processor. */
const QUIET_SHARE = 0.05;

/** Waits until service and database do next to nothing by themselves: what they still do for what was loaded is no cost of what comes. */
export async function untilQuiet(live: LiveProcess): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    const { service, database } = await idleShareOf(live);
    if (service + database < QUIET_SHARE) return;
    if (performance.now() > until) throw new Error('The service does not come to rest');
  }
}

/** What they take while nothing is asked, as a share of a processor. */
async function idleShareOf(live: LiveProcess): Promise<ProcessorCost> {
  const [begun, from] = [performance.now(), live.processorMs()];
  await wait(2_000);
  const [ms, to] = [performance.now() - begun, live.processorMs()];
  return { service: (to.service - from.service) / ms, database: (to.database - from.database) / ms };
}

/**
 * What one of many takes, at the processors of service and database; what they take when nothing is asked is taken off.
 *
 * @param times how many are done by `work`
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

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
  const idleBegun = performance.now();
  const idleFrom = live.processorMs();
  await wait(2_000);
  const idleTo = live.processorMs();
  const idleMs = performance.now() - idleBegun;
  const begun = performance.now();
  const from = live.processorMs();
  await work();
  const to = live.processorMs();
  const share = (performance.now() - begun) / idleMs;
  const cost = (which: 'service' | 'database') =>
    Math.max(0, to[which] - from[which] - (idleTo[which] - idleFrom[which]) * share) / times;
  return { service: cost('service'), database: cost('database') };
}

import type pg from 'pg';
import { openDatabaseOf, type RunningPostgres } from '../databases.ts';
import { type RunningService, startService } from '../server-process.ts';

/** The shipments to load; fewer for a quick run. */
export const SHIPMENTS = Number(process.env.LISTING_SHIPMENTS ?? 1_000_000);
/** A data folder to use, and to load if it is empty, because that takes minutes; null for a temporary one. */
const DATA_DIR = process.env.LISTING_DATA ?? null;

/** A running service with one account's shipments loaded. */
export interface Ground {
  readonly running: RunningService;
  readonly connection: RunningPostgres['connection'];
  /** Of the same database, for the benchmark's own queries. */
  readonly pool: pg.Pool;
  readonly accountId: string;
  /** The headers of the account's requests. */
  readonly headers: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the service, and loads shipments. */
export async function startGround(): Promise<Ground> {
  const running = await startService({}, DATA_DIR);
  const postgres = await openDatabaseOf(running, 2);
  const stop = async () => {
    await postgres.stop();
    await running.stop();
  };
  try {
    const accountId = (await largestAccount(postgres.pool)) ?? running.accountId;
    if (accountId === running.accountId) {
      await running.command('demo', 'load', '--account', accountId, '--shipments', String(SHIPMENTS));
    }
    const made = await running.command('key', 'create', '--account', accountId, '--scope', 'read', '--json');
    const { api_key: authorization } = JSON.parse(made) as { api_key: string };
    const headers = { authorization, 'content-type': 'application/json' };
    return { ...postgres, running, accountId, headers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The account with the most shipments; null if there is none. */
async function largestAccount(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ account_id: string }>(
    `select account_id from (select account_id, shipments as n from shipment_counts
                              union all select account_id, change from shipment_count_deltas) as counts
      group by account_id having sum(n) > 0 order by sum(n) desc limit 1`,
  );
  return rows[0]?.account_id ?? null;
}

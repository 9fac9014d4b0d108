import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { v7 as newId } from 'uuid';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { openEmbedded } from '../../../src/embedded-postgresql/open.ts';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { Database, openPool } from '../../../src/storage/database.ts';
import { createKey } from '../../../src/usecases/accounts/keys.ts';
import type { Service } from '../../../src/usecases/service.ts';
import { type RunningService, startService } from '../server-process.ts';

/** The number of shipments to load, and the database. */
export interface GroundOptions {
  /** In the one large account. */
  readonly shipments: number;
  readonly accounts: number;
  /** Shared by the other accounts. */
  readonly accountsShipments: number;
  /** A data folder to use, and to load if it is empty; null for a temporary one. */
  readonly dataDir: string | null;
  /** A database to use instead of the embedded one, like the data folder; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** Of the service, in addition to the defaults. */
  readonly settings?: NodeJS.ProcessEnv;
}

/** A running service with its shipments loaded. */
export interface Ground {
  readonly running: RunningService;
  /** As `pg` takes it. */
  readonly connection: object;
  /** The same database, for the benchmark's own queries. */
  readonly service: Service;
  /** The large account. */
  readonly accountId: string;
  /** The headers of its requests. */
  readonly headers: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts the service, and loads shipments. */
export async function startGround(input: GroundOptions): Promise<Ground> {
  const settings = { ...input.settings, DATABASE_URL: input.databaseUrl ?? '' };
  const running = await startService(PACKAGE_ROOT, settings, input.dataDir);
  const postgres = await openPostgres(running, input);
  const pool = openPool({
    connection: postgres.connection,
    maxConnections: 2,
    applicationName: 'dakiya-bench',
    onError: () => undefined,
  });
  const stop = async () => {
    await pool.end();
    await postgres.stop();
    await running.stop();
  };
  try {
    const database = new Database(pool);
    const service = { database, now: () => new Date(), newId };
    const accountId = (await largestAccount(database)) ?? (await load(database, running, input));
    const terms = { name: 'Bench', scope: 'read', expiresAt: null } as const;
    const { apiKey } = await createKey(service, OPERATOR, accountId, terms);
    const headers = { authorization: apiKey, 'content-type': 'application/json' };
    const { connection: given } = postgres;
    const connection = typeof given === 'string' ? { connectionString: given } : given;
    return { running, connection, service, accountId, headers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The service's PostgreSQL, for the benchmark's own queries. */
async function openPostgres({ dataDir }: RunningService, { databaseUrl }: GroundOptions) {
  if (databaseUrl !== null) return { connection: databaseUrl, stop: async () => undefined };
  return openEmbedded({ dataDir, role: 'command', progress: () => undefined, log: () => undefined });
}

/** The account with the most shipments; null if there is none. */
async function largestAccount({ pool }: Database): Promise<string | null> {
  const { rows } = await pool.query<{ account_id: string }>(
    `select account_id from (select account_id, shipments as n from shipment_counts
                              union all select account_id, change from shipment_count_deltas) as counts
      group by account_id having sum(n) > 0 order by sum(n) desc limit 1`,
  );
  return rows[0]?.account_id ?? null;
}

async function load(database: Database, { dataDir }: RunningService, input: GroundOptions): Promise<string> {
  const { rows } = await database.pool.query<{ account_id: string }>('select account_id from accounts');
  const accountId = rows[0]?.account_id ?? '';
  const numbers = {
    shipments: input.shipments,
    accounts: input.accounts,
    'accounts-shipments': input.accountsShipments,
  };
  const options = Object.entries(numbers).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const script = `import(${JSON.stringify(join(PACKAGE_ROOT, 'dist/cli.js'))}).then(({ main }) => main(process.argv.slice(1)))`;
  const words = ['-e', script, '--', 'demo', 'load', '--account', accountId, ...options];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: input.databaseUrl ?? '' };
  await promisify(execFile)(process.execPath, words, { env, maxBuffer: 64 * 1024 * 1024 });
  return accountId;
}

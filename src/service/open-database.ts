import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { openEmbedded } from '../embedded-postgresql/open.ts';
import { StartupError } from '../problems/startup-error.ts';
import { Database, LONG_WORK_ANSWER_MS, openPool, REQUEST_ANSWER_MS } from '../storage/database.ts';
import { installJobQueue } from '../storage/job-queue.ts';
import { holdsProduct, type Migration, migrate } from '../storage/migrate.ts';

/** The job queue takes two. */
const CONNECTIONS_TO_MIGRATE = 2;

/** What opening tells: lines for the person who waits, and entries for the log. */
export interface OpeningReports {
  /** Cuts the opening short: nothing that it started is left running. */
  readonly signal?: AbortSignal;
  readonly progress: (line: string) => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;
}

/** Which database to open. */
export interface DatabaseChoice {
  /** The operator's own server; null for the embedded one. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  /** Where the embedded PostgreSQL keeps its data, absolute. */
  readonly dataDir: string;
  /** Whether to make a database, or our part of an operator's own, where there is none. */
  readonly mayCreate: boolean;
}

/** The database, open and migrated. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'own' | 'embedded';
  /** The embedded one's data folder as it was asked for, without symbolic links; null of the operator's own. */
  readonly dataDir: string | null;
  /** Ends the pool and, as the last user, the embedded PostgreSQL. */
  close(): Promise<void>;
}

/**
 * Opens the operator's own PostgreSQL (`DATABASE_URL`), or else the embedded one, and migrates it.
 *
 * @param migrations null leaves the database as it stands, migrated or not
 * @param role `service` supervises the embedded server and is alone on its data folder; `command`
 * works beside it
 * @throws StartupError
 */
export async function openDatabase(
  choice: DatabaseChoice,
  role: 'service' | 'command',
  migrations: readonly Migration[] | null,
  reports: OpeningReports,
): Promise<OpenDatabase> {
  const { dataDir, mayCreate } = choice;
  const embedded =
    choice.databaseUrl === null ? await openEmbedded({ dataDir, mayCreate, role, ...reports }) : null;
  // A server that is told to stop may cut a connection whose goodbye it has not read yet.
  let isClosing = false;
  const poolOf = (maxConnections: number, answerWithinMs: number) =>
    openPool({
      connection: choice.databaseUrl ?? embedded?.connection ?? '',
      maxConnections,
      applicationName: `dakiya ${role}`,
      answerWithinMs,
      onError: (error) => {
        if (!isClosing) reports.log('warn', 'a database connection broke', { err: error });
      },
    });
  const answerWithinMs = role === 'service' ? REQUEST_ANSWER_MS : LONG_WORK_ANSWER_MS;
  const database = new Database(poolOf(choice.databaseConnections, answerWithinMs));
  const close = async () => {
    isClosing = true;
    await database.close();
    await embedded?.stop();
  };
  try {
    reports.signal?.throwIfAborted();
    if (!mayCreate && embedded === null) await refuseStrange(database);
    const opening = poolOf(CONNECTIONS_TO_MIGRATE, LONG_WORK_ANSWER_MS);
    const applied = await prepare(opening, migrations).finally(() => opening.end());
    if (applied.length > 0) reports.progress(`Database migrated: ${applied.join(', ')}`);
  } catch (error) {
    await close().catch(() => undefined);
    throw asStartupError(error);
  }
  return {
    database,
    kind: embedded ? 'embedded' : 'own',
    dataDir: embedded ? await realpath(dataDir) : null,
    close,
  };
}

/** `host:port/database` of a connection string, without the user and the password; null for null. */
export function serverName(databaseUrl: string | null): string | null {
  if (databaseUrl === null) return null;
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl });
  return `${host}:${port}/${database}`;
}

async function refuseStrange({ pool }: Database): Promise<void> {
  if (await holdsProduct(pool)) return;
  throw new StartupError(
    'The database in DATABASE_URL holds no Dakiya: start the service on it once, or correct the address',
  );
}

/** @returns the names of the migrations applied */
async function prepare(pool: pg.Pool, migrations: readonly Migration[] | null): Promise<string[]> {
  const applied = migrations ? await migrate(pool, migrations) : await touch(pool);
  await installJobQueue(pool);
  return applied;
}

/** Whether the server answers, so that an address nobody answers at is told while opening. */
async function touch(pool: pg.Pool): Promise<string[]> {
  await pool.query('select');
  return [];
}

function asStartupError(error: unknown): unknown {
  if (error instanceof StartupError || !(error instanceof Error)) return error;
  if (error.name === 'AbortError') return error;
  const sentence = sentenceFor(error);
  return sentence ? new StartupError(sentence, { cause: error }) : error;
}

function sentenceFor(error: Error & { code?: unknown }): string | null {
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return `No PostgreSQL answers at the address in DATABASE_URL (${String(error.code)}): start it or correct the address`;
    case '28000':
    case '28P01':
      return 'PostgreSQL refuses the user or the password in DATABASE_URL: correct them';
    case '3D000':
      return 'The database named in DATABASE_URL does not exist: create it, for example with createdb';
    case '42501':
      return `The database user lacks a right (${error.message}): grant it, or use a user who owns the database`;
    case '58P01':
    case '0A000':
      return `The PostgreSQL server lacks an extension (${error.message}): install its contrib package, which has pg_trgm and btree_gin`;
    case '53100':
      return 'The disk of the database is full: free some space and start again';
    case '53300':
      return 'PostgreSQL has no connection left: raise its max_connections or lower DATABASE_CONNECTIONS';
    case '57P03':
      return 'PostgreSQL is still starting up or shutting down: try again shortly';
  }
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message)) {
    return 'No PostgreSQL answers at the address in DATABASE_URL (time-out): start it or correct the address';
  }
  if (/SSL|certificate/i.test(error.message)) {
    return `PostgreSQL and DATABASE_URL do not agree on TLS (${error.message}): correct sslmode`;
  }
  return null;
}

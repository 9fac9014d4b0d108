import { StartupError } from '../domain/startup-error.ts';
import { Database, openPool } from './database.ts';
import { openEmbedded } from './embedded/open.ts';
import { installJobQueue } from './job-queue.ts';
import { type Migration, migrate } from './migrate.ts';

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
}

/** The database, open and migrated. */
export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'own' | 'embedded';
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
  const embedded =
    choice.databaseUrl === null ? await openEmbedded({ dataDir: choice.dataDir, role, ...reports }) : null;
  // A server that is told to stop may cut a connection whose goodbye it has not read yet.
  let isClosing = false;
  const database = new Database(
    openPool({
      connection: choice.databaseUrl ?? embedded?.connection ?? '',
      maxConnections: choice.databaseConnections,
      applicationName: `dakiya ${role}`,
      onError: (error) => {
        if (!isClosing) reports.log('warn', 'a database connection broke', { err: error });
      },
    }),
  );
  const close = async () => {
    isClosing = true;
    await database.close();
    await embedded?.stop();
  };
  try {
    reports.signal?.throwIfAborted();
    const applied = migrations ? await migrate(database.pool, migrations) : await touch(database);
    await installJobQueue(database.pool);
    if (applied.length > 0) reports.progress(`Database migrated: ${applied.join(', ')}`);
  } catch (error) {
    await close().catch(() => undefined);
    throw asStartupError(error);
  }
  return { database, kind: embedded ? 'embedded' : 'own', close };
}

/** Whether the server answers, so that an address nobody answers at is told while opening. */
async function touch(database: Database): Promise<string[]> {
  await database.pool.query('select');
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

import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { openEmbedded } from '../embedded-postgresql/open.ts';
import { StartupError } from '../problems/startup-error.ts';
import { isDistributed } from '../storage/cluster/distribute.ts';
import {
  Database,
  LONG_WORK_ANSWER_MS,
  openPool,
  type PoolOptions,
  REQUEST_ANSWER_MS,
} from '../storage/database.ts';
import { installJobQueue } from '../storage/job-queue.ts';
import { hasProductSchema, type Migration, migrate } from '../storage/migrate.ts';
import { askPooler, leadRoleToSchema } from '../storage/pooler.ts';
import { Replica } from '../storage/replica/replica.ts';

/** The job queue takes two connections. */
const CONNECTIONS_TO_MIGRATE = 2;
/**
 * Connections of background work, past a pooler: each of three queue workers listens on one, and all work shares the others. They
 * are its own, so that requests never wait for it.
 */
const BACKGROUND_CONNECTIONS = 8;
/** Together with the time until the replica counts as silent, this gives the caller a result within 10 s. */
const REPLICA_CONNECTION_WITHIN_MS = 2_000;

/** Callbacks for reports while opening: lines for the operator, and entries for the log. */
export interface OpeningReports {
  /** Cancels the opening; everything that was started for it is stopped. */
  readonly signal?: AbortSignal;
  readonly progress: (line: string) => void;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) => void;
}

export interface DatabaseChoice {
  /** The address of the operator's own server; null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** The address of the same server without the pooler; null if there is no pooler. */
  readonly databaseDirectUrl: string | null;
  /** The address of a streaming replica for reads; null if there is no replica. */
  readonly databaseReadUrl: string | null;
  readonly databaseConnections: number;
  /** The data folder of the embedded PostgreSQL, absolute. */
  readonly dataDir: string;
  /** Allows creating a missing database, or our schema in the operator's own database. */
  readonly mayCreate: boolean;
}

export interface OpenDatabase {
  readonly database: Database;
  /** For background work, which listens and takes long locks: without a pooler, and with its own connections. */
  readonly background: Database;
  /** Two connections for the operator's large changes, whose statements may take an hour. */
  readonly patient: Database;
  /** A connection for LISTEN, past the pooler. Opened on first use; the caller closes it. */
  readonly listening: pg.Pool;
  readonly kind: 'own' | 'embedded';
  /** The data folder of the embedded PostgreSQL, without symbolic links; null for the operator's server. */
  readonly dataDir: string | null;
  /** Ends the pool and, if no other process uses it, the embedded PostgreSQL. */
  close(): Promise<void>;
}

/**
 * Opens the operator's own PostgreSQL (`DATABASE_URL`) or else the embedded one, and migrates the database.
 *
 * @param migrations null leaves the database as it is
 * @param role `service` supervises the embedded server and is its only service; `command` works next to it
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
  // A stopping server may close a connection before it has read our termination message.
  let isClosing = false;
  const poolOf = (connection: PoolOptions['connection'], options: PoolSize) =>
    openPool({
      connection,
      applicationName: `dakiya ${role}`,
      onError: (error) => {
        if (!isClosing) reports.log('warn', 'a database connection broke', { err: error });
      },
      ...options,
    });
  const straight = choice.databaseDirectUrl ?? choice.databaseUrl ?? embedded?.connection ?? '';
  const throughPooler = choice.databaseDirectUrl === null ? null : choice.databaseUrl;
  const opened: Database[] = [];
  let replica: Replica | null = null;
  const close = async () => {
    isClosing = true;
    await replica?.close();
    for (const database of opened) await database.close();
    await embedded?.stop();
  };
  let variableName = throughPooler === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  try {
    reports.signal?.throwIfAborted();
    const opening = poolOf(straight, { maxConnections: CONNECTIONS_TO_MIGRATE });
    const { applied, isCluster } = await prepare(opening, migrations, {
      throughPooler,
      mayBeStrange: mayCreate || embedded !== null,
    }).finally(() => opening.end());
    if (applied.length > 0) reports.progress(`Database migrated: ${applied.join(', ')}`);
    const answerWithinMs = role === 'service' ? REQUEST_ANSWER_MS : LONG_WORK_ANSWER_MS;
    const maxConnections = choice.databaseConnections;
    const straightPool = poolOf(straight, {
      maxConnections: BACKGROUND_CONNECTIONS,
      answerWithinMs,
      isCluster,
    });
    if (choice.databaseReadUrl !== null) {
      refuseReplica(choice, isCluster);
      replica = new Replica({
        pool: poolOf(choice.databaseReadUrl, {
          maxConnections,
          answerWithinMs,
          connectionWithinMs: REPLICA_CONNECTION_WITHIN_MS,
        }),
        primary: straightPool,
        onChange: (isAway, why) => {
          if (isAway)
            reports.log('warn', 'the replica does not answer: reading from the primary', { err: why });
          else reports.log('info', 'the replica answers again');
        },
      });
    }
    const background = new Database(straightPool, { replica });
    opened.push(background);
    const requests: PoolSize = { maxConnections, answerWithinMs, isCluster };
    let requestPool = poolOf(straight, requests);
    if (throughPooler !== null) {
      variableName = 'DATABASE_URL';
      const asking = poolOf(throughPooler, { maxConnections: 1, pooler: { keepsStatements: true } });
      const pooler = await askPooler(asking).finally(() => asking.end());
      requestPool = poolOf(throughPooler, { ...requests, pooler });
    }
    const database = new Database(requestPool, { replica });
    opened.push(database);
    const patient = new Database(poolOf(straight, { maxConnections: 2, isCluster }));
    opened.push(patient);
    const listening = poolOf(straight, { maxConnections: 1, answerWithinMs });
    const dataPlace = embedded ? await realpath(dataDir) : null;
    const kind = embedded ? 'embedded' : 'own';
    return { database, background, patient, listening, kind, dataDir: dataPlace, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw asStartupError(error, variableName);
  }
}

/** @throws StartupError if a replica cannot be used, because its log position must cover all writes */
function refuseReplica({ databaseUrl }: DatabaseChoice, isCluster: boolean): void {
  if (databaseUrl === null) {
    throw new StartupError('DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replica');
  }
  if (isCluster) {
    throw new StartupError('DATABASE_READ_URL is for a single server: remove it on a cluster');
  }
}

type PoolSize = Omit<PoolOptions, 'connection' | 'applicationName' | 'onError'>;

async function refuseStrange(pool: pg.Pool): Promise<void> {
  if (await hasProductSchema(pool)) return;
  throw new StartupError(
    'The database in DATABASE_URL has no Dakiya tables: start the service on it once, or correct the address',
  );
}

/** @returns the names of the applied migrations, and whether the tables are distributed over a cluster */
async function prepare(
  pool: pg.Pool,
  migrations: readonly Migration[] | null,
  { throughPooler, mayBeStrange }: { throughPooler: string | null; mayBeStrange: boolean },
): Promise<{ applied: string[]; isCluster: boolean }> {
  if (!mayBeStrange) await refuseStrange(pool);
  const applied = migrations ? await migrate(pool, migrations) : await touch(pool);
  await installJobQueue(pool);
  if (throughPooler !== null) await leadRoleToSchema(pool, userOf(throughPooler));
  return { applied, isCluster: await isDistributed(pool) };
}

function userOf(databaseUrl: string): string {
  return new pg.Client({ connectionString: databaseUrl }).user ?? '';
}

/** Connects once, so that opening fails if the address is wrong. */
async function touch(pool: pg.Pool): Promise<string[]> {
  await pool.query('select');
  return [];
}

function asStartupError(error: unknown, variable: string): unknown {
  if (error instanceof StartupError || !(error instanceof Error)) return error;
  if (error.name === 'AbortError') return error;
  const sentence = sentenceFor(error, variable);
  return sentence ? new StartupError(sentence, { cause: error }) : error;
}

/**
 * Returns a sentence for the operator about a failed connection; null for other errors.
 *
 * @param variable the name of the setting with the address
 */
function sentenceFor(error: Error & { code?: unknown }, variable: string): string | null {
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ECONNRESET':
      return `No PostgreSQL answers at the address in ${variable} (${String(error.code)}): start it or correct the address`;
    case '28000':
    case '28P01':
      return `PostgreSQL refuses the user or the password in ${variable}: correct them`;
    case '3D000':
      return `The database named in ${variable} does not exist: create it, for example with createdb`;
    case '42501':
      return `The database user lacks a permission (${error.message}): grant it, or use the owner of the database`;
    case '58P01':
    case '0A000':
      return `The PostgreSQL server lacks an extension (${error.message}): install its contrib package, which has pg_trgm and btree_gin`;
    case '53100':
      return 'The disk of the database is full: free some space and start again';
    case '53300':
      return 'PostgreSQL has no free connections: raise its max_connections, or lower DATABASE_CONNECTIONS';
    case '57P03':
      return 'PostgreSQL is still starting up or shutting down: try again shortly';
  }
  if (/timeout exceeded when trying to connect|Connection terminated/.test(error.message)) {
    return `PostgreSQL at the address in ${variable} did not answer in time: start it or correct the address`;
  }
  if (/SSL|certificate/i.test(error.message)) {
    return `PostgreSQL and ${variable} do not agree on TLS (${error.message}): correct sslmode`;
  }
  return null;
}

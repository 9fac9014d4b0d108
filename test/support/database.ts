import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { Database, openPool } from '../../src/storage/database.ts';
import { leadRoleToSchema } from '../../src/storage/pooler.ts';
import { isCluster, joinNodes, onEachNode } from './cluster.ts';
import { refuseFanOut, watchPlans } from './fan-out.ts';
import { connectTo, testDatabasePrefix } from './server.ts';

/** A database for one test file. */
export interface TestDatabase {
  readonly database: Database;
  readonly connection: ReturnType<typeof connectTo>;
  /** The rows of a statement, which no account narrows. */
  readonly sql: Sql;
  /** @throws Error if a statement asked all shards of a cluster without a reason */
  judge(): void;
  /** Closes the pool, and drops the database unless it goes with its server. */
  drop(): Promise<void>;
}

/** Runs a statement and gives its rows. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any statement; what a test expects of them is checked as it runs
export type Sql = <R extends object = any>(text: string, values?: readonly unknown[]) => Promise<R[]>;

/** Statements on a pool. */
export function sqlOn(pool: pg.Pool): Sql {
  return async (text, values) => (await pool.query(text, values as unknown[])).rows;
}

/** Of a hundred simultaneous requests on a slow machine, the last waits longer than people would. */
const CONNECTION_WITHIN_MS = 60_000;

/** Behind a pooler in the project of that name; the connection of `TestDatabase` is direct. */
async function openRequestsPool(
  connection: TestDatabase['connection'],
  name: string,
  connections: number,
): Promise<pg.Pool> {
  const pooler = inject('pooler');
  if (pooler === null) return openTestPool(connection, connections);
  const direct = openTestPool(connection, 1);
  await leadRoleToSchema(direct, pooler.user).finally(() => direct.end());
  return openPool({
    connection: { ...pooler, database: name },
    maxConnections: connections,
    connectionWithinMs: CONNECTION_WITHIN_MS,
    applicationName: 'dakiya-test',
    onError: () => undefined,
    pooler: { keepsStatements: false },
  });
}

/** Makes a database as a copy of the migrated template, or an empty one. */
export async function createDatabase(
  kind: 'migrated' | 'empty' = 'migrated',
  connections = 10,
): Promise<TestDatabase> {
  const name = `${testDatabasePrefix(inject('template'))}${randomBytes(6).toString('hex')}`;
  const source = kind === 'migrated' ? inject('template') : 'template0';
  const server = inject('server');
  // Five times faster on a server that does not wait for its disk, five times slower on one that does.
  const strategy = server.kind === 'socket' ? 'file_copy' : 'wal_log';
  await onEachNode(server, `create database ${name} template ${source} strategy ${strategy}`, source);
  if (kind === 'empty' && isCluster(server)) await joinNodes(server, name);
  const connection = connectTo(server, name);
  const database = new Database(await openRequestsPool(connection, name, connections));
  const fannedOut = isCluster(server) ? watchPlans(database.pool) : () => new Set<string>();
  const judge = () => refuseFanOut(fannedOut());
  return {
    database,
    connection,
    sql: sqlOn(database.pool),
    judge,
    drop: async () => {
      await database.close();
      // Dropping takes a third of the time of creating, which is saved when our own server ends.
      if (server.kind === 'url') await onEachNode(server, `drop database ${name} with (force)`);
      judge();
    },
  };
}

/** A pool of a test's own on the same database; end it. */
export function openTestPool(connection: TestDatabase['connection'], maxConnections: number): pg.Pool {
  return openPool({
    connection,
    maxConnections,
    connectionWithinMs: CONNECTION_WITHIN_MS,
    applicationName: 'dakiya-test',
    isCluster: isCluster(inject('server')),
    onError: () => undefined,
  });
}

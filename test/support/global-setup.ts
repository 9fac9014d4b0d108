import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, openEmbedded } from '../../src/embedded-postgresql/open.ts';
import { distributeAll } from '../../src/storage/cluster/distribute.ts';
import { openPool } from '../../src/storage/database.ts';
import { installJobQueue } from '../../src/storage/job-queue.ts';
import { migrate, readMigrations } from '../../src/storage/migrate.ts';
import { isCluster, joinNodes, listNodes, onEachNode } from './cluster.ts';
import { findPgBouncer, type PoolerConnection, startPgBouncer } from './pgbouncer.ts';
import type { TestServer } from './server.ts';
import { connectTo, testDatabasePrefix } from './server.ts';

/** The shared resources of a run's projects. */
interface Run {
  readonly server: TestServer;
  readonly template: string;
  readonly folder: string;
  stop(): Promise<void>;
}

/**
 * Where the set-up of one project finds the resources of another, because each loads this module separately.
 */
const shared = globalThis as { dakiyaTestRun?: { readonly run: Promise<Run>; users: number } };

/**
 * Starts the PostgreSQL of the whole run: an embedded one in a temporary folder, or the server of
 * `TEST_DATABASE_URL`. A migrated template database is created there once; every test file copies it (see
 * `createDatabase`). The first project that needs it creates it, the last one stops it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  shared.dakiyaTestRun ??= { run: begin(), users: 0 };
  const ours = shared.dakiyaTestRun;
  ours.users += 1;
  const { server, template, folder, stop } = await ours.run;
  project.provide('server', server);
  project.provide('template', template);
  project.provide('runFolder', folder);
  const pooler = project.name === 'pooler' ? await startPgBouncer(server) : null;
  project.provide('pooler', pooler?.connection ?? null);
  return async () => {
    await pooler?.stop();
    ours.users -= 1;
    if (ours.users > 0) return;
    delete shared.dakiyaTestRun;
    await stop();
  };
}

async function begin(): Promise<Run> {
  if (findPgBouncer() === null) {
    console.log('pgbouncer is not installed: nothing is tested behind a pooler (apt-get install pgbouncer)');
  }
  const { server, stop } = await bringUp();
  const template = `dakiya_template_${process.pid}`;
  try {
    await makeTemplate(server, template);
  } catch (error) {
    await stop();
    throw error;
  }
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-run-'));
  return {
    server,
    template,
    folder,
    stop: async () => {
      await dropDatabases(server, template);
      await rm(folder, { recursive: true, force: true });
      await stop();
    },
  };
}

/** Drops the template, and the databases of services that workers share. Our own server ends with them. */
async function dropDatabases(server: TestServer, template: string): Promise<void> {
  if (server.kind !== 'url') return;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [testDatabasePrefix(template)],
  );
  await client.end();
  for (const name of [template, ...rows.map((row) => row.name)]) {
    await onEachNode(server, `drop database if exists ${name} with (force)`);
  }
}

async function makeTemplate(server: TestServer, template: string): Promise<void> {
  await onEachNode(server, `create database ${template}`);
  const pool = openPool({
    connection: connectTo(server, template),
    maxConnections: 2,
    applicationName: 'dakiya-test',
    onError: () => undefined,
  });
  if (isCluster(server)) await joinNodes(server, template);
  await migrate(pool, await readMigrations(join(import.meta.dirname, '../../migrations')));
  await installJobQueue(pool);
  if (isCluster(server)) await distributeAll(pool, TEST_SHARDS);
  await pool.end();
}

/** Enough to have accounts on both nodes; each adds a file per table to copy. */
const TEST_SHARDS = 4;

async function bringUp(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { server: { kind: 'url', url, nodes: await listNodes(url) }, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'dakiya-test-'));
  const embedded: EmbeddedPostgres = await openEmbedded({
    // The folder itself: root may give an empty one to PostgreSQL's user, but not a parent of its own.
    dataDir: folder,
    role: 'service',
    // The data of a run need not survive a power cut; durability is tested with a server of its own.
    durable: false,
    progress: () => undefined,
    log: () => undefined,
  });
  const server: TestServer = { kind: 'socket', connection: embedded.connection };
  return {
    server,
    stop: async () => {
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    server: TestServer;
    template: string;
    /** The connections of a pooler in front of the server; null except in the project of that name. */
    pooler: PoolerConnection | null;
    /** The pid files of the run's services, each in a folder of its own below. */
    runFolder: string;
  }
}

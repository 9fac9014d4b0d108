// biome-ignore lint/plugin: nothing says that the nodes have closed their connections
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { describe, inject, it, type TestContext } from 'vitest';
import { type ClusterNode, connectTo, type TestServer } from './server.ts';

/** The nodes of the cluster at a URL, its coordinator first; empty for a single server. */
export async function listNodes(url: string): Promise<ClusterNode[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: citus } = await client.query("select from pg_extension where extname = 'citus'");
    if (citus.length === 0) return [];
    const { rows } = await client.query<ClusterNode>(
      'select nodename as host, nodeport as port from pg_dist_node order by groupid',
    );
    return rows;
  } finally {
    await client.end();
  }
}

export function isCluster(server: TestServer): server is TestServer & { kind: 'url' } {
  return server.kind === 'url' && server.nodes.length > 0;
}

/**
 * A test that is skipped on a cluster, because it needs a single server, for example for session locks.
 */
export const itOnOneServer = (
  ...[name, work]: [name: string, work: (context: TestContext) => Promise<void>]
) => it.skipIf(isCluster(inject('server')))(name, work);

/** A group of tests that is skipped on a cluster, for example about plans of a single server. */
export const describeOnOneServer = () => describe.skipIf(isCluster(inject('server')));

/** Runs a statement about whole databases on each node, because Citus does not pass it on. */
export async function onEachNode(server: TestServer, statement: string, leaving?: string): Promise<void> {
  const connections = isCluster(server)
    ? server.nodes.map((node) => nodeUrl(server.url, node, 'postgres'))
    : [connectTo(server, null)];
  await Promise.all(
    connections.map(async (connection) => {
      const client = new pg.Client(
        typeof connection === 'string' ? { connectionString: connection } : connection,
      );
      await client.connect();
      try {
        // Citus's open connections to a template would prevent copying it.
        if (leaving !== undefined && isCluster(server)) {
          await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
            leaving,
          ]);
        }
        await untilFree(() => client.query(statement));
      } finally {
        await client.end();
      }
    }),
  );
}

/**
 * PostgreSQL's error for a database in use. On a cluster the nodes open connections to each other by
 * themselves.
 */
const IN_USE = '55006';
const TRIES = 20;

async function untilFree(work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== IN_USE || tried === TRIES) throw error;
      await delay(100);
    }
  }
}

/**
 * Makes a cluster of the databases with one name on the nodes. Only one cluster at a time, because each
 * writes the roles, which all databases share, to the nodes.
 */
export async function joinNodes(server: TestServer & { kind: 'url' }, database: string): Promise<void> {
  const [coordinator, ...workers] = server.nodes;
  if (coordinator === undefined) return;
  const turn = new pg.Client({ connectionString: nodeUrl(server.url, coordinator, 'postgres') });
  await turn.connect();
  try {
    await turn.query("select pg_advisory_lock(hashtext('nodes are joined'))");
    for (const node of [...workers, coordinator]) {
      const client = new pg.Client({ connectionString: nodeUrl(server.url, node, database) });
      await client.connect();
      await client.query('create extension citus');
      if (node === coordinator) {
        await client.query('select citus_set_coordinator_host($1, $2)', [node.host, node.port]);
        for (const { host, port } of workers)
          await client.query('select citus_add_node($1, $2)', [host, port]);
      }
      await client.end();
    }
  } finally {
    await turn.end();
  }
}

export function nodeUrl(url: string, { host, port }: ClusterNode, database: string): string {
  const node = new URL(url);
  node.host = `${host}:${port}`;
  node.pathname = `/${database}`;
  return node.href;
}

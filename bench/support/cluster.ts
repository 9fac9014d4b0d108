import pg from 'pg';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { type RunningService, startService } from './server-process.ts';

/** A database on a cluster's nodes, the coordinator first. */
export interface ClusterDatabase {
  readonly url: string;
  /** The database on each of its servers. */
  readonly nodes: readonly string[];
  drop(): Promise<void>;
}

/** Creates a database on the coordinator of a cluster only, as on a single server. */
export async function makeSingleDatabase(coordinator: string, name: string): Promise<ClusterDatabase> {
  await recreate(coordinator, name);
  const url = databaseAt(coordinator, name);
  return { url, nodes: [url], drop: () => ask(coordinator, `drop database ${name} with (force)`) };
}

/** Creates a database on every node of a cluster, as described in docs/how-to/run-many-machines.md. */
export async function makeClusterDatabase(coordinator: string, name: string): Promise<ClusterDatabase> {
  const { rows } = await query<{ host: string; port: number }>(
    coordinator,
    'select nodename as host, nodeport as port from pg_dist_node order by groupid',
  );
  const servers = rows.map(({ host, port }) => {
    const url = new URL(coordinator);
    url.host = `${host}:${port}`;
    return url.href;
  });
  for (const server of servers) {
    await recreate(server, name);
    await ask(databaseAt(server, name), 'create extension citus');
  }
  const url = databaseAt(coordinator, name);
  const [first, ...workers] = rows;
  if (first === undefined) throw new Error('CLUSTER_URL leads to no coordinator of a cluster');
  await query(url, 'select citus_set_coordinator_host($1, $2)', [first.host, first.port]);
  for (const { host, port } of workers) await query(url, 'select citus_add_node($1, $2)', [host, port]);
  return {
    url,
    nodes: servers.map((server) => databaseAt(server, name)),
    drop: async () => {
      for (const server of servers) await ask(server, `drop database ${name} with (force)`);
    },
  };
}

/** The service on a database of a server or a cluster. */
export function startOn({ url }: ClusterDatabase): Promise<RunningService> {
  return startService(PACKAGE_ROOT, {
    DATABASE_URL: url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
}

/**
 * The same, with distributed tables: the first start migrates, and the service is stopped during the
 * distribution.
 */
export async function startDistributed(cluster: ClusterDatabase): Promise<RunningService> {
  const first = await startOn(cluster);
  await first.stop();
  await first.command('cluster', 'distribute');
  return startOn(cluster);
}

/** The data folder of a server, which contains its postmaster's process id. */
export async function dataDirectoryOf(url: string): Promise<string> {
  return (await query<{ data_directory: string }>(url, 'show data_directory')).rows[0]?.data_directory ?? '';
}

/** Transactions that a database has committed. */
export async function commitsOf(url: string): Promise<number> {
  const { rows } = await query<{ commits: string }>(
    url,
    'select xact_commit as commits from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.commits);
}

export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(text, [...values]);
  } finally {
    await client.end();
  }
}

async function ask(url: string, statement: string): Promise<void> {
  await query(url, statement);
}

async function recreate(server: string, name: string): Promise<void> {
  const postgres = databaseAt(server, 'postgres');
  await ask(postgres, `drop database if exists ${name} with (force)`);
  await ask(postgres, `create database ${name}`);
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

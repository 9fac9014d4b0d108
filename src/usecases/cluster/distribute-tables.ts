import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { type ClusterTable, readClusterTables } from '../../storage/cluster/cluster-tables.ts';
import { type Distributed, distributeAll } from '../../storage/cluster/distribute.ts';
import { countWorkers } from '../../storage/cluster/has-citus.ts';
import type { Database } from '../../storage/database.ts';
import { countProcesses } from '../../storage/health/backlog.ts';

const SERVICE_RUNS = say(
  'service_runs_on_database',
  'The service is running on this database: stop all of its processes, then distribute the tables',
);
const NO_CITUS = say(
  'no_citus',
  'The database has no Citus: run "create extension citus" in it on every node, and add the nodes with citus_add_node',
);
const NO_DATA_NODE = say(
  'no_data_node',
  'The cluster has no node for data yet: add one with "select citus_add_node(host, port)"',
);

/**
 * Distributes all tables that are not distributed yet.
 *
 * @throws Problem `refused` without a cluster, and while the service runs: its statements are made for the
 * tables that it found at its start
 */
export async function distributeTables(database: Database): Promise<Distributed> {
  if ((await countProcesses(database)) > 0) {
    throw refused(SERVICE_RUNS);
  }
  await refuseSingle(database);
  return distributeAll(database.pool);
}

/** Returns the current and the right place of each table. @throws Problem `refused` without a cluster */
export async function checkDistribution(database: Database): Promise<ClusterTable[]> {
  await refuseSingle(database);
  return readClusterTables(database.pool);
}

async function refuseSingle({ pool }: Database): Promise<void> {
  const workers = await countWorkers(pool);
  if (workers === null) {
    throw refused(NO_CITUS);
  }
  if (workers === 0) {
    throw refused(NO_DATA_NODE);
  }
}

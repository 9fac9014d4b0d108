import { refused } from '../../problems/problem.ts';
import { type ClusterTable, readClusterTables } from '../../storage/cluster/cluster-tables.ts';
import { type Distributed, distributeAll } from '../../storage/cluster/distribute.ts';
import { countWorkers } from '../../storage/cluster/has-citus.ts';
import type { Database } from '../../storage/database.ts';
import { countProcesses } from '../../storage/health/backlog.ts';

/**
 * Distributes all tables that are not distributed yet.
 *
 * @throws Problem `refused` without a cluster, and while the service runs: its statements are made for the
 * tables that it found at its start
 */
export async function distributeTables(database: Database): Promise<Distributed> {
  if ((await countProcesses(database)) > 0) {
    throw refused(
      'The service is running on this database: stop all of its processes, then distribute the tables',
    );
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
    throw refused(
      'The database has no Citus: run "create extension citus" in it on every node, and add the nodes with citus_add_node',
    );
  }
  if (workers === 0) {
    throw refused('The cluster has no node for data yet: add one with "select citus_add_node(host, port)"');
  }
}

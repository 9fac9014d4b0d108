import { refused } from '../../problems/problem.ts';
import { type ClusterTable, readClusterTables } from '../../storage/cluster/cluster-tables.ts';
import { type Distributed, distributeAll } from '../../storage/cluster/distribute.ts';
import { countWorkers } from '../../storage/cluster/has-citus.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Spreads the tables over the nodes of a cluster; those that have their places stay.
 *
 * @throws Problem `refused` where there is no cluster
 */
export async function distributeTables(database: Database): Promise<Distributed> {
  await refuseSingle(database);
  return distributeAll(database.pool);
}

/** Where each table is and belongs. @throws Problem `refused` where there is no cluster */
export async function checkDistribution(database: Database): Promise<ClusterTable[]> {
  await refuseSingle(database);
  return readClusterTables(database.pool);
}

async function refuseSingle({ pool }: Database): Promise<void> {
  const workers = await countWorkers(pool);
  if (workers === null) {
    throw refused(
      'The database has no Citus: run "create extension citus" in it on every node, and add the nodes by citus_add_node',
    );
  }
  if (workers === 0) {
    throw refused('The cluster has no node for data yet: add one by "select citus_add_node(host, port)"');
  }
}

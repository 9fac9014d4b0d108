// biome-ignore lint/plugin: nothing says that the autovacuum has ended
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The node of an account on a cluster, and another node. */
export interface AccountPlace {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
  readonly other_host: string;
  readonly other_port: number;
}

export async function placeOf(pool: pg.Pool, accountId: string): Promise<AccountPlace> {
  const { rows } = await pool.query<AccountPlace>(
    `select p.shardid as shard, n.nodename as host, n.nodeport as port, o.nodename as other_host, o.nodeport as other_port
       from pg_dist_placement p join pg_dist_node n using (groupid)
       cross join lateral (select * from pg_dist_node o
         where o.shouldhaveshards and o.groupid <> n.groupid order by o.groupid limit 1) o
      where p.shardid = get_shard_id_for_distribution_column('dakiya.shipments', $1::uuid)`,
    [accountId],
  );
  const [place] = rows;
  if (place === undefined) throw new Error('The account has no shard');
  return place;
}

/**
 * Moves a shard, with everything colocated with it, to the other node; logical replication lets its writers
 * continue.
 */
export async function move(
  pool: pg.Pool,
  place: AccountPlace,
  by: 'force_logical' | 'block_writes' = 'force_logical',
): Promise<void> {
  for (;;) {
    try {
      await pool.query('select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => $6)', [
        place.shard,
        place.host,
        place.port,
        place.other_host,
        place.other_port,
        by,
      ]);
      return;
    } catch (error) {
      // What an earlier move left there cannot be removed while somebody else, such as the autovacuum, has it locked.
      if (!String(error).includes('could not be cleaned up')) throw error;
      await sleep(100);
    }
  }
}

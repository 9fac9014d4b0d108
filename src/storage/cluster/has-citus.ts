import type pg from 'pg';

export async function hasCitus(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/** The number of nodes that may store accounts; null without a cluster. */
export async function countWorkers(client: pg.ClientBase | pg.Pool): Promise<number | null> {
  if (!(await hasCitus(client))) return null;
  const { rows } = await client.query<{ workers: number }>(
    "select count(*) as workers from pg_dist_node where shouldhaveshards and noderole = 'primary'",
  );
  return rows[0]?.workers ?? 0;
}

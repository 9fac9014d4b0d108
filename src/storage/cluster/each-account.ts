import type pg from 'pg';
import type { Database } from '../database.ts';

/** A statement about work of the whole service that is due, which takes it. */
export interface DueWork {
  readonly name: string;
  /** Whose work may be due: on a cluster alone, asked of all nodes at once. Its parameters are those of `parameters`. */
  readonly accounts: string;
  /** @param only SQL that keeps the rows of a table, by its alias, to one account; empty but on a cluster */
  readonly text: (only: (alias: string) => string) => string;
}

/**
 * Takes work of the whole service by one statement; on a cluster by one for each account that has some, since what locks
 * rows, or takes a look at a few of them, keeps to one node there.
 *
 * @param parameters of `text` and `accounts`
 * @param most rows of all accounts together; each account may have its share of what is left
 */
export async function takeDueWork<Row extends pg.QueryResultRow>(
  { pool, isCluster }: Database,
  { name, text, accounts }: DueWork,
  parameters: { readonly ofAccounts: readonly unknown[]; readonly of: (share: number) => readonly unknown[] },
  most: number,
): Promise<Row[]> {
  if (!isCluster) {
    return (await pool.query<Row>({ name, text: text(() => ''), values: [...parameters.of(most)] })).rows;
  }
  const { rows: owners } = await pool.query<{ account_id: string }>(accounts, [...parameters.ofAccounts]);
  const taken: Row[] = [];
  for (const [index, { account_id }] of owners.entries()) {
    const share = Math.ceil((most - taken.length) / (owners.length - index));
    if (share <= 0) break;
    const values = [...parameters.of(share), account_id];
    const only = (alias: string) =>
      ` and ${alias === '' ? '' : `${alias}.`}account_id = $${values.length}::uuid`;
    const { rows } = await pool.query<Row>({ name: `${name}-of-one`, text: text(only), values });
    taken.push(...rows);
  }
  return taken;
}

/** The rows to take from a table whose rows have a next try. */
export interface DueTries {
  readonly now: Date;
  /** When they are free again, should this process hang. */
  readonly until: Date;
  readonly most: number;
}

/** As `takeDueWork`, of a statement whose parameters are now, until when and how many, and `accounts` has now. */
export function takeDueTries<Row extends pg.QueryResultRow>(
  database: Database,
  work: DueWork,
  { now, until, most }: DueTries,
): Promise<Row[]> {
  return takeDueWork<Row>(database, work, { ofAccounts: [now], of: (share) => [now, until, share] }, most);
}

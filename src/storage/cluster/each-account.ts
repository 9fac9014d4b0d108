import type { Database } from '../database.ts';

export interface DueWork {
  readonly name: string;
  /** SQL for the accounts that may have due work. Only for a cluster, where it asks all nodes at once. */
  readonly accounts: string;
  /** @param only returns SQL that limits the table with this alias to one account; empty without a cluster */
  readonly text: (only: (alias: string) => string) => string;
}

/**
 * Takes due work of all accounts with one statement. A cluster needs one statement for each account with due
 * work, because a statement with row locks or a limit runs on only one node there.
 *
 * @param parameters of `text` and `accounts`
 * @param most the limit of rows of all accounts together; each account may use the rest
 */
export async function takeDueWork<Row>(
  database: Database,
  { name, text, accounts }: DueWork,
  parameters: { readonly ofAccounts: readonly unknown[]; readonly of: (share: number) => readonly unknown[] },
  most: number,
): Promise<Row[]> {
  if (!database.isCluster) return database.run<Row>({ name, text: text(() => '') }, parameters.of(most));
  const owners = await database.run<{ account_id: string }>(accounts, parameters.ofAccounts);
  const taken: Row[] = [];
  for (const [index, { account_id }] of owners.entries()) {
    const share = Math.ceil((most - taken.length) / (owners.length - index));
    if (share <= 0) break;
    const values = [...parameters.of(share), account_id];
    const only = (alias: string) =>
      ` and ${alias === '' ? '' : `${alias}.`}account_id = $${values.length}::uuid`;
    taken.push(...(await database.run<Row>({ name: `${name}-of-one`, text: text(only) }, values)));
  }
  return taken;
}

/** The rows to take from a table with a next-try time. */
export interface DueTries {
  readonly now: Date;
  /** The time when the rows become free again, if this process hangs. */
  readonly until: Date;
  readonly most: number;
}

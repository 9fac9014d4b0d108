import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** A tenant of the service. */
export interface Account {
  readonly accountId: string;
  /** The display name, used in messages of orders without a store. */
  readonly name: string;
  readonly createdAt: Date;
}

const COLUMNS = 'account_id as "accountId", name, created_at as "createdAt"';

export async function listAccounts(database: Database): Promise<Account[]> {
  return database.run<Account>(`select ${COLUMNS} from accounts order by created_at, account_id`);
}

export async function findAccount(database: Database, accountId: string): Promise<Account | null> {
  const [row] = await database
    .account(accountId)
    .read<Account>(`select ${COLUMNS} from accounts where account_id = $1`, []);
  return row ?? null;
}

export async function hasNoAccount(database: Database): Promise<boolean> {
  const rows = await database.run('select from accounts limit 1');
  return rows.length === 0;
}

export async function insertAccount(writer: AccountWriter, name: string): Promise<void> {
  await writer.change('insert into accounts (account_id, name, created_at) values ($1, $2, $3)', [
    name,
    writer.now,
  ]);
}

import type { AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';

/** A tenant of the service. */
export interface Account {
  readonly accountId: string;
  /** The display name, used in messages of orders without a store. */
  readonly name: string;
  readonly createdAt: Date;
}

export async function listAccounts(database: Database): Promise<Account[]> {
  const rows = await database.global
    .selectFrom('accounts')
    .select(['account_id as accountId', 'name', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('account_id')
    .execute();
  return rows;
}

export async function findAccount(database: Database, accountId: string): Promise<Account | null> {
  const row = await database.global
    .selectFrom('accounts')
    .select(['account_id as accountId', 'name', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function hasNoAccount(database: Database): Promise<boolean> {
  const row = await database.global.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst();
  return row === undefined;
}

export async function insertAccount(writer: AccountWriter, name: string): Promise<void> {
  await writer.global
    .insertInto('accounts')
    .values({ account_id: writer.accountId, name, created_at: writer.now })
    .execute();
}

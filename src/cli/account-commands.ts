import type { Command } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { listEveryAccount } from '../usecases/accounts/accounts.ts';
import { createAccount } from '../usecases/accounts/create-account.ts';
import { readName } from './command-names.ts';
import { withSession } from './command-session.ts';
import { table } from './output.ts';

export function addAccountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('create and list accounts, the tenants of the service');

  account
    .command('create')
    .description('create an account with its first API key, which is shown only once')
    .argument('<name>', 'display name, used in messages about orders without a store')
    .option('--new-database', 'create the database if there is none, as the first start does')
    .option('--json', 'print {"account_id","api_key"}')
    .action(async (name: string, options: { newDatabase?: boolean; json?: boolean }) => {
      const displayName = readName(name);
      await withSession(
        options.json === true,
        async ({ service, output }) => {
          const { accountId, apiKey } = await createAccount(service, OPERATOR, displayName);
          output.result(
            { account_id: accountId, api_key: apiKey },
            `Account  ${accountId}\nAPI key  ${apiKey}\n         (shown only once)`,
          );
        },
        { mayCreate: options.newDatabase === true },
      );
    });

  account
    .command('list')
    .description('list the accounts, oldest first')
    .option('--json', 'print [{"account_id","name","created_at"}]')
    .action(async (options: { json?: boolean }) => {
      await withSession(options.json === true, async ({ service, output }) => {
        const accounts = (await listEveryAccount(service)).map(({ accountId, name, createdAt }) => ({
          account_id: accountId,
          name,
          created_at: createdAt.toISOString(),
        }));
        const rows = accounts.map(({ account_id, name, created_at }) => [account_id, created_at, name]);
        output.result(accounts, table(['ACCOUNT', 'CREATED', 'NAME'], rows));
      });
    });
}

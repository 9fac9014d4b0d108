import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { storeBody } from '../http/routes/client-stores/store-body.ts';
import { StoreChangeBody } from '../http/routes/client-stores/store-fields.ts';
import { refused } from '../problems/problem.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import { STORE, type Store } from '../resources/store.ts';
import type { AccountActor } from '../usecases/service.ts';
import { checkLogo } from '../usecases/stores/check-logo.ts';
import { listStores, updateStoreFields } from '../usecases/stores/stores.ts';
import { type CommandSession, withSession } from './command-session.ts';
import { fileBelow } from './file-argument.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

interface AccountOptions {
  account: string;
  json?: boolean;
}

interface ChangeOptions extends AccountOptions {
  logo?: string;
  [name: string]: unknown;
}

/** Options by their API names. A deleted store is restored over the API only. */
const FIELDS = STORE.named
  .filter(({ name }) => name !== 'status')
  .map(({ name, rule }) => {
    const value = name === 'languages' ? 'en,hi' : 'value';
    return [name, `--${name.replaceAll('_', '-')} <${value}>`, rule.description ?? ''] as const;
  });

const CLEARS = 'none';

const JSON_OPTION = 'as the API shows a store';

export function addStoreCommands(program: Command, folder: string): void {
  const store = program.command('store').description('show the stores of an account and change their brands');

  store
    .command('list')
    .description('list the active stores of an account, oldest first')
    .requiredOption('--account <id>', 'the account')
    .option('--json', `print [{...}], ${JSON_OPTION}`)
    .action(async (options: AccountOptions) => {
      await withAccount(options, async (account, { output, serviceUrl }) => {
        const stores = (await listStores(account)).map((one) => storeBody(one, serviceUrl));
        output.result(
          stores,
          table(
            ['STORE', 'NAME', 'BRAND', 'COLOUR', 'SUPPORT'],
            stores.map((one) => [
              one.id,
              one.store_name,
              one.brand_name ?? '',
              one.brand_color ?? '',
              one.support_phone ?? one.support_email ?? one.support_whatsapp ?? '',
            ]),
          ),
        );
      });
    });

  const change = store
    .command('set')
    .description(`change the given fields of a store; ${CLEARS} clears one`)
    .argument('<store>', 'its id, as shown by `store list`')
    .requiredOption('--account <id>', 'the account');
  for (const [, flags, description] of FIELDS) change.option(flags, description);
  change
    .option('--logo <file>', 'PNG, JPEG, WebP or GIF, at most 2 MB', fileBelow(folder))
    .option('--json', `print {...}, ${JSON_OPTION}`)
    .action(async (id: string, options: ChangeOptions) => {
      const storeId = readId(id, 'a store');
      const fields = readFields(options);
      const logo = options.logo === undefined ? undefined : await readLogoFile(options.logo);
      await withAccount(options, async (account, { output, serviceUrl }) => {
        const changed = await updateStoreFields(account, storeId, { ...STORE.given(fields), logo });
        output.result(storeBody(changed, serviceUrl), storeText(changed, serviceUrl));
      });
    });
}

/** @throws Problem `refused` with a sentence for each invalid field */
function readFields(options: ChangeOptions) {
  const sent: Record<string, unknown> = {};
  for (const [name, flags] of FIELDS) {
    const option = optionName(flags);
    const value = options[option];
    if (typeof value !== 'string') continue;
    if (value === CLEARS) sent[name] = null;
    else sent[name] = name === 'languages' ? value.split(',') : value;
  }
  const { value, error } = buildRequestReading({}).readWith(StoreChangeBody, sent);
  if (error !== undefined) throw error;
  return value;
}

/** Returns the name that commander gives to `--store-name <name>`: `storeName`. */
function optionName(flags: string): string {
  const [flag = ''] = flags.slice(2).split(' ');
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function readLogoFile(file: string) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw refused(`The logo ${file} cannot be read: ${error.code}`);
  });
  return checkLogo(bytes);
}

function storeText(store: Store, serviceUrl: string): string {
  return Object.entries(storeBody(store, serviceUrl))
    .map(([name, value]) => `${name.padEnd(18)}${value ?? ''}`)
    .join('\n');
}

function withAccount(
  { account, json }: AccountOptions,
  work: (account: AccountActor, session: CommandSession) => Promise<void>,
): Promise<void> {
  const accountId = readId(account, 'an account');
  return withSession(json === true, (session) =>
    work({ ...session.service, accountId, actor: OPERATOR }, session),
  );
}

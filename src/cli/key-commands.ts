import { type Command, Option } from 'commander';
import { OPERATOR } from '../domain/actor.ts';
import { ROLES } from '../domain/role.ts';
import {
  type Credential,
  createKey,
  type KeyScope,
  listAccountKeys,
  revokeKey,
} from '../usecases/accounts/keys.ts';
import { readName } from './command-names.ts';
import { withSession } from './command-session.ts';
import { readFutureDate } from './dates.ts';
import { readId } from './ids.ts';
import { table } from './output.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('create, list and revoke API keys');

  key
    .command('create')
    .description('create an API key, which is shown only once')
    .requiredOption('--account <id>', 'the account')
    .option('--name <name>', 'what the key is for', 'key')
    .addOption(
      new Option('--scope <scope>', 'its permissions').choices(['full', 'read', ...ROLES]).default('full'),
    )
    .option('--expires <date>', 'when it expires, such as 2027-03-31 or 2027-03-31T18:30:00Z')
    .option('--json', 'print {"key_id","api_key"}')
    .action(
      async (options: {
        account: string;
        name: string;
        scope: KeyScope;
        expires?: string;
        json?: boolean;
      }) => {
        const expiresAt = options.expires === undefined ? null : readFutureDate('--expires', options.expires);
        const accountId = readId(options.account, 'an account');
        const name = readName(options.name);
        await withSession(options.json === true, async ({ service, output }) => {
          const terms = { name, scope: options.scope, expiresAt };
          const { keyId, apiKey } = await createKey(service, OPERATOR, accountId, terms);
          output.result(
            { key_id: keyId, api_key: apiKey },
            `Key      ${keyId}\nAPI key  ${apiKey}\n         (shown only once)`,
          );
        });
      },
    );

  key
    .command('list')
    .description('list the API keys of an account, oldest first; the keys themselves are never shown')
    .requiredOption('--account <id>', 'the account')
    .option('--tokens', 'list tokens that users got with their passwords instead')
    .option(
      '--json',
      'print [{"key_id","name","scope","created_at","expires_at","revoked_at","last_used_at"}]',
    )
    .action(async (options: { account: string; tokens?: boolean; json?: boolean }) => {
      const accountId = readId(options.account, 'an account');
      const kind = options.tokens === true ? 'token' : 'key';
      await withSession(options.json === true, async ({ service, output }) => {
        const keys = (await listAccountKeys(service, accountId, kind)).map(keyBody);
        const rows = keys.map((row) => [
          row.key_id,
          row.scope,
          row.revoked_at ? 'revoked' : 'active',
          row.expires_at ?? 'never',
          row.last_used_at ?? 'never',
          row.name,
        ]);
        output.result(
          keys,
          table([kind.toUpperCase(), 'SCOPE', 'STATE', 'EXPIRES', 'LAST USED', 'NAME'], rows),
        );
      });
    });

  key
    .command('revoke')
    .description('revoke an API key or a token; it stops working within a second')
    .argument('<key id>', 'as shown by `key list`, or by `key list --tokens`')
    .option('--json', 'print {"key_id","revoked":true}')
    .action(async (id: string, options: { json?: boolean }) => {
      const keyId = readId(id, 'a key or a token');
      await withSession(options.json === true, async ({ service, output }) => {
        await revokeKey(service, OPERATOR, keyId);
        output.result({ key_id: keyId, revoked: true }, `${keyId} is revoked`);
      });
    });
}

function keyBody(key: Credential) {
  return {
    key_id: key.credentialId,
    name: key.name,
    scope: key.role ?? key.scope,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

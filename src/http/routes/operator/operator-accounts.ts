import type { FastifyInstance } from 'fastify';
import {
  boolean,
  earliestTime,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import { listEveryAccount } from '../../../usecases/accounts/accounts.ts';
import { namedAccount } from '../../../usecases/accounts/check-operator.ts';
import { createAccount } from '../../../usecases/accounts/create-account.ts';
import { type Credential, createKey, listAccountKeys, revokeKey } from '../../../usecases/accounts/keys.ts';
import { operatorOperation } from '../../operation.ts';
import { KEY_SCOPES } from '../credentials/key-body.ts';
import { futureDate } from './future-date.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

const NewAccount = object({
  name: text({
    max: 200,
    description: 'The display name, used in messages about orders without a store.',
  }),
});
const NewKey = object({
  name: withDefault(text({ max: 200, description: 'What the key is for.' }), 'key'),
  scope: withDefault(oneOf(KEY_SCOPES, { description: 'Its permissions.' }), 'full'),
  expires: optional(earliestTime({ description: 'When it expires, such as 2027-03-31.' })),
});
const Keys = object({
  tokens: withDefault(
    boolean({ description: 'List the tokens that users got with their passwords instead.' }),
    false,
  ),
});
const KeyPath = pathParameters({ id: uuid() }, 'Key or token');

export function addOperatorAccounts(operator: FastifyInstance): void {
  operator.post<{ Body: ValueOf<typeof NewAccount> }>(
    '/accounts',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'createAccount',
        summary: 'Create an account with its first API key, which is shown only once',
        body: NewAccount,
      }),
    },
    async ({ account, body }) => {
      const { accountId, apiKey } = await createAccount(account, account.actor, body.name);
      return { data: { account_id: accountId, api_key: apiKey } };
    },
  );
  operator.get(
    '/accounts',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listAccounts',
        summary: 'List the accounts, oldest first',
      }),
    },
    async ({ account }) => ({
      data: (await listEveryAccount(account)).map(({ accountId, name, createdAt }) => ({
        account_id: accountId,
        name,
        created_at: createdAt.toISOString(),
      })),
    }),
  );
  operator.post<{ Body: ValueOf<typeof NewKey> }>(
    '/keys',
    {
      schema: operatorOperation({
        operationId: 'createOperatorKey',
        summary: 'Create an API key, which is shown only once',
        body: NewKey,
      }),
    },
    async ({ account, body }) => {
      const { name, scope, expires } = body;
      const expiresAt = expires === undefined ? null : futureDate('expires', expires, account.now());
      const terms = { name, scope, expiresAt };
      const { keyId, apiKey } = await createKey(account, account.actor, account.accountId, terms);
      return { data: { key_id: keyId, api_key: apiKey } };
    },
  );
  operator.get<{ Querystring: ValueOf<typeof Keys> }>(
    '/keys',
    {
      schema: operatorOperation({
        operationId: 'listEveryKey',
        summary: 'List the API keys of an account, oldest first; the keys themselves are never shown',
        querystring: Keys,
      }),
    },
    async ({ account, query }) => ({
      data: (await listAccountKeys(account, account.accountId, query.tokens ? 'token' : 'key')).map(keyBody),
    }),
  );
  operator.delete<{ Params: ValueOf<typeof KeyPath> }>(
    '/keys/:id',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'revokeAnyKey',
        summary: 'Revoke an API key or a token of any account; it stops working within a second',
        params: KeyPath,
      }),
    },
    async ({ account, params }) => {
      await revokeKey(account, account.actor, params.id, namedAccount(account));
      return { data: { key_id: params.id, revoked: true } };
    },
  );
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

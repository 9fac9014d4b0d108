import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
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
import {
  createAccountKey,
  type KeyWithText,
  listKeys,
  revokeAccountKey,
} from '../../../usecases/accounts/keys.ts';
import { isUser } from '../../../usecases/accounts/users.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { unauthenticated, wrongCredential } from '../../plugins/credential.ts';
import { NEWEST_FIELDS, newestMetaBody, pageOf } from '../newest-page.ts';
import { KEY_SCOPES, KeyList, keyBody, keyWithToken, OneKey, shownOnce } from './key-body.ts';

const Body = object({
  name: text({
    max: 200,
    examples: ['warehouse printer'],
    description: 'What the key is for. No two active keys have the same name.',
  }),
  scope: withDefault(
    oneOf(KEY_SCOPES, {
      description:
        'A `read` key gets 403 from requests that change data. A key with the name of a role has the permissions of that role.',
    }),
    'full',
  ),
  expires_at: optional(
    earliestTime({
      // An example date would be in the past one day.
      examples: [],
      description: 'At most 365 days ahead; that is the default.',
    }),
  ),
});

const Query = object(NEWEST_FIELDS);

/** The `:id` of a path. An id that is not a UUID is answered like an unknown key. */
const KeyPath = pathParameters({ id: uuid() }, 'Key');

/** The paths to create and revoke keys: ours, and those of the API family's clients, with their headers. */
const PLACES = [
  { path: '/keys', made: 'createKey', revoked: 'revokeKey', options: {} },
  {
    path: '/api_keys',
    made: 'createApiKey',
    revoked: 'revokeApiKey',
    options: { config: { accessToken: true }, onRequest: checkUid },
  },
] as const;

export function addKeys(api: FastifyInstance): void {
  addListKeys(api);
  for (const { path, made, revoked, options } of PLACES) {
    api.post<{ Body: ValueOf<typeof Body> }>(
      path,
      {
        ...options,
        schema: operation({
          operationId: made,
          tag: 'Credentials',
          role: 'owner',
          summary: 'Create an API key',
          description:
            'Only this answer shows the key. An account has at most 5 active keys. A repeat with the same `Idempotency-Key` is answered without `token`, which is not stored: if the first answer was lost, revoke the key and create another.',
          headerFields: IdempotencyHeader,
          body: Body,
          answers: { 201: answer('The key, with its `token`.', OneKey) },
        }),
      },
      async (request, reply) => {
        const { account } = request;
        const { name, scope, expires_at } = request.body;
        const expiresAt = expires_at === undefined ? null : new Date(expires_at);
        return sendOnce(request, reply, {
          endpoint: path,
          status: 201,
          body: (key: KeyWithText) => keyWithToken(key, account.now()),
          run: (answer) => createAccountKey(account, { name, scope, expiresAt }, answer),
          keeping: () => shownOnce,
        });
      },
    );

    api.delete<{ Params: ValueOf<typeof KeyPath> }>(
      `${path}/:id`,
      {
        ...options,
        schema: operation({
          operationId: revoked,
          tag: 'Credentials',
          role: 'owner',
          summary: 'Revoke an API key',
          description:
            'The key stops working within a second and stays in the list. Revoking it again changes nothing.',
          params: KeyPath,
          answers: { 204: emptyAnswer('The key is revoked.') },
        }),
      },
      async (request, reply) => {
        await revokeAccountKey(request.account, request.params.id);
        return reply.code(204).send();
      },
    );
  }
}

function addListKeys(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/keys',
    {
      schema: operation({
        operationId: 'listKeys',
        tag: 'Credentials',
        role: 'owner',
        summary: 'List API keys',
        description: 'Newest first, with revoked and expired keys. The keys themselves are never shown.',
        querystring: Query,
        answers: { 200: answer('A page of the keys, newest first.', KeyList) },
      }),
    },
    async (request) => {
      const found = await listKeys(request.account, pageOf(request.query));
      const now = request.account.now();
      return { data: found.rows.map((key) => keyBody(key, now)), meta: newestMetaBody(request.query, found) };
    },
  );
}

/** Checks that the header `uid`, if it was sent, names the user of the token. */
async function checkUid(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const uid = String(request.headers.uid ?? '').trim();
  if (uid !== '' && !(await isUser(request.account, uid)))
    throw unauthenticated(reply, wrongCredential(request));
}

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { object, pathParameters, uuid, type ValueOf } from '../../../reading/fields.ts';
import { endAccountSession } from '../../../usecases/accounts/end-session.ts';
import { type ListedSession, listSessionsPage } from '../../../usecases/accounts/list-people.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';

const Query = object(NEWEST_FIELDS);
const SessionPath = pathParameters({ id: uuid() }, 'Session');

const ListedSessionBody = Type.Object(
  {
    id: Uuid,
    user_id: orNull(Uuid),
    key_id: orNull(Uuid),
    name: textLike('Asha', 'The name of the user, or of the key.'),
    device: textLike('Mozilla/5.0 (X11; Linux x86_64)', 'The browser’s own description.'),
    address: orNull(
      textLike(
        '203.0.113.7',
        'The IP address that signed in; of IPv6, the /64 network. Null for sessions of an older release.',
      ),
    ),
    is_current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
    created_at: Time,
    last_used_at: orNull(Time),
    expires_at: Time,
  },
  { title: 'ListedSession' },
);

export function addSessions(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/sessions',
    {
      schema: operation({
        operationId: 'listSessions',
        tag: 'People',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List browser sessions',
        description:
          'Newest first. Owners see all sessions of the account, others see their own. Sessions that are over are not listed.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the sessions, newest first.',
            Type.Object({ data: Type.Array(ListedSessionBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const { account, query } = request;
      const found = await listSessionsPage(account, pageOf(query));
      const current = account.session?.sessionId ?? null;
      return {
        data: found.rows.map((session) => listedBody(session, current)),
        meta: newestMetaBody(query, found),
      };
    },
  );
  api.delete<{ Params: ValueOf<typeof SessionPath> }>(
    '/sessions/:id',
    {
      schema: operation({
        operationId: 'endListedSession',
        tag: 'People',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'End a browser session',
        description: 'Owners can end any session of the account, others their own.',
        params: SessionPath,
        answers: { 204: emptyAnswer('The session is ended.') },
      }),
    },
    async (request, reply) => {
      await endAccountSession(request.account, request.params.id);
      return reply.code(204).send();
    },
  );
}

function listedBody(session: ListedSession, current: string | null): Static<typeof ListedSessionBody> {
  const written = (time: string) => new Date(time).toISOString();
  return {
    id: session.sessionId,
    user_id: session.userId,
    key_id: session.keyId,
    name: session.name,
    device: session.device,
    address: session.address,
    is_current: session.sessionId === current,
    created_at: written(session.createdAt),
    last_used_at: session.lastUsedAt === null ? null : written(session.lastUsedAt),
    expires_at: written(session.expiresAt),
  };
}

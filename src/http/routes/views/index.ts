import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  boolean,
  object,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  withDefault,
} from '../../../reading/fields.ts';
import {
  changeView,
  createView,
  deleteView,
  listSeenViews,
  type View,
} from '../../../usecases/views/views.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';

const name = text({ max: 100, examples: ['COD stuck in transit'] });
const query = text({
  max: 4_000,
  description: "The query of the page's address; your client decides its meaning.",
  examples: ['status=in_transit&is_cod=true'],
});
const isShared = boolean({ description: 'Whether everybody in the account can see it.' });
const page = text({ max: 40, description: 'The page that the view belongs to.', examples: ['shipments'] });

const NewBody = object({
  name,
  page,
  query: withDefault(query, ''),
  is_shared: withDefault(isShared, false),
});
const ChangeBody = object({ name: optional(name), query: optional(query), is_shared: optional(isShared) });
const Query = object({ ...NEWEST_FIELDS, page: optional(page) });
const ViewPath = pathParameters({ id: uuid() }, 'View');

const ViewBody = Type.Object(
  {
    id: Uuid,
    name: textLike('COD stuck in transit'),
    page: textLike('shipments'),
    query: textLike('status=in_transit&is_cod=true'),
    is_shared: Type.Boolean(),
    owner: Type.Object({ id: orNull(Uuid), name: textLike('Asha') }),
    is_own: Type.Boolean({ description: 'Whether it belongs to the user of this request.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'View' },
);
const OneView = Type.Object({ data: ViewBody });

function viewBody(view: View, personId: string | null): Static<typeof ViewBody> {
  return {
    id: view.viewId,
    name: view.name,
    page: view.page,
    query: view.query,
    is_shared: view.isShared,
    owner: { id: view.ownerId, name: view.ownerName },
    is_own: view.ownerId === personId,
    created_at: new Date(view.createdAt).toISOString(),
    updated_at: new Date(view.updatedAt).toISOString(),
  };
}

export function addViews(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/views',
    {
      schema: operation({
        operationId: 'listViews',
        tag: 'Views',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List saved views',
        description: 'Your views and the shared ones, newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the views, newest first.',
            Type.Object({ data: Type.Array(ViewBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const { account, query } = request;
      const found = await listSeenViews(account, query.page ?? null, pageOf(query));
      const data = found.rows.map((view) => viewBody(view, account.actor.id));
      return { data, meta: newestMetaBody(query, found) };
    },
  );
  api.post<{ Body: ValueOf<typeof NewBody> }>(
    '/views',
    {
      schema: operation({
        operationId: 'createView',
        tag: 'Views',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Save a view',
        description: 'Private unless `is_shared`, which requires the role `packer`.',
        headerFields: IdempotencyHeader,
        body: NewBody,
        answers: { 201: answer('The view.', OneView) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      const { is_shared, ...wanted } = body;
      return sendOnce(request, reply, {
        endpoint: '/views',
        status: 201,
        body: (view: View) => ({ data: viewBody(view, account.actor.id) }),
        run: (answer) => createView(account, { ...wanted, isShared: is_shared }, answer),
      });
    },
  );
  addChanges(api);
}

function addChanges(api: FastifyInstance): void {
  api.put<{ Params: ValueOf<typeof ViewPath>; Body: ValueOf<typeof ChangeBody> }>(
    '/views/:id',
    {
      schema: operation({
        operationId: 'updateView',
        tag: 'Views',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Update a saved view',
        description: 'Owners can update any shared view, others their own.',
        params: ViewPath,
        body: ChangeBody,
        answers: { 200: answer('The view as it is now.', OneView) },
      }),
    },
    async ({ account, params, body }) => {
      const { is_shared, ...rest } = body;
      const changes = { ...rest, ...(is_shared === undefined ? {} : { isShared: is_shared }) };
      return { data: viewBody(await changeView(account, params.id, changes), account.actor.id) };
    },
  );
  api.delete<{ Params: ValueOf<typeof ViewPath> }>(
    '/views/:id',
    {
      schema: operation({
        operationId: 'deleteView',
        tag: 'Views',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Delete a saved view',
        description: 'Owners can delete any shared view, others their own.',
        params: ViewPath,
        answers: { 204: emptyAnswer('The view is deleted.') },
      }),
    },
    async (request, reply) => {
      await deleteView(request.account, request.params.id);
      return reply.code(204).send();
    },
  );
}

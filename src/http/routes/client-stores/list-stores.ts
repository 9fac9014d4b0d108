import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { STORE_STATUSES } from '../../../domain/store.ts';
import { object, oneOf, type ValueOf, withDefault } from '../../../reading/fields.ts';
import { listStores } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { StoreBody, storeBody } from './store-body.ts';

const Query = object({
  status: withDefault(
    oneOf(STORE_STATUSES, { description: '`disconnected`: the deleted stores.' }),
    'connected',
  ),
});

export function addListStores(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/client-stores',
    {
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'listStores',
        tag: 'Stores',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List stores',
        querystring: Query,
        description: 'Oldest first.',
        answers: { 200: answer('The stores.', Type.Object({ data: Type.Array(StoreBody) })) },
      }),
    },
    async (request) => {
      const stores = await listStores(request.account, request.query.status);
      const base = publicUrl();
      return { data: stores.map((store) => storeBody(store, base)) };
    },
  );
}

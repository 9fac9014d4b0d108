import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listStores } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { StoreBody, storeBody } from './store-body.ts';

export function addListStores(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.get(
    '/client-stores',
    {
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'listStores',
        tag: 'Stores',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List active stores',
        description: 'Oldest first.',
        answers: { 200: answer('The stores.', Type.Object({ data: Type.Array(StoreBody) })) },
      }),
    },
    async (request) => {
      const stores = await listStores(request.account);
      const base = publicUrl();
      return { data: stores.map((store) => storeBody(store, base)) };
    },
  );
}

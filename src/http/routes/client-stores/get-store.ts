import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { getStore } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { OneStore, storeBody } from './store-body.ts';
import { StorePath } from './store-fields.ts';

export function addGetStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.get<{ Params: ValueOf<typeof StorePath> }>(
    '/client-stores/:id',
    {
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'getStore',
        tag: 'Stores',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get a store',
        description: 'Also returns a deleted store.',
        params: StorePath,
        answers: { 200: answer('The store.', OneStore) },
      }),
    },
    async (request) => ({ data: storeBody(await getStore(request.account, request.params.id), publicUrl()) }),
  );
}

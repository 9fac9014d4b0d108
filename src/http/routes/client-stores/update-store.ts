import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { STORE } from '../../../resources/store.ts';
import { updateStoreFields } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { readLogo } from './read-logo.ts';
import { OneStore, storeBody } from './store-body.ts';
import { BODY_WITH_LOGO, StoreChangeBody, StorePath } from './store-fields.ts';

export function addUpdateStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.put<{ Body: ValueOf<typeof StoreChangeBody>; Params: ValueOf<typeof StorePath> }>(
    '/client-stores/:id',
    {
      attachValidation: true,
      bodyLimit: BODY_WITH_LOGO,
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'updateStore',
        tag: 'Stores',
        role: 'manager',
        summary: 'Update a store',
        description: 'Only the given fields change. `status: connected` restores a deleted store.',
        params: StorePath,
        body: StoreChangeBody,
        answers: { 200: answer('The store as it is now.', OneStore) },
      }),
    },
    async (request, reply) => {
      const logo = await readLogo(request, reply);
      const change = STORE.given(request.body);
      const store = await updateStoreFields(request.account, request.params.id, { ...change, logo });
      return { data: storeBody(store, publicUrl()) };
    },
  );
}

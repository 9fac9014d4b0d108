import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { updateStoreFields } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { readLogo } from './read-logo.ts';
import { OneStore, storeBody } from './store-body.ts';
import { givenDetails, StoreChangeBody, StorePath } from './store-fields.ts';

export function addUpdateStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.put<{ Body: ValueOf<typeof StoreChangeBody>; Params: ValueOf<typeof StorePath> }>(
    '/client-stores/:id',
    {
      attachValidation: true,
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
    async (request) => {
      const logo = await readLogo(request);
      const store = await updateStoreFields(request.account, request.params.id, {
        storeName: request.body.store_name,
        brandName: request.body.brand_name,
        logo,
        status: request.body.status,
        details: givenDetails(request.body),
      });
      return { data: storeBody(store, publicUrl()) };
    },
  );
}

import type { FastifyInstance } from 'fastify';
import { clearable, file, object, oneOf, unclearable, type ValueOf } from '../../../reading/fields.ts';
import { updateStoreFields } from '../../../usecases/stores/update-store.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { readLogo } from './read-logo.ts';
import { OneStore, storeBody } from './store-body.ts';
import { brandName, LOGO_DESCRIPTION, StorePath, storeName } from './store-fields.ts';

const Body = object({
  store_name: unclearable(storeName),
  brand_name: clearable(brandName, { emptyTextClears: true }),
  logo: clearable(file({ description: `${LOGO_DESCRIPTION} null clears it.` })),
  status: unclearable(
    oneOf(['connected', 'disconnected'], { description: '`connected` brings a deleted store back.' }),
  ),
});

export function addUpdateStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.put<{ Body: ValueOf<typeof Body>; Params: ValueOf<typeof StorePath> }>(
    '/client-stores/:id',
    {
      attachValidation: true,
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'updateStore',
        tag: 'Stores',
        summary: 'Change the given fields of a store',
        params: StorePath,
        body: Body,
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
      });
      return { data: storeBody(store, publicUrl()) };
    },
  );
}

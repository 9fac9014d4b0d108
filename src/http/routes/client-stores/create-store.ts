import type { FastifyInstance } from 'fastify';
import { file, object, optional, type ValueOf } from '../../../reading/fields.ts';
import { createStore } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { readLogo } from './read-logo.ts';
import { OneStore, storeBody } from './store-body.ts';
import { brandName, givenDetails, LOGO_DESCRIPTION, storeDetailFields, storeName } from './store-fields.ts';

const Body = object({
  store_name: storeName,
  brand_name: optional(brandName),
  logo: optional(file({ description: LOGO_DESCRIPTION })),
  ...storeDetailFields,
});

export function addCreateStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/client-stores',
    {
      attachValidation: true,
      config: { errors: 'sentences' },
      schema: operation({
        operationId: 'createStore',
        tag: 'Stores',
        role: 'manager',
        summary: 'Create a store',
        description:
          'A store is a sales channel with its own brand: name, logo and colour on labels, pages and messages. Send JSON, or a form with the logo as a file.',
        body: Body,
        answers: { 201: answer('The store.', OneStore) },
      }),
    },
    async (request, reply) => {
      const logo = await readLogo(request);
      const store = await createStore(request.account, {
        storeName: request.body.store_name,
        brandName: request.body.brand_name ?? null,
        logo: logo ?? null,
        details: givenDetails(request.body),
      });
      reply.code(201);
      return { data: storeBody(store, publicUrl()) };
    },
  );
}

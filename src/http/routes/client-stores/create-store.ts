import type { FastifyInstance } from 'fastify';
import { file, object, optional, type ValueOf } from '../../../reading/fields.ts';
import { STORE } from '../../../resources/store.ts';
import { createStore } from '../../../usecases/stores/stores.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { readLogo } from './read-logo.ts';
import { OneStore, storeBody } from './store-body.ts';
import { BODY_WITH_LOGO, LOGO_DESCRIPTION } from './store-fields.ts';

const Body = object({ ...STORE.create, logo: optional(file({ description: LOGO_DESCRIPTION })) });

export function addCreateStore(api: FastifyInstance, { publicUrl }: RouteOptions): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/client-stores',
    {
      attachValidation: true,
      bodyLimit: BODY_WITH_LOGO,
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
      const logo = await readLogo(request, reply);
      const store = await createStore(request.account, STORE.created(request.body), logo ?? null);
      reply.code(201);
      return { data: storeBody(store, publicUrl()) };
    },
  );
}

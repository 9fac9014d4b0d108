import type { FastifyInstance } from 'fastify';
import type { RouteOptions } from '../route-options.ts';
import { addCreateStore } from './create-store.ts';
import { addDeleteStore } from './delete-store.ts';
import { addGetStore } from './get-store.ts';
import { addListStores } from './list-stores.ts';
import { addStoreForm } from './store-form.ts';
import { addUpdateStore } from './update-store.ts';

export async function addClientStores(api: FastifyInstance, options: RouteOptions): Promise<void> {
  await addStoreForm(api);
  addListStores(api, options);
  addGetStore(api, options);
  addCreateStore(api, options);
  addUpdateStore(api, options);
  addDeleteStore(api);
}

import type { FastifyInstance } from 'fastify';
import { listShopSystems } from '../../../usecases/shops/shops.ts';
import { answer, operation } from '../../operation.ts';
import { addConnectedShops } from './connected-shops.ts';
import { addMakeCheckoutKey } from './make-checkout-key.ts';
import { addOrdersOfShops } from './orders-of-shops.ts';
import { ShopSystemList, shopSystemBody } from './shop-system-body.ts';
import { addTrialsOfShops } from './try-shops.ts';

export function addShops(api: FastifyInstance): void {
  addShopSystems(api);
  addConnectedShops(api);
  addTrialsOfShops(api);
  addMakeCheckoutKey(api);
  addOrdersOfShops(api);
}

function addShopSystems(api: FastifyInstance): void {
  api.get(
    '/shop-systems',
    {
      schema: operation({
        operationId: 'listShopSystems',
        tag: 'Shops',
        role: 'viewer',
        summary: 'List shop systems',
        description: 'The shop systems that can be connected, with their settings and what they can do.',
        answers: { 200: answer('The shop systems.', ShopSystemList) },
      }),
    },
    async ({ account }) => ({ data: listShopSystems(account).map(shopSystemBody) }),
  );
}

import type { FastifyInstance } from 'fastify';
import {
  day,
  object,
  optional,
  pathParameters,
  text,
  unclearable,
  uuid,
  type ValueOf,
} from '../../../reading/fields.ts';
import { SentShopRules, shopRulesOf } from '../../../resources/shop-rules.ts';
import {
  changeShop,
  checkShop,
  connectShop,
  disconnectShop,
  firstOrdersFrom,
  getShop,
  listOwnShops,
  usualCodMethods,
} from '../../../usecases/shops/shops.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import {
  OneShop,
  ShopCheckBody,
  ShopList,
  shopBody,
  shopCheckBody,
  shopSettings,
  shopSystem,
} from './shop-body.ts';

const shopName = text({ max: 100, examples: ['Chai & Co online'] });

const NewBody = object({
  shop: shopSystem(),
  name: optional(shopName),
  store_id: optional(uuid({ of: 'a store', description: 'The store to take. Default: a new one.' })),
  store_name: optional(
    text({ max: 100, description: 'Of the new store. Default: from the address.', examples: ['chai'] }),
  ),
  brand_name: optional(text({ max: 120, description: 'Of the new store.', examples: ['Chai & Co'] })),
  settings: shopSettings(),
  rules: SentShopRules,
  orders_from: optional(
    day({
      description: 'Orders from before this day are not taken. Default: 30 days ago.',
      examples: ['2026-11-01'],
    }),
  ),
});
const ChangeBody = object({
  name: unclearable(shopName),
  settings: unclearable(shopSettings()),
  rules: optional(SentShopRules),
});
const Path = pathParameters({ id: uuid() }, 'Shop');
type InPath = { Params: ValueOf<typeof Path> };

const PATH = '/shops';

export function addConnectedShops(api: FastifyInstance): void {
  api.get(
    PATH,
    {
      schema: operation({
        operationId: 'listShops',
        tag: 'Shops',
        role: 'viewer',
        summary: 'List connected shops',
        description: 'Oldest first, with how each connection is doing.',
        answers: { 200: answer('The shops.', ShopList) },
      }),
    },
    async ({ account }) => {
      const data = (await listOwnShops(account)).map(shopBody);
      return { data, meta: { total: data.length } };
    },
  );

  api.post<{ Body: ValueOf<typeof NewBody> }>(
    PATH,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'connectShop',
        tag: 'Shops',
        role: 'manager',
        summary: 'Connect a shop',
        description:
          'Its open orders are read from then on, and its customers see the brand of its store. `POST /shops/{id}/check` tells whether the shop accepts the credential, and makes it send webhooks.',
        headerFields: IdempotencyHeader,
        body: NewBody,
        answers: { 201: answer('The shop.', OneShop) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 201,
        body: (shop: Parameters<typeof shopBody>[0]) => ({ data: shopBody(shop) }),
        run: (answer) =>
          connectShop(
            account,
            {
              shop: body.shop,
              name: body.name ?? null,
              storeId: body.store_id ?? null,
              storeName: body.store_name ?? null,
              brandName: body.brand_name ?? null,
              settings: body.settings,
              rules: shopRulesOf(body.rules, usualCodMethods(account, body.shop)),
              ordersFrom: firstOrdersFrom(account.now(), body.orders_from ?? null),
            },
            answer,
          ),
      });
    },
  );

  api.get<InPath>(
    `${PATH}/:id`,
    {
      schema: operation({
        operationId: 'getShop',
        tag: 'Shops',
        role: 'viewer',
        summary: 'Get a connected shop',
        description: 'With its rules, and how the connection is doing.',
        params: Path,
        answers: { 200: answer('The shop.', OneShop) },
      }),
    },
    async ({ account, params }) => ({ data: shopBody(await getShop(account, params.id)) }),
  );

  api.put<InPath & { Body: ValueOf<typeof ChangeBody> }>(
    `${PATH}/:id`,
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'updateShop',
        tag: 'Shops',
        role: 'manager',
        summary: 'Update a connected shop',
        description:
          'Only the given settings change; `rules` replaces all rules. A new `base_url` removes the secrets that are not sent with it. New settings start a stopped connection again.',
        params: Path,
        body: ChangeBody,
        answers: { 200: answer('The shop as it is now.', OneShop) },
      }),
    },
    async ({ account, params, body }) => {
      const { rules, ...change } = body;
      const ruled =
        rules === undefined ? {} : { rules: (usual: readonly string[]) => shopRulesOf(rules, usual) };
      return { data: shopBody(await changeShop(account, params.id, { ...change, ...ruled })) };
    },
  );

  api.delete<InPath>(
    `${PATH}/:id`,
    {
      schema: operation({
        operationId: 'disconnectShop',
        tag: 'Shops',
        role: 'manager',
        summary: 'Disconnect a shop',
        description: 'No more orders are read, and the shop is told nothing more. Orders and the store stay.',
        params: Path,
        answers: { 204: emptyAnswer('The shop is disconnected.') },
      }),
    },
    async ({ account, params }, reply) => {
      await disconnectShop(account, params.id);
      return reply.code(204).send();
    },
  );

  api.post<InPath & { Body: object }>(
    `${PATH}/:id/check`,
    {
      schema: operation({
        operationId: 'checkShop',
        tag: 'Shops',
        role: 'manager',
        summary: 'Check a shop connection',
        description: 'Asks the shop whether it accepts the credential, and makes it send webhooks.',
        params: Path,
        body: object({}),
        answers: { 200: answer('The result of the check.', ShopCheckBody) },
      }),
    },
    async ({ account, params }) => shopCheckBody(await checkShop(account, params.id)),
  );
}

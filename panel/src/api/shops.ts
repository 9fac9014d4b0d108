import { queryOptions } from '@tanstack/react-query';
import { type Answer, answerOf, api, type Sent } from './client.ts';

export type Shop = Answer<'/custom/api/v1/shops', 'get'>['data'][number];
export type ShopSystem = Answer<'/custom/api/v1/shop-systems', 'get'>['data'][number];
export type ShopOrder = Answer<'/custom/api/v1/shop-orders', 'get'>['data'][number];
export type WholeShopOrder = Answer<'/custom/api/v1/shop-orders/{id}', 'get'>['data'];
export type ShopRules = NonNullable<NonNullable<Sent<'/custom/api/v1/shops', 'post'>>['rules']>;
export type DryRun = Answer<'/custom/api/v1/shops/{id}/dry-run', 'post'>;

export const shopSystemsQuery = queryOptions({
  queryKey: ['shop systems'],
  staleTime: 'static',
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/shop-systems'))).data,
});

export const shopsQuery = queryOptions({
  queryKey: ['shops'],
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/shops'))).data,
});

/** The places from which a shop ships. */
export function shopPlacesQuery(id: string) {
  return queryOptions({
    queryKey: ['shops', 'places', id],
    staleTime: 5 * 60_000,
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/shops/{id}/locations', { params: { path: { id } } }))).data,
  });
}

/** Enough to have one of each shop. */
const NUMBERS = 100;

/** The numbers of the newest orders of shops. */
export const shopNumbersQuery = queryOptions({
  queryKey: ['newest order', 'of shops'],
  queryFn: async ({ signal }) => {
    const params = { query: { per_page: NUMBERS } };
    const { data } = await answerOf(api.GET('/custom/api/v1/shop-orders', { params, signal }));
    return data.map(({ number }) => number);
  },
});

/** The order of a shop from which a shipment was made; null if no connected shop has it. */
export function shopOrderOfQuery(shipmentId: string) {
  return queryOptions({
    queryKey: ['shop orders', 'of', shipmentId],
    queryFn: async () => {
      const query = { shipment_id: shipmentId, per_page: 1 };
      const { data } = await answerOf(api.GET('/custom/api/v1/shop-orders', { params: { query } }));
      return data[0] === undefined ? null : wholeShopOrder(data[0].id);
    },
  });
}

/** An order of a shop with the fields from which ours is made. */
export function shopOrderQuery(id: string) {
  return queryOptions({
    queryKey: ['shop orders', id],
    queryFn: () => wholeShopOrder(id),
  });
}

async function wholeShopOrder(id: string) {
  return (await answerOf(api.GET('/custom/api/v1/shop-orders/{id}', { params: { path: { id } } }))).data;
}

/** What rules would have done with the last orders of a shop. */
export function dryRunQuery(id: string, rules: ShopRules) {
  return queryOptions({
    queryKey: ['shops', 'dry run', id, rules],
    queryFn: async ({ signal }) => {
      const options = { params: { path: { id } }, body: { rules }, signal };
      return answerOf(api.POST('/custom/api/v1/shops/{id}/dry-run', options));
    },
  });
}

/** Asks a connected shop whether it accepts the credentials, and makes it send webhooks. */
export async function checkShop(id: string) {
  const options = { params: { path: { id } }, body: {} };
  return (await answerOf(api.POST('/custom/api/v1/shops/{id}/check', options))).data;
}

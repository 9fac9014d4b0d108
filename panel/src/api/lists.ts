import { queryOptions } from '@tanstack/react-query';
import { type Answer, ApiProblem, answerOf, api } from './client.ts';

/** The time during which data that seldom changes is not read again. */
const SELDOM_MS = 5 * 60_000;

export const storesQuery = queryOptions({
  queryKey: ['stores'],
  staleTime: SELDOM_MS,
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/client-stores'))).data,
});

export const warehousesQuery = queryOptions({
  queryKey: ['warehouses'],
  staleTime: SELDOM_MS,
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/warehouses'))).data,
});

export const carriersQuery = queryOptions({
  queryKey: ['carriers'],
  staleTime: SELDOM_MS,
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/carriers'))).data,
});

export type Carrier = Answer<'/custom/api/v1/carriers', 'get'>['data'][number];
export type Courier = Answer<'/custom/api/v1/couriers', 'get'>['data'][number];

/** The place of a pincode; null for an unknown pincode. */
export function pincodeQuery(pincode: string) {
  return queryOptions({
    queryKey: ['pincode', pincode],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: /^[1-9]\d{5}$/.test(pincode),
    queryFn: async () => {
      try {
        return (
          await answerOf(api.GET('/custom/api/v1/pincodes/{pincode}', { params: { path: { pincode } } }))
        ).data;
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
}

export const couriersQuery = queryOptions({
  queryKey: ['couriers'],
  staleTime: SELDOM_MS,
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/couriers'))).data,
});

type OverviewAnswer = Answer<'/custom/api/v1/overview', 'get'>;
/** Counts of today's action items, and the filter of the list behind each count. */
export type Overview = OverviewAnswer['data'] & OverviewAnswer['meta'];

/** Reads today's action items; reads them again after every change. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async (): Promise<Overview> => {
    const { data, meta } = await answerOf(api.GET('/custom/api/v1/overview'));
    return { ...data, filters: meta.filters };
  },
});

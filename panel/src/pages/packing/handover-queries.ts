import { queryOptions } from '@tanstack/react-query';
import { type Answer, answerOf, api } from '../../api/client.ts';

export type Waiting = Answer<'/custom/api/v1/waiting-parcels', 'get'>['data'][number];
export type Manifest = Answer<'/custom/api/v1/manifests', 'get'>['data'][number];
export type Pickup = Answer<'/custom/api/v1/pickups', 'get'>['data'][number];

const MOST = 100;

/** The parcels that wait, by warehouse and carrier, and how many they are. */
export const waitingQuery = queryOptions({
  queryKey: ['waiting parcels'],
  queryFn: async ({ signal }) => {
    const { data: rows } = await answerOf(api.GET('/custom/api/v1/waiting-parcels', { signal }));
    return { rows, parcels: rows.reduce((sum, one) => sum + one.parcels, 0) };
  },
});

export const openManifestsQuery = queryOptions({
  queryKey: ['open manifests'],
  queryFn: async ({ signal }) => {
    const query = { state: 'open', per_page: MOST } as const;
    return (await answerOf(api.GET('/custom/api/v1/manifests', { params: { query }, signal }))).data;
  },
});

/** The pickups that were requested last. */
export const newestPickupsQuery = queryOptions({
  queryKey: ['newest pickups'],
  queryFn: async ({ signal }) => {
    const query = { per_page: MOST };
    return (await answerOf(api.GET('/custom/api/v1/pickups', { params: { query }, signal }))).data;
  },
});

export function manifestFile({ id }: Pick<Manifest, 'id'>): string {
  return `/custom/api/v1/manifests/${id}/manifest.pdf`;
}

import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';

/** Whether the account has sample data. */
export const sampleDataQuery = queryOptions({
  queryKey: ['sample data'],
  staleTime: 5 * 60_000,
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/sample-data'))).data,
});

export async function loadSampleData() {
  return (await answerOf(api.POST('/custom/api/v1/sample-data'))).data;
}

/** Removes it; returns the names of the stores and warehouses that stay. */
export async function removeSampleData(): Promise<string[]> {
  const { data } = await answerOf(api.DELETE('/custom/api/v1/sample-data'));
  return [...data.kept_stores, ...data.kept_warehouses];
}

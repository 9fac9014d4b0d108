import { queryOptions } from '@tanstack/react-query';
import { type Answer, answerOf, api } from './client.ts';

const LOOK_AGAIN_MS = 700;

export type Import = Answer<'/custom/api/v1/imports/{id}', 'get'>['data'];
export type FileReading = NonNullable<Import['reading']>;
export type RowNote = NonNullable<Import['report']>['problems'][number];

/** An import, or a check with its report. Read again until it has ended. */
export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['import', id],
    queryFn: async () =>
      (await answerOf(api.GET('/custom/api/v1/imports/{id}', { params: { path: { id } } }))).data,
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : LOOK_AGAIN_MS),
  });
}

/** The account's own kinds of order files, by name. */
export const fileProfilesQuery = queryOptions({
  queryKey: ['order-file-profiles'],
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/order-file-profiles'))).data,
});

/** The address of the rejected rows, in the form in which the file came. */
export function rejectedRowsOf(id: string): string {
  return `/custom/api/v1/imports/${id}/rejected`;
}

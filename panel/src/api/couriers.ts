import { queryOptions } from '@tanstack/react-query';
import { type Answer, answerOf, api } from './client.ts';
import { readAgainSoon } from './rates.ts';

export type CourierAccount = Answer<'/custom/api/v1/courier-accounts', 'get'>['data'][number];

export const courierAccountsQuery = queryOptions({
  queryKey: ['courier accounts'],
  queryFn: async () => (await answerOf(api.GET('/custom/api/v1/courier-accounts'))).data,
});

/** The failed calls of a courier account, newest first. */
export function courierProblemsQuery(id: string) {
  return queryOptions({
    queryKey: ['courier accounts', 'problems', id],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/custom/api/v1/courier-accounts/{id}/exchanges', { params: { path: { id } } }),
        )
      ).data,
  });
}

/** Asks the courier whether it accepts the credentials. */
export async function checkCourier(id: string) {
  const options = { params: { path: { id } }, body: {} };
  return (await answerOf(api.POST('/custom/api/v1/courier-accounts/{id}/check', options))).data;
}

/** Adds the courier's services as carriers. */
export async function addServices(id: string) {
  const options = { params: { path: { id } }, body: {} };
  const { data } = await answerOf(api.POST('/custom/api/v1/courier-accounts/{id}/services', options));
  readAgainSoon();
  return data;
}

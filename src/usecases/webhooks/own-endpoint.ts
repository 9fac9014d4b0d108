import { notFound } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  findEndpoint,
  listEndpoints,
  lockEndpoint,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { type AccountActor, changeBy } from '../service.ts';

/** The endpoints of the account, with their secrets sealed. */
export function ownEndpoints({ database, accountId }: AccountActor): Promise<WebhookEndpoint[]> {
  return listEndpoints(database.account(accountId));
}

/** An endpoint of the account, with its secrets sealed. @throws Problem `not_found` */
export async function ownEndpoint(
  { database, accountId }: AccountActor,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(database.account(accountId), endpointId);
  if (endpoint === null) throw notFound('Webhook');
  return endpoint;
}

/** Changes an endpoint that is held meanwhile. @throws Problem `not_found` */
export async function changeLocked<T>(
  account: AccountActor,
  endpointId: string,
  work: (writer: AccountWriter, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const endpoint = await lockEndpoint(writer, endpointId);
    if (endpoint === null) throw notFound('Webhook');
    return work(writer, endpoint);
  });
}

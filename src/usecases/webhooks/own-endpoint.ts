import { NoAnswerError } from '../../outgoing/outgoing-requests.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { about } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import {
  findEndpoint,
  listEndpoints,
  lockEndpoint,
  type WebhookEndpoint,
} from '../../storage/webhooks/endpoints.ts';
import { type AccountActor, changeBy } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';

export function ownEndpoints({ database, accountId }: AccountActor): Promise<WebhookEndpoint[]> {
  return listEndpoints(database.account(accountId));
}

/** Returns an endpoint of the account, with encrypted secrets. @throws Problem `not_found` */
export async function ownEndpoint(
  { database, accountId }: AccountActor,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(database.account(accountId), endpointId);
  if (endpoint === null) throw notFound('Webhook');
  return endpoint;
}

/** Changes an endpoint while it is locked. @throws Problem `not_found` */
export async function changeLockedEndpoint<T>(
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

/** Checks an endpoint's address before it is stored. Deliveries check it again. @throws Problem `refused` */
export async function checkAddress(account: WebhookParts, url: string): Promise<void> {
  try {
    await account.outgoing.addressesOf(new URL(url));
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    const sentence = about('address_unfit', '{reason}', { reason: error.sentence });
    throw refused(fieldProblem('url', 'not_allowed', sentence));
  }
}

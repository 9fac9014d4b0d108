import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { WebhookFields } from '../../resources/webhook.ts';
import { lockAndCountEndpoints, saveEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';
import { type EndpointWithSecret, endpointView } from './endpoint-view.ts';
import { checkAddress } from './own-endpoint.ts';
import { newWebhookSecret, sealFor } from './webhook-secrets.ts';

export const MOST_ENDPOINTS = 10;
const TOO_MANY = say('too_many_webhooks', 'An account can have at most {most} webhooks: delete one first', {
  most: MOST_ENDPOINTS,
});

/** Creates an endpoint. Only this answer shows its secret. @throws Problem `refused` */
export async function createEndpoint<Answer>(
  account: AccountContext & WebhookParts,
  endpoint: WebhookFields,
  answer: WriteAnswer<EndpointWithSecret, Answer>,
): Promise<Answer> {
  await checkAddress(account, endpoint.url);
  return keepEndpoint(account, endpoint, answer);
}

/** Like `createEndpoint`, without checking where the address leads; each delivery checks that too. */
export async function keepEndpoint<Answer>(
  account: AccountContext & WebhookParts,
  { apiKey, ...plain }: WebhookFields,
  answer: WriteAnswer<EndpointWithSecret, Answer>,
): Promise<Answer> {
  const { accountId, sealing } = account;
  return account.database.change(accountId, changeBy(account, account.actor), async (writer) => {
    if ((await lockAndCountEndpoints(writer)) >= MOST_ENDPOINTS) {
      throw refused(TOO_MANY);
    }
    const owner = { accountId, endpointId: writer.newId() };
    const newSecret = newWebhookSecret();
    const endpoint = {
      endpointId: owner.endpointId,
      ...plain,
      secret: sealFor(sealing, owner, 'secret', newSecret),
      oldSecret: null,
      oldSecretUntil: null,
      apiKey: apiKey === null ? null : sealFor(sealing, owner, 'api key', apiKey),
      createdAt: writer.now,
      updatedAt: writer.now,
      failingSince: null,
      switchedOffAt: null,
      switchedOffWhy: null,
    };
    await saveEndpoint(writer, endpoint);
    await writer.record({
      action: 'webhook.created',
      subjectKind: 'webhook',
      subjectId: owner.endpointId,
      changes: { ...plain, has_api_key: apiKey !== null },
    });
    return answer(writer, { ...endpointView(account, endpoint), newSecret });
  });
}

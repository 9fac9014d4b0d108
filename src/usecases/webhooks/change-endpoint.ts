import { detailsOf, say } from '../../problems/sentence.ts';
import type { WebhookChange } from '../../resources/webhook.ts';
import { giveUpOpenDeliveries } from '../../storage/webhooks/deliveries.ts';
import { removeEndpoint, saveEndpoint, type WebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { AccountContext } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';
import { type EndpointView, type EndpointWithSecret, endpointView } from './endpoint-view.ts';
import { changeLockedEndpoint, checkAddress, ownEndpoint, ownEndpoints } from './own-endpoint.ts';
import { newWebhookSecret, openFor, sealFor } from './webhook-secrets.ts';

const SWITCHED_OFF = say('endpoint_was_switched_off', 'not sent: the endpoint was switched off');
const DELETED = say('endpoint_was_deleted', 'not sent: the endpoint was deleted');

const OLD_SECRET_SIGNS_MS = 24 * 60 * 60 * 1000;

export async function listAccountEndpoints(account: AccountContext & WebhookParts): Promise<EndpointView[]> {
  const endpoints = await ownEndpoints(account);
  return endpoints.map((endpoint) => endpointView(account, endpoint));
}

/** @throws Problem `not_found` */
export async function getEndpoint(
  account: AccountContext & WebhookParts,
  endpointId: string,
): Promise<EndpointView> {
  return endpointView(account, await ownEndpoint(account, endpointId));
}

/**
 * Changes an endpoint. An endpoint that is enabled again counts as working. Disabling an endpoint drops its
 * waiting deliveries.
 *
 * @throws Problem `not_found`, `refused`
 */
export async function updateEndpoint(
  account: AccountContext & WebhookParts,
  endpointId: string,
  change: WebhookChange,
): Promise<EndpointView> {
  await ownEndpoint(account, endpointId);
  if (change.url !== undefined) await checkAddress(account, change.url);
  return changeLockedEndpoint(account, endpointId, async (writer, before) => {
    const after = applied(account, before, change);
    const changes = differences(account, before, after);
    if (Object.keys(changes).length === 0) {
      writer.skipAudit('nothing was changed');
      return endpointView(account, before);
    }
    await saveEndpoint(writer, { ...after, updatedAt: writer.now });
    if (before.enabled && !after.enabled) {
      await giveUpOpenDeliveries(writer, endpointId, SWITCHED_OFF);
    }
    await writer.record({
      action: 'webhook.updated',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes,
    });
    return endpointView(account, { ...after, updatedAt: writer.now });
  });
}

/** Removes an endpoint, which then gets no more deliveries. @throws Problem `not_found` */
export async function deleteEndpoint(account: AccountContext, endpointId: string): Promise<void> {
  await changeLockedEndpoint(account, endpointId, async (writer, endpoint) => {
    await giveUpOpenDeliveries(writer, endpointId, DELETED);
    await removeEndpoint(writer, endpointId);
    await writer.record({
      action: 'webhook.deleted',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { url: endpoint.url },
    });
  });
}

/**
 * Gives an endpoint a new secret, which only this answer shows. For 24 hours, deliveries are signed with the
 * old secret too, so that the receiver has time to change.
 *
 * @returns the answer's body
 * @throws Problem `not_found`, `refused`
 */
export async function rotateSecret(
  account: AccountContext & WebhookParts,
  endpointId: string,
  answer: WriteAnswer<EndpointWithSecret, string>,
): Promise<string> {
  const { accountId, sealing } = account;
  return changeLockedEndpoint(account, endpointId, async (writer, before) => {
    const newSecret = newWebhookSecret();
    const after = {
      ...before,
      secret: sealFor(sealing, { accountId, endpointId }, 'secret', newSecret),
      oldSecret: before.secret,
      oldSecretUntil: new Date(writer.now.getTime() + OLD_SECRET_SIGNS_MS),
      updatedAt: writer.now,
    };
    await saveEndpoint(writer, after);
    await writer.record({
      action: 'webhook.secret_rotated',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { old_secret_signs_until: after.oldSecretUntil.toISOString() },
    });
    return answer(writer, { ...endpointView(account, after), newSecret });
  });
}

function applied(
  { accountId, sealing }: AccountContext & WebhookParts,
  before: WebhookEndpoint,
  { apiKey, ...plain }: WebhookChange,
): WebhookEndpoint {
  const owner = { accountId, endpointId: before.endpointId };
  const { enabled, url } = plain;
  const isSwitched = enabled !== undefined && (enabled !== before.enabled || before.switchedOffAt !== null);
  const isNewAddress = url !== undefined && url !== before.url;
  return {
    ...before,
    ...plain,
    ...(apiKey === undefined
      ? {}
      : { apiKey: apiKey === null ? null : sealFor(sealing, owner, 'api key', apiKey) }),
    ...(isSwitched ? { switchedOffAt: null, switchedOffWhy: null } : {}),
    ...(isSwitched || isNewAddress ? { failingSince: null } : {}),
  };
}

function differences(
  account: AccountContext & WebhookParts,
  before: WebhookEndpoint,
  after: WebhookEndpoint,
): Record<string, unknown> {
  const names = ['url', 'events', 'description', 'enabled'] as const;
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const changes: Record<string, unknown> = Object.fromEntries(
    changed.map((name) => [name, { from: before[name], to: after[name] }]),
  );
  const why = before.switchedOffWhy;
  if (why !== null && after.switchedOffWhy === null) {
    changes.switched_off_why = { from: why.text, to: null };
    changes.switched_off_why_details = { from: detailsOf(why), to: null };
  }
  return sameApiKey(account, before, after)
    ? changes
    : { ...changes, api_key: { set: after.apiKey !== null } };
}

/** Compares decrypted keys, because a secret is encrypted differently each time. */
function sameApiKey(
  { accountId, sealing }: AccountContext & WebhookParts,
  { endpointId, apiKey: before }: WebhookEndpoint,
  { apiKey: after }: WebhookEndpoint,
): boolean {
  if (before === null || after === null || before === after) return before === after;
  if (!sealing.opens(before)) return false;
  const [was, is] = [before, after].map((sealed) =>
    openFor(sealing, { accountId, endpointId }, 'api key', sealed),
  );
  return was === is;
}

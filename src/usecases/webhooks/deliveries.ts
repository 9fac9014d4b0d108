import { type ExampleEvent, exampleBody } from '../../domain/webhooks/webhook-example.ts';
import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import type { Newest } from '../../storage/newest-page.ts';
import {
  type Delivery,
  type DeliveryAddress,
  type DeliveryFilters,
  findDelivery,
  listDeliveries,
  replayDeliveries,
  resendDelivery,
} from '../../storage/webhooks/deliveries.ts';
import type { WebhookEndpoint } from '../../storage/webhooks/endpoints.ts';
import { insertWebhookEvents } from '../../storage/webhooks/webhook-events.ts';
import type { WriteAnswer } from '../idempotency.ts';
import type { AccountActor } from '../service.ts';
import { changeLockedEndpoint, ownEndpoint } from './own-endpoint.ts';

export type { Delivery };

export const DELIVERIES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Returns the deliveries of an endpoint, newest first. @throws Problem `not_found` */
export async function listEndpointDeliveries(
  account: AccountActor,
  filters: DeliveryFilters,
): Promise<Newest<Delivery>> {
  await ownEndpoint(account, filters.endpointId);
  return listDeliveries(account.database.account(account.accountId), filters);
}

/** Sends an event again, with its old id. @throws Problem `not_found`; `refused` for a disabled endpoint */
export async function resend<Answer>(
  account: AccountActor,
  address: DeliveryAddress,
  answer: WriteAnswer<Delivery, Answer>,
): Promise<Answer> {
  const { endpointId, eventId } = address;
  return changeWhileOn(account, endpointId, async (writer) => {
    if ((await findDelivery(writer, address)) === null) throw notFound('Delivery');
    await resendDelivery(writer, address);
    await writer.record({
      action: 'webhook.resent',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { event_id: eventId },
    });
    return answer(writer, await deliveryOf(writer, address));
  });
}

const TOO_LONG_AGO = about(
  'events_are_deleted',
  'must be at most 30 days ago, because older events are deleted',
);
const IS_OFF = say('webhook_is_off', 'This webhook is switched off: set enabled to true first');

/**
 * Sends an endpoint all events since a time again, with their old ids. This includes the events that it
 * missed while the service had disabled it. The answer contains the number of events.
 *
 * @throws Problem `not_found`; `refused` if the endpoint is disabled, or the time is too long ago
 */
export async function replay<Answer>(
  account: AccountActor,
  { endpointId, since }: { readonly endpointId: string; readonly since: Date },
  answer: WriteAnswer<number, Answer>,
): Promise<Answer> {
  if (since.getTime() < account.now().getTime() - DELIVERIES_KEPT_MS) {
    throw refused(fieldProblem('since', 'too_small', TOO_LONG_AGO));
  }
  return changeWhileOn(account, endpointId, async (writer, endpoint) => {
    const from = new Date(Math.max(since.getTime(), endpoint.createdAt.getTime()));
    const queued = await replayDeliveries(writer, endpoint, from);
    await writer.record({
      action: 'webhook.replayed',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { since: since.toISOString(), events: queued },
    });
    return answer(writer, queued);
  });
}

/**
 * Sends an endpoint an example of an event, marked as a test.
 *
 * @param publicUrl the address of tracking pages, without a slash at the end
 * @throws Problem `not_found`; `refused` if the endpoint is disabled
 */
export async function sendTest<Answer>(
  account: AccountActor,
  {
    endpointId,
    event,
    publicUrl,
  }: { readonly endpointId: string; readonly event: ExampleEvent; readonly publicUrl: string },
  answer: WriteAnswer<Delivery, Answer>,
): Promise<Answer> {
  return changeWhileOn(account, endpointId, async (writer) => {
    const { accountId } = writer;
    const eventId = writer.newId();
    const body = exampleBody(event, { eventId, at: writer.now.getTime(), publicUrl });
    await insertWebhookEvents(
      writer.acrossAccounts,
      [{ accountId, eventId, shipmentId: null, event, body }],
      [{ accountId, eventId, endpointId }],
    );
    await writer.record({
      action: 'webhook.tested',
      subjectKind: 'webhook',
      subjectId: endpointId,
      changes: { event, event_id: eventId },
    });
    return answer(writer, await deliveryOf(writer, { endpointId, eventId }));
  });
}

function changeWhileOn<T>(
  account: AccountActor,
  endpointId: string,
  work: (writer: AccountWriter, endpoint: WebhookEndpoint) => Promise<T>,
): Promise<T> {
  return changeLockedEndpoint(account, endpointId, (writer, endpoint) => {
    if (!endpoint.enabled) throw refused(IS_OFF);
    return work(writer, endpoint);
  });
}

async function deliveryOf(writer: AccountWriter, address: DeliveryAddress): Promise<Delivery> {
  const delivery = await findDelivery(writer, address);
  if (delivery === null) throw new Error(`Delivery ${address.eventId} is gone`);
  return delivery;
}

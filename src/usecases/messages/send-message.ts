import { SYSTEM } from '../../domain/actor.ts';
import { maskContacts } from '../../domain/messages/mask.ts';
import { whyNotWorthSending } from '../../domain/messages/message-age.ts';
import { waitAfter } from '../../domain/messages/retry-schedule.ts';
import type { SendResult } from '../../messages/transport.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { enqueueForgotten, enqueueSending } from '../../storage/messages/message-jobs.ts';
import { findMessage, type StoredMessage } from '../../storage/messages/messages.ts';
import { claimMessage, type MessageOutcome, settleMessage } from '../../storage/messages/settle-messages.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { type RenderedMessage, renderMessage } from './render-message.ts';

/** The time of a claim, longer than any transport takes. */
const CLAIM_MS = 3 * 60_000;
/** The queue uses the database's clock, which may be ahead of ours. */
const CLOCKS_DIFFER_BY_MS = 5_000;
/** A healthy queue starts all its jobs earlier. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const LONGEST_ERROR = 500;

export interface MessageAddress {
  readonly accountId: string;
  readonly messageId: string;
}

/**
 * Sends a message to its provider, and records the result. Even if several jobs try, only one sends it at a
 * time, and no job sends it after it is settled. A message that is no longer true is not sent. If the
 * provider is down, it is tried again later.
 */
export async function sendMessage(
  service: ShippingService,
  { accountId, messageId }: MessageAddress,
): Promise<void> {
  const claimedUntil = new Date(service.now().getTime() + CLAIM_MS);
  const now = new Date(service.now().getTime() + CLOCKS_DIFFER_BY_MS);
  const isOurs = await service.database.change(accountId, changeBy(service, SYSTEM), (writer) => {
    writer.skipAudit('messages are not audited');
    return claimMessage(writer, messageId, { now, until: claimedUntil, processId: service.processId });
  });
  if (!isOurs) return;
  const message = await findMessage(service.database.account(accountId), messageId);
  if (message === null) return;
  const why = await whyNotSent(service, accountId, message);
  const worded = renderMessage(message, service.messaging);
  const result: SendResult =
    why === null ? await handOver(service, message, worded) : { outcome: 'refused', error: why };
  const outcome = outcomeOf(result, { tries: message.tries, language: worded.language }, service.now());
  await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('messages are not audited');
    const isSettled = await settleMessage(writer, messageId, { claimedUntil, outcome });
    if (isSettled && outcome.status === 'queued') await enqueueSending(writer, message, outcome.dueAt);
  });
  service.messageTries.emit('tried', { channel: message.channel, status: outcome.status });
}

/** Enqueues the messages that were lost when a process died. */
export async function recoverMessages(service: ShippingService): Promise<void> {
  const now = service.now();
  await enqueueForgotten(service.database, new Date(now.getTime() - FORGOTTEN_AFTER_MS), now);
}

async function whyNotSent(
  service: ShippingService,
  accountId: string,
  message: StoredMessage,
): Promise<string | null> {
  if (message.to === null) return 'not sent: the customer was erased';
  if (!message.isOn) return 'not sent: this message is switched off';
  const [shipment] = await findShipments(service.database.account(accountId), [message.shipmentId]);
  if (shipment === undefined) return 'not sent: the shipment was deleted';
  const reached = { ...message, eventAt: message.eventAt.getTime() };
  return whyNotWorthSending(reached, shipment.state, service.now().getTime());
}

async function handOver(
  { messaging: { transports }, now }: ShippingService,
  message: StoredMessage,
  { words, email, language }: RenderedMessage,
): Promise<SendResult> {
  const { messageId, moment, isCod, channel } = message;
  const to = message.to ?? '';
  if (channel === 'email') {
    if (transports.email === undefined || email === null) return NOTHING_SET_UP;
    const fromName = words.values.brand;
    return transports.email.send({ ...email, messageId, to, fromName, date: now() });
  }
  const transport = transports[channel];
  if (transport === undefined) return NOTHING_SET_UP;
  return transport.send({
    messageId,
    moment,
    isCod,
    language,
    phone: to,
    values: words.values,
    text: words.text,
  });
}

const NOTHING_SET_UP: SendResult = { outcome: 'unavailable', error: 'no provider is configured for it' };

function outcomeOf(
  result: SendResult,
  { tries, language }: Pick<StoredMessage, 'tries'> & Pick<RenderedMessage, 'language'>,
  now: Date,
): MessageOutcome {
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.providerId, language };
  const error = maskContacts(result.error).replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR);
  const wait = result.outcome === 'unavailable' ? waitAfter(tries) : null;
  return wait === null
    ? { status: 'failed', error }
    : { status: 'queued', error, dueAt: new Date(now.getTime() + wait) };
}

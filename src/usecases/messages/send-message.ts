import { SYSTEM } from '../../domain/actor.ts';
import { maskContacts } from '../../domain/messages/mask.ts';
import { whyNotWorthSending } from '../../domain/messages/message-age.ts';
import { waitAfter } from '../../domain/messages/retry-schedule.ts';
import type { SendResult } from '../../messages/transport.ts';
import { type Sentence, say, withTexts } from '../../problems/sentence.ts';
import type { Finder } from '../../storage/booking/processes.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { enqueueForgotten, enqueueSending } from '../../storage/messages/message-jobs.ts';
import { findMessage, type StoredMessage } from '../../storage/messages/messages.ts';
import { claimMessage, type MessageOutcome, settleMessage } from '../../storage/messages/settle-messages.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import { changeBy, type Service } from '../service.ts';
import type { MessageParts } from './messaging.ts';
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
  service: Service & ProcessParts & MessageParts,
  address: MessageAddress,
): Promise<void> {
  const { inFlight } = service;
  const { messageId } = address;
  const finder = finderOf(service);
  // While an earlier job of this process sends it, only an expired claim is taken over.
  const isFirst = inFlight.endOf(messageId) === null;
  const endFlight = isFirst ? inFlight.begin(messageId) : () => undefined;
  try {
    await sendClaimed(service, address, { finder, isFirst });
  } finally {
    endFlight();
  }
}

async function sendClaimed(
  service: Service & MessageParts,
  { accountId, messageId }: MessageAddress,
  claiming: { readonly finder: Finder; readonly isFirst: boolean },
): Promise<void> {
  const claimedUntil = new Date(service.now().getTime() + CLAIM_MS);
  const now = new Date(service.now().getTime() + CLOCKS_DIFFER_BY_MS);
  const isOurs = await service.database.change(accountId, changeBy(service, SYSTEM), (writer) => {
    writer.skipAudit('messages are not audited');
    return claimMessage(writer, messageId, { now, until: claimedUntil, ...claiming });
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
export async function recoverMessages(service: Service & ProcessParts): Promise<void> {
  const now = service.now();
  const dueBy = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  await enqueueForgotten(service.database, dueBy, now, finderOf(service));
}

function finderOf({ processId, inFlight }: ProcessParts): Finder {
  return { processId, inFlight: inFlight.list() };
}

const ERASED = say('customer_was_erased', 'not sent: the customer was erased');
const SWITCHED_OFF = say('message_is_switched_off', 'not sent: this message is switched off');
const DELETED = say('shipment_was_deleted', 'not sent: the shipment was deleted');

async function whyNotSent(
  service: Service,
  accountId: string,
  message: StoredMessage,
): Promise<Sentence | null> {
  if (message.to === null) return ERASED;
  if (!message.isOn) return SWITCHED_OFF;
  const [shipment] = await findShipments(service.database.account(accountId), [message.shipmentId]);
  if (shipment === undefined) return DELETED;
  const reached = { ...message, eventAt: message.eventAt.getTime() };
  return whyNotWorthSending(reached, shipment.state, service.now().getTime());
}

async function handOver(
  { messaging: { transports }, now }: Service & MessageParts,
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

const NO_PROVIDER = say('no_provider_configured', 'no provider is configured for it');
const NOTHING_SET_UP: SendResult = { outcome: 'unavailable', error: NO_PROVIDER };

function outcomeOf(
  result: SendResult,
  { tries, language }: Pick<StoredMessage, 'tries'> & Pick<RenderedMessage, 'language'>,
  now: Date,
): MessageOutcome {
  if (result.outcome === 'sent') return { status: 'sent', providerId: result.providerId, language };
  const error = withTexts(result.error, shortened);
  const wait = result.outcome === 'unavailable' ? waitAfter(tries) : null;
  return wait === null
    ? { status: 'failed', error }
    : { status: 'queued', error, dueAt: new Date(now.getTime() + wait) };
}

/** What a provider says, without contacts, on one short line. */
function shortened(text: string): string {
  return maskContacts(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST_ERROR);
}

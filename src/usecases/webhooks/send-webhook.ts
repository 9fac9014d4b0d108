import { FAILING_FOR_MS, readRetryAfter, webhookWaitAfter } from '../../domain/webhooks/retry-schedule.ts';
import { NoAnswerError } from '../../outgoing/outgoing-requests.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { WrongKeyError } from '../../sealing/sealing.ts';
import type { ClaimedDelivery, TriedDelivery } from '../../storage/webhooks/deliveries.ts';
import type { Service } from '../service.ts';
import type { WebhookParts } from './emit-webhooks.ts';
import { openFor, signatureHeaders } from './webhook-secrets.ts';

const TIMEOUT_MS = 10_000;
const GONE = 410;
const ANSWERED_GONE = say('endpoint_answered_gone', 'it answered 410 Gone');
const ALL_FAILED = say('all_deliveries_failed', 'all deliveries failed for 5 days');

/** The result of a try, and the reason to disable the endpoint; null if it stays enabled. */
export interface SentWebhook {
  readonly tried: TriedDelivery;
  readonly switchOff: Sentence | null;
}

/** Sends a claimed delivery with a new signature, and judges the response. */
export async function sendWebhook(
  service: Service & WebhookParts,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<SentWebhook> {
  const begun = performance.now();
  const triedAt = service.now();
  const { status, retryAfter, error } = await post(service, delivery, triedAt, signal);
  const { accountId, eventId, endpointId, claimedUntil, tries, failingSince } = delivery;
  const wait = webhookWaitAfter(tries, readRetryAfter(retryAfter, triedAt.getTime()), Math.random());
  const tried: TriedDelivery = {
    accountId,
    eventId,
    endpointId,
    claimedUntil,
    state: error === null ? 'delivered' : wait === null ? 'failed' : 'retrying',
    dueAt: error === null || wait === null ? null : new Date(service.now().getTime() + wait),
    httpStatus: status,
    error,
    triedAt,
    durationMs: Math.round(performance.now() - begun),
  };
  const failsFor = failingSince === null ? 0 : triedAt.getTime() - failingSince.getTime();
  const isGivenUp = error !== null && failsFor >= FAILING_FOR_MS;
  return {
    tried,
    switchOff: status === GONE ? ANSWERED_GONE : isGivenUp ? ALL_FAILED : null,
  };
}

interface Answer {
  /** Null without a response. */
  readonly status: number | null;
  readonly retryAfter?: string | undefined;
  /** The error for the merchant; null if the endpoint accepted the delivery. */
  readonly error: Sentence | null;
}

async function post(
  service: WebhookParts,
  delivery: ClaimedDelivery,
  triedAt: Date,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const { status, headers } = await service.outgoing.send({
      method: 'POST',
      url: new URL(delivery.url),
      headers: headersOf(service, delivery, triedAt),
      body: delivery.body,
      timeoutMs: TIMEOUT_MS,
      longestBody: null,
      isSafeToRepeat: true,
      signal,
    });
    const isTaken = status >= 200 && status < 300;
    const error = isTaken ? null : say('endpoint_answered', 'the endpoint answered {status}', { status });
    return { status, retryAfter: headers['retry-after'], error };
  } catch (error) {
    if (!(error instanceof NoAnswerError || error instanceof WrongKeyError)) throw error;
    return {
      status: null,
      error:
        error instanceof NoAnswerError
          ? say('endpoint_did_not_answer', 'the endpoint {reason}', { reason: error.sentence })
          : say('secret_unreadable', 'its secret cannot be read: {reason}; set a new one', {
              reason: error.sentence,
            }),
    };
  }
}

/** @throws WrongKeyError */
function headersOf(
  { sealing }: WebhookParts,
  delivery: ClaimedDelivery,
  triedAt: Date,
): Record<string, string> {
  const { eventId, body, secret, oldSecret, oldSecretUntil, apiKey } = delivery;
  const secrets = [openFor(sealing, delivery, 'secret', secret)];
  if (oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > triedAt && sealing.opens(oldSecret)) {
    secrets.push(openFor(sealing, delivery, 'secret', oldSecret));
  }
  const sentAt = Math.floor(triedAt.getTime() / 1000);
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Dakiya-Webhooks',
    ...signatureHeaders({ eventId, sentAt, body }, secrets),
    ...(apiKey === null ? {} : { 'x-api-key': openFor(sealing, delivery, 'api key', apiKey) }),
  };
}

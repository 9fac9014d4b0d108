import { createHmac, randomBytes } from 'node:crypto';
import type { WEBHOOK_HEADERS } from '../../domain/webhooks/webhook-events.ts';
import { signedContent, WEBHOOK_SECRET_PREFIX } from '../../domain/webhooks/webhook-signature.ts';
import type { Sealing } from '../../sealing/sealing.ts';

/** The Standard Webhooks specification allows 24 to 64 bytes. */
const SECRET_BYTES = 32;

export interface SecretOwner {
  readonly accountId: string;
  readonly endpointId: string;
}

/** Returns a new signing secret in the form that the merchant gets. */
export function newWebhookSecret(): string {
  return `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Encrypts a secret of an endpoint. @throws Problem `refused` if this installation has no key */
export function sealFor(
  sealing: Sealing,
  owner: SecretOwner,
  kind: 'secret' | 'api key',
  text: string,
): Buffer {
  return sealing.seal(text, placeOf(owner, kind));
}

/** @throws WrongKeyError */
export function openFor(
  sealing: Sealing,
  owner: SecretOwner,
  kind: 'secret' | 'api key',
  sealed: Buffer,
): string {
  return sealing.open(sealed, placeOf(owner, kind));
}

function placeOf({ accountId, endpointId }: SecretOwner, kind: 'secret' | 'api key'): string {
  return `webhook ${kind} ${accountId} ${endpointId}`;
}

export interface Signable {
  readonly eventId: string;
  /** In epoch seconds. */
  readonly sentAt: number;
  readonly body: string;
}

/** Returns the headers of the Standard Webhooks specification, with one signature for each secret. */
export function signatureHeaders(
  { eventId, sentAt, body }: Signable,
  secrets: readonly string[],
): Record<keyof typeof WEBHOOK_HEADERS, string> {
  const content = signedContent(eventId, sentAt, body);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': signatures.join(' '),
  };
}

/** The prefix of a secret by the Standard Webhooks specification; base64 follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/**
 * What a signature is made of, by the Standard Webhooks specification: neither id nor timestamp holds a dot, so
 * that no two deliveries have the same.
 *
 * @param sentAt epoch seconds of this try
 */
export function signedContent(eventId: string, sentAt: number, body: string): string {
  return `${eventId}.${sentAt}.${body}`;
}

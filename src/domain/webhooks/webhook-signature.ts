/** The prefix of a secret by the Standard Webhooks specification; base64 follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/**
 * The text to sign, by the Standard Webhooks specification. Neither id nor timestamp contains a dot, so the
 * text is different for each delivery.
 *
 * @param sentAt epoch seconds of this try
 */
export function signedContent(eventId: string, sentAt: number, body: string): string {
  return `${eventId}.${sentAt}.${body}`;
}

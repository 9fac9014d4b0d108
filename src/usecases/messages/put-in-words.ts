import { defaultTemplate } from '../../messages/default-templates.ts';
import { type EmailBody, type EmailLogo, emailOf } from '../../messages/email.ts';
import { inWords, type MessageWords } from '../../messages/words.ts';
import type { StoredMessage } from '../../storage/messages/messages.ts';
import { PNG_OF_WEBP } from '../stores/read-public-logo.ts';

/** A message as its customer gets it. */
export interface WordedMessage {
  readonly words: MessageWords;
  /** Null for what goes to a phone. */
  readonly email: EmailBody | null;
}

/** Puts a message into the words of its account, or into ours. */
export function putInWords(message: StoredMessage, publicUrl: string): WordedMessage {
  const { trackingNumber } = message;
  const facts = {
    ...message,
    brand: message.fromName,
    orderId: message.displayId,
    trackUrl: trackingNumber === null ? null : `${publicUrl}/track/${encodeURIComponent(trackingNumber)}`,
  };
  const words = inWords(facts, message.template ?? defaultTemplate(message.moment, message.channel));
  if (message.channel !== 'email') return { words, email: null };
  return { words, email: emailOf(words, logoOf(message, publicUrl)) };
}

/** Outlook on Windows shows no WebP. */
function logoOf({ storeId, logo }: StoredMessage, publicUrl: string): EmailLogo | null {
  if (storeId === null || logo === null) return null;
  const { contentHash, extension, width, height } = logo;
  const file = `${contentHash}.${extension === 'webp' ? PNG_OF_WEBP : extension}`;
  return { url: `${publicUrl}/logos/${storeId}/${file}`, width, height };
}

import { paletteOf } from '../../domain/brand-color.ts';
import { CUSTOMER_LANGUAGES } from '../../domain/languages/languages.ts';
import type { Language } from '../../domain/store.ts';
import { defaultTemplate } from '../../messages/default-templates.ts';
import { type EmailBody, type EmailLogo, type EmailTheme, emailOf } from '../../messages/email.ts';
import { fillTemplate, type MessageWords } from '../../messages/fill-template.ts';
import type { Occasion, Transports } from '../../messages/transport.ts';
import type { StoredMessage } from '../../storage/messages/messages.ts';
import { PNG_OF_WEBP } from '../stores/read-public-logo.ts';
import type { Messaging } from './messaging.ts';

export interface RenderedMessage {
  readonly words: MessageWords;
  readonly language: Language;
  /** Null for a message to a phone. */
  readonly email: EmailBody | null;
}

/** Fills a message into its account's text, or into the built-in one in the language of its store. */
export function renderMessage(message: StoredMessage, { publicUrl, transports }: Messaging): RenderedMessage {
  const first = message.language ?? message.languages[0] ?? 'en';
  const code = message.status === 'sent' ? first : spokenLanguage(first, message, transports);
  const language = CUSTOMER_LANGUAGES[code];
  const facts = {
    ...message,
    brand: message.fromName,
    orderId: message.displayId,
    trackUrl: trackUrlOf(message, publicUrl()),
    paymentUrl: linkOf(message.paymentLink, message),
    reviewUrl: linkOf(message.reviewLink, message),
  };
  const template = message.template ?? defaultTemplate(message.moment, message.channel, language);
  const words = fillTemplate(facts, template, language);
  if (message.channel !== 'email') return { words, language: code, email: null };
  return { words, language: code, email: emailOf(words, dressOf(message, publicUrl()), language) };
}

/** The language, or English if the provider has no template in that language. */
export function spokenLanguage(
  wanted: Language,
  { channel, ...message }: Pick<StoredMessage, 'channel' | 'isCod'> & { readonly moment: Occasion },
  transports: Transports,
): Language {
  const transport = transports[channel];
  return transport?.speaks === undefined || transport.speaks(wanted, message) ? wanted : 'en';
}

function dressOf(message: StoredMessage, publicUrl: string): EmailTheme {
  const { address, color, helpline, items, moment, support } = message;
  return {
    moment,
    logo: emailLogoOf(message, publicUrl),
    palette: color === null ? null : paletteOf(color),
    items,
    // A return comes from that address.
    address: moment.startsWith('return_') ? [] : address,
    helpline,
    ...support,
  };
}

/** The link to the whole order; a message older than such links leads to the page of its tracking number. */
function trackUrlOf({ linkCode, trackingNumber }: StoredMessage, publicUrl: string): string | null {
  if (linkCode !== null) return `${publicUrl}/t/${linkCode}`;
  return trackingNumber === null ? null : `${publicUrl}/track/${encodeURIComponent(trackingNumber)}`;
}

/** An address of the account's, with order and amount filled into its placeholders. */
function linkOf(link: string | null, { displayId, codAmountPaise }: StoredMessage): string | null {
  if (link === null) return null;
  return link
    .replaceAll('{order_id}', encodeURIComponent(displayId))
    .replaceAll('{amount}', (codAmountPaise / 100).toFixed(2));
}

/** A store's logo in the format for emails: Outlook on Windows shows no WebP. */
export function emailLogoOf(
  { storeId, logo }: Pick<StoredMessage, 'storeId' | 'logo'>,
  publicUrl: string,
): EmailLogo | null {
  if (storeId === null || logo === null) return null;
  const { contentHash, extension, width, height, isLight } = logo;
  const file = `${contentHash}.${extension === 'webp' ? PNG_OF_WEBP : extension}`;
  return { url: `${publicUrl}/logos/${storeId}/${file}`, width, height, isLight };
}

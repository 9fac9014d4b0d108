import { paletteOf } from '../../domain/brand-color.ts';
import { CUSTOMER_LANGUAGES } from '../../domain/languages/languages.ts';
import type { Language } from '../../domain/store.ts';
import { trackingAddress } from '../../domain/tracking/tracking-address.ts';
import { defaultTemplate } from '../../messages/default-templates.ts';
import { type EmailBody, type EmailLogo, type EmailTheme, emailOf } from '../../messages/email.ts';
import {
  asksForDay,
  fillTemplate,
  type MessageFacts,
  type MessageWords,
} from '../../messages/fill-template.ts';
import type { Occasion, Transports } from '../../messages/transport.ts';
import type { StoredMessage } from '../../storage/messages/messages.ts';
import { codeWays } from '../customer-requests/code-ways.ts';
import { PNG_OF_WEBP } from '../stores/read-public-logo.ts';
import type { Messaging } from './messaging.ts';

export interface RenderedMessage {
  readonly words: MessageWords;
  readonly language: Language;
  /** Null for SMS and WhatsApp. */
  readonly email: EmailBody | null;
}

/** Fills in the account's text for a message, or the built-in text in the language of its store. */
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
    mayChooseDay: message.linkCode !== null && hasCodeWay(message, transports),
  };
  const template = message.template ?? defaultTemplate(message.moment, message.channel, language);
  const words = fillTemplate(facts, template, language);
  if (message.channel !== 'email') return { words, language: code, email: null };
  return { words, language: code, email: emailOf(words, dressOf(message, facts, publicUrl()), language) };
}

/** Returns the language, or English if the provider has no template in that language. */
export function spokenLanguage(
  wanted: Language,
  { channel, ...message }: Pick<StoredMessage, 'channel' | 'isCod'> & { readonly moment: Occasion },
  transports: Transports,
): Language {
  const transport = transports[channel];
  return transport?.speaks === undefined || transport.speaks(wanted, message) ? wanted : 'en';
}

/** Tells whether the customer can confirm a request for another day with a code. */
function hasCodeWay({ dayContacts }: StoredMessage, transports: Transports): boolean {
  return dayContacts !== null && codeWays(dayContacts, transports).length > 0;
}

function dressOf(message: StoredMessage, facts: MessageFacts, publicUrl: string): EmailTheme {
  const { address, color, helpline, items, moment, support } = message;
  return {
    moment,
    logo: emailLogoOf(message, publicUrl),
    palette: color === null ? null : paletteOf(color),
    items,
    // Messages about a return do not show the address, because the return comes from there.
    address: moment.startsWith('return_') ? [] : address,
    helpline,
    ...support,
    dayUrl: asksForDay(facts) ? `${facts.trackUrl}/ask` : null,
  };
}

/** Returns the link to the order. Messages from before such links get the page of the tracking number. */
function trackUrlOf({ linkCode, trackingNumber }: StoredMessage, publicUrl: string): string | null {
  if (linkCode !== null) return `${publicUrl}/t/${linkCode}`;
  return trackingNumber === null ? null : trackingAddress(publicUrl, trackingNumber);
}

/** Fills order and amount into the placeholders of the account's link. */
function linkOf(link: string | null, { displayId, codAmountPaise }: StoredMessage): string | null {
  if (link === null) return null;
  return link
    .replaceAll('{order_id}', encodeURIComponent(displayId))
    .replaceAll('{amount}', (codAmountPaise / 100).toFixed(2));
}

/** Returns a store's logo in a format for emails: Outlook on Windows shows no WebP. */
export function emailLogoOf(
  { storeId, logo }: Pick<StoredMessage, 'storeId' | 'logo'>,
  publicUrl: string,
): EmailLogo | null {
  if (storeId === null || logo === null) return null;
  const { contentHash, extension, width, height, isLight } = logo;
  const file = `${contentHash}.${extension === 'webp' ? PNG_OF_WEBP : extension}`;
  return { url: `${publicUrl}/logos/${storeId}/${file}`, width, height, isLight };
}

import { maskContacts } from '../messages/mask.ts';

/** A scan in words that nobody knows yet. It is shown as the courier wrote it, and changes nothing. */
export interface UnreadScan {
  readonly scanId: string;
  readonly at: Date;
  readonly location: string | null;
  /** See `courierWords`. */
  readonly words: string;
}

const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const LONGEST = 160;

/** The courier's own words about a scan, for everybody: without links, and with phone numbers and email addresses masked. */
export function courierWords(status: string, description: string | null): string {
  return shown(description ?? '') || shown(status) || '…';
}

function shown(text: string): string {
  const words = maskContacts(text.replace(LINK, ' ')).replace(/\s+/g, ' ').trim();
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}

/** Adds what else happened to events, which are newest first. Of the same time, the event comes first. */
export function newestFirst<Shown>(
  events: readonly (Shown & { readonly at: Date })[],
  others: readonly (Shown & { readonly at: Date })[],
): (Shown & { readonly at: Date })[] {
  if (others.length === 0) return [...events];
  return [...events, ...others].sort((one, other) => other.at.getTime() - one.at.getTime());
}

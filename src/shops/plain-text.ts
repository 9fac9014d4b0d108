import { decode } from 'html-entities';
import { onOneLine, textOf } from '../partners/answer-fields.ts';

/**
 * A text of a shop that people read, as they see it in the shop: a name, an address, a tag. Shops keep parts of such texts as HTML:
 * entities become their characters, tags of HTML are left out. Other text in angle brackets stays, as in `a < b`.
 *
 * @returns null for an empty text and anything else
 */
export function plainTextOf(value: unknown): string | null {
  let text = textOf(value);
  if (text === null || !/[&<]/.test(text)) return text;
  // An import of products may encode what is encoded already.
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // Only with a semicolon: "&copy" may also be a part of a name.
    const read: string = decode(text.replace(TAG, besides), { scope: 'strict' });
    if (read === text) break;
    text = read;
  }
  return onOneLine(text).replace(SPACES, ' ').trim() || null;
}

const MOST_ROUNDS = 3;
const TAG =
  /<(?:\/?(a|abbr|b|bdi|big|blockquote|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|label|li|mark|ol|p|pre|q|s|script|small|span|strike|strong|style|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:[\s/][^<>]*)?|!--[^<>]*--)>/gi;
/** Words on both sides of these are not one word. */
const BREAK = /^(?:blockquote|br|center|div|h[1-6]|hr|li|ol|p|pre|table|tbody|td|th|thead|tr|ul)$/i;
/** Also those that do not break a line, and those of no width. */
const SPACES = /[\s\u200b]+/g;

function besides(_: string, name: string | undefined): string {
  return name !== undefined && BREAK.test(name) ? ' ' : '';
}

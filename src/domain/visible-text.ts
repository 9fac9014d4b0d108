import { type AboutField, about } from '../problems/sentence.ts';

/**
 * Bidirectional overrides reverse text, so that `gpj.exe` is displayed as `exe.jpg`. Isolates move it to
 * another place of its line.
 */
const OVERRIDES = /[\u202d\u202e\u2066-\u2069]/;
/** Nobody sees tags, but programs read them: a whole sentence can be hidden in a name. */
const TAGS = /[\u{e0000}-\u{e007f}]/u;
/** Only spaces and characters that are not drawn. U+2800 is a Braille pattern without dots. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

const OVERRIDES_DIRECTION = about('overrides_direction', 'must not override the direction of text');
const HIDDEN_CHARACTERS = about('hidden_characters', 'must not have hidden characters (Unicode tags)');
const NOTHING_VISIBLE = about('nothing_visible', 'must have a visible character');

/** Characters that nobody sees and nobody types: they come with copied text. Variation selectors belong to the emoji before them. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/g;
/** Joiners at the start, or after ASCII or a blank. Elsewhere they belong to letters of Indian scripts and to emoji. */
const STRAY_JOINERS = /(?<=^|[\p{ASCII}\s])[\u200c\u200d]+/gu;

/** Printable ASCII, as in nearly all requests: nothing of it is unseen. */
const PLAIN = /^[ -~]*$/;

/** Leaves out the characters that nobody sees, so that two ids or names that look the same are the same. */
export function withoutUnseen(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replaceAll(UNSEEN, '').replaceAll(STRAY_JOINERS, '');
}

/** Returns why a text misleads its readers; else null. */
export function misleadingText(text: string): AboutField | null {
  if (OVERRIDES.test(text)) return OVERRIDES_DIRECTION;
  if (TAGS.test(text)) return HIDDEN_CHARACTERS;
  return INVISIBLE.test(text) ? NOTHING_VISIBLE : null;
}

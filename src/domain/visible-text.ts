/** Bidirectional overrides reverse text, so that `gpj.exe` is displayed as `exe.jpg`. */
const OVERRIDES = /[\u202d\u202e]/;
/** Only spaces and characters that are not drawn. U+2800 is a Braille pattern without dots. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** Returns the reason why a text misleads its readers, as the end of a sentence after its name; else null. */
export function misleadingText(text: string): string | null {
  if (OVERRIDES.test(text)) return 'must not override the direction of text';
  return INVISIBLE.test(text) ? 'must have a visible character' : null;
}

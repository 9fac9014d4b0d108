import { parseForeignJson } from '../problems/foreign-json.ts';
import { asWritten, type Sentence } from '../problems/sentence.ts';
import { type Column, column } from '../resources/columns.ts';

/**
 * Writes a sentence for a column of text, as JSON. The column stays text, because processes of an older release may run
 * beside this one and write plain text. Text without a name is written as it is.
 */
export function storedSentence({ template, values, text }: Sentence): string {
  if (template === 'as_written' && !text.startsWith(BEGINNING)) return text;
  return JSON.stringify({ template, values, text });
}

/** Reads a sentence from a column of text. Older releases wrote only its English text. */
export function readSentence(stored: string): Sentence {
  return (stored.startsWith(BEGINNING) && parsed(stored)) || asWritten(stored);
}

/** Writes a sentence, or null. */
export function storedOrNull(sentence: Sentence | null): string | null {
  return sentence === null ? null : storedSentence(sentence);
}

/** Reads a sentence, or null. */
export function readOrNull(stored: string | null): Sentence | null {
  return stored === null ? null : readSentence(stored);
}

/** A column that has a sentence, or null. */
export function sentenceColumn(): Column<Sentence | null> {
  return {
    ...column<Sentence | null>(),
    write: storedOrNull,
    read: (stored) => readOrNull(stored as string | null),
  };
}

const BEGINNING = '{"template":"';

/** Null for text that only begins like ours: an older release may have stored such words of a provider. */
function parsed(stored: string): Sentence | null {
  try {
    const { template, values, text } = parseForeignJson(stored) as Sentence;
    const isOurs = typeof text === 'string' && typeof values === 'object' && values !== null;
    return isOurs ? { template, values, text } : null;
  } catch {
    return null;
  }
}

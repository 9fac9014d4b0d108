import { type Field, type FieldOptions, field } from './field.ts';

/** One of a list of words, in any case; read as the spelling in the list. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  options: FieldOptions = {},
): Field<Word> {
  return field(
    { type: 'string', enum: words },
    { kind: 'word', expectation: `must be one of ${words.join(', ')}` },
    { type: 'string', enum: words, description: 'Any case.' },
    options,
  );
}

/** `true` or `false`, the same as text in any case, or 1 or 0; read as a boolean. */
export function boolean(options: FieldOptions = {}): Field<boolean> {
  return field(
    { type: 'boolean' },
    { kind: 'boolean', expectation: 'must be true or false' },
    { type: ['boolean', 'string', 'integer'], enum: [true, false, 'true', 'false', 1, 0, '1', '0'] },
    options,
  );
}

/** The boolean meant, or undefined. */
export function readBoolean(raw: unknown): boolean | undefined {
  if (raw === true || raw === 1) return true;
  if (raw === false || raw === 0) return false;
  if (typeof raw !== 'string') return undefined;
  switch (raw.trim().toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return undefined;
  }
}

/** A reader that knows each word in any case. A null in the list, as where null clears, is no word. */
export function wordReader(listed: readonly (string | null)[]): (raw: unknown) => string | undefined {
  const words = listed.filter((word) => word !== null);
  const canonical = new Map(words.map((word) => [word.toLowerCase(), word]));
  const asWritten = new Set(words);
  return (raw) => {
    if (typeof raw !== 'string') return undefined;
    return asWritten.has(raw) ? raw : canonical.get(raw.trim().toLowerCase());
  };
}

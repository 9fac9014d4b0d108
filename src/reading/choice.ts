import { STATE_CODES } from '../domain/pincodes/states.ts';
import { about, word } from '../problems/sentence.ts';
import { type Field, type FieldOptions, scalar } from './field.ts';

interface WordsOptions extends FieldOptions {
  /** The name of the words in the document, where answers show them. */
  answerTitle?: string;
}

/** A field that accepts one word of a list in any letter case, read in the list's spelling. */
export function oneOf<const Word extends string>(
  words: readonly Word[],
  { answerTitle: title, ...options }: WordsOptions = {},
): Field<Word> {
  const shown = { type: 'string', ...(title === undefined ? {} : { title }), enum: [...words] };
  return scalar(
    wordReader(words),
    {
      expectation: about('must_be_one_of', 'must be one of {words}', {
        words: words.map((one) => word(one)),
      }),
    },
    { type: 'string', enum: spellingsOf(words), description: 'Upper or lower case.' },
    { ...options, shown },
  );
}

/** The code of a state or union territory, in any case. */
export function stateCode(options: FieldOptions = {}): Field<string> {
  return oneOf(STATE_CODES, options);
}

/** A boolean: `true` or `false`, also as text in any letter case, or 1 or 0. */
export function boolean(options: FieldOptions = {}): Field<boolean> {
  const document = { enum: [true, false, ...spellingsOf(['true', 'false']), 1, 0, '1', '0'] };
  return scalar(
    readBoolean,
    { expectation: about('must_be_true_or_false', 'must be true or false') },
    document,
    { ...options, shown: { type: 'boolean' } },
  );
}

/** The spellings in the document: the words themselves first, then the letter cases that clients use. */
function spellingsOf(words: readonly string[]): string[] {
  const capitalised = (word: string) =>
    /^[a-z]+$/i.test(word) ? `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()}` : word;
  const inCases = [(word: string) => word.toLowerCase(), (word: string) => word.toUpperCase(), capitalised];
  return [...new Set([...words, ...inCases.flatMap((inCase) => words.map(inCase))])];
}

function readBoolean(raw: unknown): boolean | undefined {
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

function wordReader<Word extends string>(words: readonly Word[]): (raw: unknown) => Word | undefined {
  const canonical = new Map<string, Word>(words.map((word) => [word.toLowerCase(), word]));
  const asWritten = new Map<unknown, Word>(words.map((word) => [word, word]));
  return (raw) =>
    asWritten.get(raw) ?? (typeof raw === 'string' ? canonical.get(raw.trim().toLowerCase()) : undefined);
}

import { type Sentence, say } from './sentence.ts';

/** How much JSON may hold. Its parsing stops the whole process, for longer than its bytes alone would tell. */
export interface JsonLimits {
  /** Of lists and objects in one another. */
  readonly levels: number;
  /** Names of members in all objects: each new name costs most. */
  readonly keys: number;
  /** Members and elements in all objects and lists. An empty object or list counts twice. */
  readonly entries: number;
}

/** An order of 1,000 items has 15,000 keys, and a job of 10,000 ids as many entries. */
export const USUAL_JSON: JsonLimits = { levels: 32, keys: 20_000, entries: 100_000 };
/** For orders as shops send them, with thirty keys for each item, and for whole batches of scans. */
export const LARGE_JSON: JsonLimits = { ...USUAL_JSON, keys: 50_000 };

/** JSON holds more than it may. The sentence is the end of one that begins with its name: `The body`. */
export class TooMuchJsonError extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

/** The body of a request holds too much JSON. */
export function bodyHolds({ sentence }: TooMuchJsonError): Sentence {
  return say('body_holds_too_much', 'The body {excess}', { excess: sentence });
}

/**
 * Parses JSON that somebody else wrote. One pass over the bytes counts what it holds before anything is parsed: 2 ms for 2 MB.
 *
 * @throws TooMuchJsonError
 * @throws SyntaxError if it is not JSON
 */
export function parseForeignJson(sent: Buffer | string, limits?: JsonLimits): unknown {
  return new ForeignJson(limits).parse(sent);
}

/** Parses several texts, to which together the limits apply. */
export class ForeignJson {
  readonly #limits: JsonLimits;
  #keys = 0;
  #entries = 0;

  constructor(limits: JsonLimits = USUAL_JSON) {
    this.#limits = limits;
  }

  /** As `parseForeignJson` does. */
  parse(sent: Buffer | string): unknown {
    this.check(typeof sent === 'string' ? Buffer.from(sent) : sent);
    return JSON.parse(typeof sent === 'string' ? sent : sent.toString('utf8'));
  }

  /**
   * Counts without parsing, so it takes anything. Up to the first error in JSON, where a parser stops, it counts as the parser does.
   *
   * @throws TooMuchJsonError
   */
  check(bytes: Buffer): void {
    const { levels, keys: mostKeys, entries: mostEntries } = this.#limits;
    const { length } = bytes;
    let [depth, keys, entries] = [0, this.#keys, this.#entries];
    for (let at = 0; at < length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        for (at += 1; at < length; at += 1) {
          const inside = bytes[at];
          if (inside === QUOTE) break;
          if (inside === BACKSLASH) at += 1;
        }
      } else if (byte === COMMA) {
        entries += 1;
        if (entries > mostEntries) throw tooManyEntries(mostEntries);
      } else if (byte === COLON) {
        keys += 1;
        if (keys > mostKeys) throw tooManyKeys(mostKeys);
      } else if (byte === LIST || byte === OBJECT) {
        depth += 1;
        entries += 1;
        if (depth > levels) throw tooDeep(levels);
        if (entries > mostEntries) throw tooManyEntries(mostEntries);
      } else if (byte === END_OF_LIST || byte === END_OF_OBJECT) depth -= 1;
    }
    this.#keys = keys;
    this.#entries = entries;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST = 0x5b;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

export function tooManyKeys(most: number): TooMuchJsonError {
  return new TooMuchJsonError(say('has_too_many_keys', 'has more than {most} keys', { most }));
}

export function tooManyEntries(most: number): TooMuchJsonError {
  return new TooMuchJsonError(say('has_too_many_entries', 'has more than {most} entries', { most }));
}

export function tooDeep(most: number): TooMuchJsonError {
  return new TooMuchJsonError(say('is_nested_too_deep', 'is nested more than {most} levels deep', { most }));
}

import { type JsonLimits, tooDeep, tooManyEntries, tooManyKeys, USUAL_JSON } from './foreign-json.ts';
import { type Sentence, say } from './sentence.ts';

/** A form cannot be read. The sentence says why. */
export class UnreadableFormError extends Error {
  readonly sentence: Sentence;

  constructor(sentence: Sentence) {
    super(sentence.text);
    this.sentence = sentence;
  }
}

const BADLY_ENCODED = say(
  'form_badly_encoded',
  'The form is not valid: a % must stand before two hexadecimal digits, and together they must be UTF-8',
);

/** What is at a name: a value, or parts by their names or numbers. */
type Part = string | Parts;

class Parts {
  readonly byName = new Map<string, Part>();
  isList = true;
  /** The number after the largest one, and the name of what was added last. */
  #next = 0;
  #last = '';

  add(name: string, part: Part): void {
    this.byName.set(name, part);
    this.#last = name;
    if (NUMBER.test(name)) this.#next = Math.max(this.#next, Number(name) + 1);
    else this.isList = false;
  }

  /** The name for `[]`: of a new entry, unless the last one has nothing at `inner` yet, as in `items[][name]=..&items[][price]=..`. */
  placeFor(inner: string | undefined): string {
    const open = this.byName.get(this.#last);
    const isOpen = inner !== undefined && inner !== '' && open instanceof Parts && !open.byName.has(inner);
    return isOpen ? this.#last : String(this.#next);
  }
}

const NUMBER = /^\d{1,9}$/;

/**
 * Parses a form (`application/x-www-form-urlencoded`) that somebody else wrote into what JSON would be, with texts as its values:
 * `items[0][name]=Tea`, `tags[]=a&tags[]=b` or `tags=a&tags=b`. Entries of a list come in the order of their numbers, however large.
 *
 * @throws TooMuchJsonError if it holds more than JSON may
 * @throws UnreadableFormError
 */
export function parseForeignForm(sent: string, limits: JsonLimits = USUAL_JSON): Record<string, unknown> {
  const root = new Parts();
  const counts = { keys: 0, entries: 1 };
  const count = (name: string) => {
    counts.keys += NUMBER.test(name) ? 0 : 1;
    counts.entries += 1;
    if (counts.keys > limits.keys) throw tooManyKeys(limits.keys);
    if (counts.entries > limits.entries) throw tooManyEntries(limits.entries);
  };
  for (let from = 0; from <= sent.length; ) {
    const end = sent.indexOf('&', from);
    const pair = sent.slice(from, end === -1 ? sent.length : end);
    from += pair.length + 1;
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? '' : decoded(pair.slice(equals + 1));
    add(root, stepsOf(name, limits.levels), value, count);
  }
  return objectOf(root);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new UnreadableFormError(BADLY_ENCODED);
  }
}

/** Returns `['a', '0', '']` for `a[0][]`. A name with other brackets is one name. */
function stepsOf(name: string, levels: number): string[] {
  const first = name.indexOf('[');
  if (first < 1 || !name.endsWith(']')) return [name];
  const inside = name.slice(first + 1, -1).split('][');
  if (inside.length >= levels) throw tooDeep(levels);
  return inside.some((step) => /[[\]]/.test(step)) ? [name] : [name.slice(0, first), ...inside];
}

function add(root: Parts, steps: readonly string[], value: string, count: (name: string) => void): void {
  let parts = root;
  for (const [at, step] of steps.entries()) {
    const inner = steps[at + 1];
    const name = step === '' && at > 0 ? parts.placeFor(inner) : step;
    const known = parts.byName.get(name);
    if (known === undefined || inner === undefined) count(known === undefined ? name : '0');
    if (inner !== undefined) {
      if (typeof known === 'string') throw mixed(steps);
      const within = known ?? new Parts();
      if (known === undefined) parts.add(name, within);
      parts = within;
    } else if (known === undefined) parts.add(name, value);
    else parts.byName.set(name, joined(known, value, steps));
  }
}

/** A name that is sent again is a list. */
function joined(known: Part, value: string, steps: readonly string[]): Parts {
  if (known instanceof Parts && !known.isList) throw mixed(steps);
  const list = known instanceof Parts ? known : new Parts();
  if (typeof known === 'string') list.add('0', known);
  list.add(list.placeFor(undefined), value);
  return list;
}

function mixed([name = '']: readonly string[]): UnreadableFormError {
  return new UnreadableFormError(
    say('form_name_mixed', 'The form has {name} both as a value and with something in it', {
      name: name.slice(0, MOST_SHOWN),
    }),
  );
}

const MOST_SHOWN = 100;

/** A member named `__proto__` is one like any other, as in JSON. */
function objectOf({ byName }: Parts): Record<string, unknown> {
  return Object.fromEntries([...byName].map(([name, part]) => [name, readPart(part)]));
}

function readPart(part: Part): unknown {
  if (typeof part === 'string') return part;
  if (!part.isList) return objectOf(part);
  const entries = [...part.byName].sort(([one], [other]) => Number(one) - Number(other));
  return entries.map(([, inner]) => readPart(inner));
}

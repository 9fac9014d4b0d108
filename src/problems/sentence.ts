/**
 * A sentence that a client may see: its English text, and the template and values that it was made from. A client
 * translates the template and fills in the values. `docs/reference/sentences.md` lists the templates.
 */
export interface Sentence {
  /** The stable name of the template: a reworded text keeps it. */
  readonly template: string;
  readonly values: SentenceValues;
  readonly text: string;
}

export type SentenceValues = Readonly<Record<string, SentenceValue>>;

/** A value of a sentence. Text is what somebody sent or named; a number is a count or a measure. */
export type SentenceValue = string | number | TypedValue | Sentence | readonly SentenceValue[];

/** A value that every language writes in its own way, with its English text. */
export interface TypedValue {
  /**
   * `money`: rupees. `day`: `2026-11-28`. `time`: ISO 8601 in UTC. `field`: the path of a field of the request, which a
   * screen calls by its own name. `word`: a word of the API, such as a status or a role.
   */
  readonly type: 'money' | 'day' | 'time' | 'field' | 'word';
  readonly value: string | number;
  readonly text: string;
}

/** The names in braces: `'name' | 'id'` of `{name} has no {id}`. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that a text needs; no argument if it has none. */
type ValuesFor<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [values: { readonly [Name in NamesIn<Text>]: SentenceValue }];

const NO_VALUES: SentenceValues = {};

/**
 * Says a sentence: `say('order_exists', 'Order already exists: {order_id}', { order_id })`. Name and text are literals,
 * because `npm run sentences` lists them. A name has one text everywhere, and keeps its meaning for ever.
 */
export function say<const Text extends string>(
  template: string,
  text: Text,
  ...given: ValuesFor<Text>
): Sentence {
  const [values = NO_VALUES] = given as readonly [SentenceValues?];
  return { template, values, text: filled(text, values) };
}

/** Says a sentence about the field at a path, which the caller of `about` does not know. */
export type AboutField = (path: string) => Sentence;

/**
 * Says what is wrong with a field: `about('must_be_text', 'must be text')` is the template `{field} must be text`, for
 * whichever field it is.
 */
export function about<const Text extends string>(
  template: string,
  text: Text,
  ...given: ValuesFor<Text>
): AboutField {
  const [values] = given as readonly [SentenceValues?];
  return (path) => {
    const all: SentenceValues = { field: fieldNamed(path), ...values };
    return { template, values: all, text: filled(`{field} ${text}`, all) };
  };
}

/** Several sentences as one, separated by semicolons. @param sentences at least one */
export function allOf(sentences: readonly Sentence[]): Sentence {
  return sentences.reduce((all, next) => say('and_also', '{all}; {next}', { all, next }));
}

/** The words of somebody else, such as a courier or a shop, which nobody translates. */
export function saidByPartner(words: string): Sentence {
  return say('partner_said', '{words}', { words });
}

/** The words of a person, or the text of an older release, of which nobody knows the name. */
export function asWritten(words: string): Sentence {
  return say('as_written', '{words}', { words });
}

/** A path of a request's field as a value. */
export function fieldNamed(path: string): TypedValue {
  return { type: 'field', value: path, text: path };
}

/** A word of the API as a value: a status, a role. @param text how English writes it, if not like the API */
export function word(value: string, text = value): TypedValue {
  return { type: 'word', value, text };
}

function filled(text: string, values: SentenceValues): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => textOf(values[name] ?? ''));
}

function textOf(value: SentenceValue): string {
  if (typeof value !== 'object') return String(value);
  return 'text' in value ? value.text : value.map(textOf).join(', ');
}

/** Changes the text of a sentence and of its values, for example to hide what they name. */
export function withTexts(sentence: Sentence, change: (text: string) => string): Sentence {
  return {
    template: sentence.template,
    values: Object.fromEntries(
      Object.entries(sentence.values).map(([name, value]) => [name, changed(value, change)]),
    ),
    text: change(sentence.text),
  };
}

function changed(value: SentenceValue, change: (text: string) => string): SentenceValue {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' || 'type' in value) return value;
  return 'text' in value ? withTexts(value, change) : value.map((one) => changed(one, change));
}

const LONGEST_VALUE = 200;

/** Values as an answer shows them: no text is longer than 200 characters. */
export function shownValues(values: SentenceValues): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
}

/** A sentence as answers and the log of changes show it. */
export interface SentenceDetails {
  readonly message: string;
  readonly template: string;
  readonly values: Record<string, unknown>;
}

export function detailsOf({ text, template, values }: Sentence): SentenceDetails {
  // The words of a person are the whole message, which a screen shows by its values.
  const isWhole = template === 'as_written';
  return { message: text, template, values: isWhole ? { ...values } : shownValues(values) };
}

function shown(value: SentenceValue): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number') return value;
  if (!('text' in value)) return value.map(shown);
  if ('type' in value) return { ...value, value: shown(value.value), text: cut(value.text) };
  return { type: 'sentence', template: value.template, values: shownValues(value.values), text: value.text };
}

function cut(text: string): string {
  return text.length > LONGEST_VALUE ? [...text].slice(0, LONGEST_VALUE).join('') : text;
}

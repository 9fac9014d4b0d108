import { readBoolean, wordReader } from './choice.ts';
import type { ConditionData, FieldSchema, Presence } from './field.ts';
import { isFile } from './file.ts';
import { entriesOf, isBlank } from './list.ts';
import { readDecimal, readWholeNumber } from './number.ts';
import { CONTROL_CHARACTERS, isUnprintable, readPhone, readPincode, readUuid } from './text.ts';
import { readTimestamp } from './timestamp.ts';

/** Names and indexes from the root to a value, by the schema's own names. */
export type Keys = readonly (string | number)[];

/** A value that could not be read, and what to say of it after its name. */
export interface ReadingProblem {
  readonly keys: Keys;
  readonly text: string;
}

/** What was sent, as the validator expects it, and what could not be read. What could not is left undefined. */
export interface Read {
  readonly value: Record<string, unknown> | undefined;
  readonly problems: readonly ReadingProblem[];
}

/** A value's place as a chain towards the root: cheaper than a path for the many values that have no problem. */
interface Place {
  readonly parent: Place | null;
  readonly key: string | number;
}

/** Undefined means that it could not be read, and that the reader said so in `problems`. */
type Reader = (
  raw: unknown,
  parent: Place | null,
  key: string | number,
  problems: ReadingProblem[],
) => unknown;
type ObjectReader = (raw: object, place: Place | null, problems: ReadingProblem[]) => Record<string, unknown>;

const NO_PROBLEMS: readonly ReadingProblem[] = [];

/**
 * Compiles the liberal reading of an object: each value into the one form that validator and handler
 * know, blank ones away, fields that the schema does not know away. It judges nothing but whether a
 * value can be read at all, and never throws. The result is bounded by the schema, whatever was sent.
 */
export function compileRead(schema: FieldSchema): (raw: unknown) => Read {
  const readObject = objectReader(schema);
  return (raw) => {
    const sent = isBlank(raw) ? {} : raw;
    if (!isObject(sent)) {
      return { value: undefined, problems: [{ keys: [], text: schema.reading.failures?.root ?? '' }] };
    }
    const problems: ReadingProblem[] = [];
    const value = readObject(sent, null, problems);
    return { value, problems: problems.length === 0 ? NO_PROBLEMS : problems };
  };
}

const ignoredNamesOf = new WeakMap<object, readonly string[]>();

/** At most this many names are kept, and this much of each: they are echoed. */
const MOST_IGNORED_NAMES = 50;
const LONGEST_IGNORED_NAME = 100;

/** The names of fields that were sent and are not known, for an object whose schema keeps them. */
export function ignoredNames(value: object): readonly string[] {
  return ignoredNamesOf.get(value) ?? [];
}

interface ObjectEntry {
  readonly name: string;
  readonly aliases: readonly string[] | null;
  readonly presence: Presence;
  readonly default: unknown;
  readonly isFile: boolean;
  readonly ignoredWhile: readonly ConditionData[] | null;
  readonly read: Reader;
}

function objectReader(schema: FieldSchema): ObjectReader {
  const entries = entriesInReadingOrder(schema);
  const known = schema.reading.keepIgnoredNames === true ? knownNames(entries) : null;
  return (raw, place, problems) => {
    const sent = raw as Record<string, unknown>;
    const value: Record<string, unknown> = {};
    for (const entry of entries) {
      const { name } = entry;
      const given = isIgnored(entry, value) ? undefined : sentFor(entry, sent, place, problems);
      if (isBlank(given) || (entry.isFile && isEmptyFile(given))) {
        const blank = readBlank(given, entry, place, problems);
        if (blank !== undefined) value[name] = blank;
        continue;
      }
      const read = entry.read(given, place, name, problems);
      if (read !== undefined) value[name] = read;
    }
    if (known !== null) keepIgnoredNames(value, sent, known);
    return value;
  };
}

/** Fields that may be ignored come after the fields that decide it, the rest as the schema has them. */
function entriesInReadingOrder(schema: FieldSchema): ObjectEntry[] {
  const conditions = (schema.reading.conditions ?? []).filter(({ ignores }) => ignores.length > 0);
  const waiting = Object.entries(schema.properties as Record<string, FieldSchema>).map(([name, field]) =>
    entry(name, field, conditions),
  );
  const ordered: ObjectEntry[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ ignoredWhile }) => !ignoredWhile?.some(({ field }) => waiting.some(({ name }) => name === field)),
    );
    if (next === -1) throw new TypeError('conditions under which fields are ignored must not go in circles');
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function entry(name: string, field: FieldSchema, conditions: readonly ConditionData[]): ObjectEntry {
  const { kind, presence } = field.reading;
  const names = aliasesOf(name, field);
  const ignoredWhile = conditions.filter(({ ignores }) => ignores.includes(name));
  return {
    name,
    aliases: names.length === 0 ? null : names,
    presence: presence ?? 'required',
    default: field.default,
    isFile: kind === 'file',
    ignoredWhile: ignoredWhile.length === 0 ? null : ignoredWhile,
    read: reader(field),
  };
}

/** The other names that a field is taken under. */
export function aliasesOf(name: string, { reading }: FieldSchema): readonly string[] {
  const aliases = reading.aliases ?? [];
  return reading.kind === 'list' || reading.kind === 'pair' ? [`${name}[]`, ...aliases] : aliases;
}

function isIgnored({ ignoredWhile }: ObjectEntry, value: Record<string, unknown>): boolean {
  return ignoredWhile?.some(({ field, is }) => is.includes(value[field])) ?? false;
}

/** What was sent under the field's name, or under another that it is taken under. */
function sentFor(
  { name, aliases }: ObjectEntry,
  sent: Record<string, unknown>,
  parent: Place | null,
  problems: ReadingProblem[],
): unknown {
  let found = sent[name];
  if (aliases === null) return found;
  for (const alias of aliases) {
    const other = sent[alias];
    if (isBlank(other)) continue;
    if (!isBlank(found)) {
      report(problems, parent, name, `and ${alias} are the same field; send one of them`);
      return undefined;
    }
    found = other;
  }
  return found;
}

function readBlank(
  given: unknown,
  entry: ObjectEntry,
  parent: Place | null,
  problems: ReadingProblem[],
): unknown {
  switch (entry.presence) {
    case 'null clears':
      return given === null ? null : undefined;
    case 'blank clears':
      return given === undefined ? undefined : null;
    case 'kept':
      if (given !== undefined) report(problems, parent, entry.name, 'must not be empty');
      return undefined;
    default:
      return entry.default;
  }
}

function knownNames(entries: readonly ObjectEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]));
}

function keepIgnoredNames(value: object, sent: object, known: ReadonlySet<string>): void {
  const ignored: string[] = [];
  for (const name of Object.keys(sent)) {
    if (known.has(name)) continue;
    ignored.push(name.slice(0, LONGEST_IGNORED_NAME).replace(/\p{Cs}/gu, '\ufffd'));
    if (ignored.length === MOST_IGNORED_NAMES) break;
  }
  if (ignored.length > 0) ignoredNamesOf.set(value, ignored);
}

function reader(schema: FieldSchema): Reader {
  switch (schema.reading.kind) {
    case 'object':
      return nestedObjectReader(schema);
    case 'list':
      return listReader(schema);
    case 'entries':
      return entriesReader(schema);
    case 'pair':
      return pairReader(schema);
    case 'either':
      return eitherReader(schema);
    default:
      return scalarReader(schema);
  }
}

function scalarReader(schema: FieldSchema): Reader {
  if (schema.reading.kind === 'text') return textReader(schema);
  const read = readScalar(schema);
  return (raw, parent, key, problems) => {
    const value = read(raw);
    if (value === undefined) report(problems, parent, key, schema.reading.expectation);
    return value;
  };
}

/**
 * Text of more than twice the characters that a field takes goes no further: a character is at most two
 * units, so it is too long for certain, and no pattern or check ever meets a megabyte.
 */
function textReader(schema: FieldSchema): Reader {
  const { expectation, failures, untrimmed, multiline, mayBeNumber } = schema.reading;
  const mostUnits = 2 * (schema.maxLength as number);
  const tooLong = failures?.maxLength ?? expectation;
  return (sent, parent, key, problems) => {
    const raw = mayBeNumber === true && Number.isSafeInteger(sent) ? String(sent) : sent;
    if (typeof raw !== 'string') {
      report(problems, parent, key, expectation);
      return undefined;
    }
    const kept = untrimmed === true ? raw : raw.trim();
    if (kept.length <= mostUnits && !isUnprintable(kept, multiline === true)) return kept;
    report(problems, parent, key, kept.length > mostUnits ? tooLong : CONTROL_CHARACTERS);
    return undefined;
  };
}

function readScalar(schema: FieldSchema): (raw: unknown) => unknown {
  switch (schema.reading.kind) {
    case 'boolean':
      return readBoolean;
    case 'decimal':
      return readDecimal;
    case 'whole number':
      return readWholeNumber;
    case 'word':
      return wordReader(schema.enum as (string | null)[]);
    case 'pincode':
      return readPincode;
    case 'phone':
      return readPhone;
    case 'uuid':
      return readUuid;
    case 'timestamp':
      return readTimestamp;
    case 'file':
      return (raw) => (isFile(raw) ? raw : undefined);
    default:
      throw new TypeError(`${schema.reading.kind} is not a scalar`);
  }
}

function nestedObjectReader(schema: FieldSchema): Reader {
  const readObject = objectReader(schema);
  return (raw, parent, key, problems) => {
    if (isObject(raw)) return readObject(raw, { parent, key }, problems);
    report(problems, parent, key, schema.reading.expectation);
    return undefined;
  };
}

function listReader(schema: FieldSchema): Reader {
  const read = reader(schema.items as FieldSchema);
  const most = schema.maxItems as number;
  return (raw, parent, key, problems) => {
    const entries = entriesOf(raw);
    if (entries.length > most) {
      report(problems, parent, key, schema.reading.expectation);
      return undefined;
    }
    const place = { parent, key };
    return entries.map((entry, index) => read(entry, place, index, problems));
  };
}

function entriesReader(schema: FieldSchema): Reader {
  const read = reader(schema.items as FieldSchema);
  const most = schema.maxItems as number;
  return (raw, parent, key, problems) => {
    if (!Array.isArray(raw) || raw.length > most) {
      report(problems, parent, key, schema.reading.expectation);
      return undefined;
    }
    const place = { parent, key };
    return raw.map((entry, index) => read(entry, place, index, problems));
  };
}

function pairReader(schema: FieldSchema): Reader {
  const [first, second] = schema.prefixItems as [FieldSchema, FieldSchema];
  const readFirst = reader(first);
  const readSecond = reader(second);
  return (raw, parent, key, problems) => {
    if (Array.isArray(raw) && raw.length === 2 && !raw.some(isBlank)) {
      const unreadable: ReadingProblem[] = [];
      const both = [readFirst(raw[0], parent, key, unreadable), readSecond(raw[1], parent, key, unreadable)];
      if (unreadable.length === 0) return both;
    }
    report(problems, parent, key, schema.reading.expectation);
    return undefined;
  };
}

function eitherReader(schema: FieldSchema): Reader {
  const readObject = reader(schema.then as FieldSchema);
  const readOther = reader(schema.else as FieldSchema);
  return (raw, parent, key, problems) => (isObject(raw) ? readObject : readOther)(raw, parent, key, problems);
}

function report(problems: ReadingProblem[], parent: Place | null, key: string | number, text: string): void {
  const keys = [key];
  for (let place = parent; place !== null; place = place.parent) keys.push(place.key);
  problems.push({ keys: keys.reverse(), text });
}

/** An object of fields: no list, and no file part. */
export function isObject(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !isFile(raw);
}

function isEmptyFile(given: unknown): boolean {
  return isFile(given) && given.length === 0;
}

import { about, fieldNamed, say, word } from '../problems/sentence.ts';
import { isEmpty, isObject } from './blank.ts';
import {
  type Field,
  type FieldOptions,
  type FindIgnored,
  field,
  type JsonSchema,
  type MayBeAbsent,
  type ValueOf,
} from './field.ts';
import { equalNamesOf, namesOf, sentUnder } from './field-names.ts';
import type { FieldPlace, Findings } from './findings.ts';
import { addIgnored, MOST_IGNORED } from './ignored-fields.ts';
import { documentOf } from './object-document.ts';
import {
  type InOrder,
  IS_REQUIRED,
  type Judged,
  type Rule,
  rulesOf,
  type WholeCondition,
  wholeCondition,
} from './rules.ts';

/** The fields of an object, in the order in which problems are reported. */
export type Fields = { readonly [name: string]: Field };

type Flat<Type> = { [Name in keyof Type]: Type[Name] };

/** The object as the handler receives it. */
export type ObjectValue<F extends Fields> = Flat<
  { -readonly [Name in keyof F as F[Name] extends MayBeAbsent ? never : Name]: ValueOf<F[Name]> } & {
    -readonly [Name in keyof F as F[Name] extends MayBeAbsent ? Name : never]?: ValueOf<F[Name]>;
  }
>;

export interface ObjectField<F extends Fields = Fields> extends Field<ObjectValue<F>> {
  readonly fields: F;
  /** The sentence for a malformed path parameter, since nothing can exist there; null for other objects. */
  readonly missing: string | null;
}

type NameOf<F extends Fields> = Extract<keyof F, string>;

/**
 * While `field` has the value `is` (or one of several), the fields in `requires` are required, and those in
 * `ignores` count as absent and are not read.
 */
export type Condition<F extends Fields> = {
  [Name in NameOf<F>]: {
    readonly field: Name;
    readonly is: ValueOf<F[Name]> | readonly ValueOf<F[Name]>[];
    readonly requires?: readonly NameOf<F>[];
    readonly ignores?: readonly NameOf<F>[];
  };
}[NameOf<F>];

export interface ObjectOptions<F extends Fields> extends FieldOptions {
  conditions?: readonly Condition<F>[];
  /** Groups of fields: each group needs at least one of its fields. */
  requiresOneOf?: readonly (readonly NameOf<F>[])[];
  /** Groups of fields: each group is given completely or not at all. */
  together?: readonly (readonly NameOf<F>[])[];
  inOrder?: readonly InOrder<NameOf<F>>[];
  /** Rules over several fields that the document cannot express. */
  rules?: readonly Rule[];
  /** The object's name in the sentence for a value that is not an object. Default: `the request body`. */
  called?: string;
}

/**
 * An object: a request body, a query string, or a field of one. Unknown fields are ignored. Problems are
 * reported in the order of its fields.
 */
export function object<const F extends Fields>(fields: F, options: ObjectOptions<F> = {}): ObjectField<F> {
  const conditions = (options.conditions ?? []).map(wholeCondition);
  checkNames(fields, conditions);
  const { called = 'the request body', requiresOneOf = [], together = [], inOrder = [] } = options;
  const entries = entriesInReadingOrder(fields, conditions);
  const rules = [...rulesOf({ conditions, requiresOneOf, together, inOrder }), ...(options.rules ?? [])];
  const read = (sent: unknown, at: FieldPlace | null, out: Findings) => {
    // PHP writes an object without fields as an empty list.
    const raw = at === null && Array.isArray(sent) && sent.length === 0 ? {} : sent;
    if (!isObject(raw)) {
      return out.refuse(
        at,
        'invalid',
        at === null
          ? say('must_be_json_object', '{thing} must be a JSON object', { thing: word(called) })
          : about('must_be_object', 'must be an object'),
      );
    }
    const before = out.count;
    const value: Record<string, unknown> = {};
    for (const entry of entries) readEntry(entry, raw, value, at, out);
    if (rules.length > 0) judge(rules, { raw, value, at, entries, out, before });
    return out.count > before ? undefined : (value as ObjectValue<F>);
  };
  const built = field<ObjectValue<F>>(
    {
      read,
      needsPincodes: Object.values(fields).some(({ needsPincodes }) => needsPincodes),
      findIgnored: ignoredIn(fields),
      step: stepInto(fields),
      document: documentOf(fields, { conditions, requiresOneOf, together }),
    },
    options,
  );
  return { ...built, fields, missing: null };
}

/**
 * The parameters of a path. A malformed value is answered like an unknown one: `missing` (for example
 * `Store`) not found. An `id` without a description gets a description that names `missing`.
 */
export function pathParameters<const F extends Fields>(fields: F, missing: string): ObjectField<F> {
  const parameters = object(fields);
  const { id, ...others } = parameters.document.properties as Record<string, JsonSchema>;
  if (id === undefined) return { ...parameters, missing };
  const described = { description: `The id of the ${missing.toLowerCase()}.`, ...id };
  const document = { ...parameters.document, properties: { id: described, ...others } };
  return { ...parameters, document, missing };
}

interface Entry {
  readonly name: string;
  readonly turn: number;
  readonly field: Field;
  /** Every name of the field; null if it has only one. */
  readonly names: readonly string[] | null;
  /** Only one of these names may be given. */
  readonly equalNames: readonly string[];
  /** The conditions under which the field is ignored, each with the position of the deciding field. */
  readonly ignoredWhile: readonly (WholeCondition & { readonly turn: number })[];
  /** The place of the field in a root object, created once, because most requests use it. */
  readonly usualPlace: FieldPlace;
}

/** Puts fields that may be ignored after the fields that decide this; the others keep their order. */
function entriesInReadingOrder(fields: Fields, conditions: readonly WholeCondition[]): Entry[] {
  const waiting = Object.entries(fields).map(([name, field], turn): Entry => {
    const names = namesOf(name, field);
    return {
      name,
      turn,
      field,
      names: names.length === 1 ? null : names,
      equalNames: equalNamesOf(name, field),
      ignoredWhile: conditions
        .filter(({ ignores }) => ignores.includes(name))
        .map((condition) => ({ ...condition, turn: Object.keys(fields).indexOf(condition.field) })),
      usualPlace: { parent: null, key: name, turn },
    };
  });
  const ordered: Entry[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ ignoredWhile }) => !ignoredWhile.some(({ field }) => waiting.some(({ name }) => name === field)),
    );
    if (next === -1) throw new TypeError('conditions under which fields are ignored must not go in circles');
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

type Sent = Record<string, unknown>;

function readEntry(entry: Entry, raw: Sent, value: Sent, at: FieldPlace | null, out: Findings): void {
  const { name, names, field, ignoredWhile } = entry;
  if (ignoredWhile.some(({ is, field, turn }) => is.includes(value[field]) || isRefused(turn, at, out))) {
    if (field.default !== undefined) value[name] = field.default;
    return;
  }
  const under = names === null ? name : (sentUnder(names, raw) ?? name);
  const place = placeOf(entry, under, at);
  if (names !== null && entry.equalNames.length > 1) {
    const last = entry.equalNames.findLast((other) => !isEmpty(raw[other]));
    if (last !== undefined && last !== under) {
      out.refuse(
        place,
        'invalid',
        about('same_field', 'and {other} are the same field; send one of them', { other: fieldNamed(last) }),
      );
      return;
    }
  }
  const given = raw[under];
  const read = field.isBlank(given) ? readBlank(field, given, place, out) : field.read(given, place, out);
  if (read !== undefined) value[name] = read;
}

/** Tells whether the deciding field is wrong. Only its problem is reported then: this field may not count. */
function isRefused(turn: number, at: FieldPlace | null, out: Findings): boolean {
  return out.count > 0 && out.isRefused({ parent: at, key: '', turn }, 0);
}

function placeOf({ name, turn, usualPlace }: Entry, under: string, at: FieldPlace | null): FieldPlace {
  return at === null && under === name ? usualPlace : { parent: at, key: under, turn };
}

function readBlank(field: Field, given: unknown, place: FieldPlace, out: Findings): unknown {
  switch (field.presence) {
    case 'required':
      return out.refuse(place, 'required', IS_REQUIRED);
    case 'null clears':
      return given === null ? null : undefined;
    case 'blank clears':
      return given === undefined ? undefined : null;
    case 'kept':
      return given === undefined
        ? undefined
        : out.refuse(place, 'required', about('must_not_be_empty', 'must not be empty'));
    default:
      return field.default;
  }
}

interface ReadObject {
  readonly raw: Sent;
  readonly value: Sent;
  readonly at: FieldPlace | null;
  readonly entries: readonly Entry[];
  readonly out: Findings;
  /** The number of problems that existed before this object was read. */
  readonly before: number;
}

function judge(rules: readonly Rule[], { raw, value, at, entries, out, before }: ReadObject): void {
  const entryOf = (name: string) => {
    const entry = entries.find((one) => one.name === name) as Entry;
    return { entry, under: entry.names === null ? name : (sentUnder(entry.names, raw) ?? name) };
  };
  const place = (name: string) => {
    const { entry, under } = entryOf(name);
    return placeOf(entry, under, at);
  };
  const judged: Judged = {
    value,
    isAbsent: (name) => value[name] === undefined && !out.isRefused(place(name), before),
    placeOf: place,
    sent: (name) => raw[entryOf(name).under],
    refuse: (name, sentence, code) => out.refuse(place(name), code, sentence),
  };
  for (const rule of rules) rule(judged);
}

function stepInto(fields: Fields): Field['step'] {
  return (key, raw) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return null;
    const sent = isObject(raw) ? raw : {};
    const under = sentUnder(namesOf(String(key), field), sent) ?? String(key);
    return { key: under, raw: sent[under], field };
  };
}

function ignoredIn(fields: Fields): FindIgnored {
  const known = Object.entries(fields).map(([name, field]) => ({
    names: namesOf(name, field),
    nearMisses: field.nearMisses,
    findIgnored: field.findIgnored,
  }));
  const knownNames = new Set(known.flatMap(({ names }) => names));
  const inside = known.filter(({ nearMisses, findIgnored }) => nearMisses.length > 0 || findIgnored !== null);
  return (raw, path, found) => {
    if (!isObject(raw)) return;
    const at = path === '' ? '' : `${path}.`;
    for (const name of Object.keys(raw)) {
      if (!knownNames.has(name)) addIgnored(found, at + name);
      if (found.length === MOST_IGNORED) return;
    }
    for (const { names, nearMisses, findIgnored } of inside) {
      const under = sentUnder(names, raw);
      if (under === undefined) continue;
      for (const name of nearMisses) {
        if (name !== under && Object.hasOwn(raw, name)) addIgnored(found, at + name);
      }
      findIgnored?.(raw[under], at + under, found);
    }
  };
}

/** Finds mistakes in the fields at the start, before any request. */
function checkNames(fields: Fields, conditions: readonly WholeCondition[]): void {
  for (const name of Object.keys(fields)) {
    if (!/^[\w-]+$/.test(name) || name in Object.prototype)
      throw new TypeError(`${name} cannot be a field's name`);
  }
  const names = Object.entries(fields).flatMap(([name, field]) => namesOf(name, field));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`${twice} would be the name of two fields`);
  for (const { ignores, requires } of conditions) {
    for (const name of [...ignores, ...requires]) {
      if (fields[name]?.presence === 'required') {
        throw new TypeError(
          `${name} is required or ignored under a condition, so it must be optional otherwise`,
        );
      }
    }
  }
}

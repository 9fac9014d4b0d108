import type { ErrorObject } from 'ajv';
import type { FieldSchema } from './field.ts';
import { entriesOf, isBlank } from './list.ts';
import { aliasesOf, isObject, type Keys, type Read } from './read.ts';

/** More than this no one reads; a body of garbage must not be answered with megabytes. */
const MOST_SENTENCES = 100;
const LONGEST_ECHO = 60;

/** One thing that is wrong with one value. */
interface Finding {
  readonly keys: Keys;
  /** The sentence, given a field's name as the client sent it. */
  readonly sentence: (nameOf: (keys: Keys) => string) => string;
}

/**
 * One sentence for each thing that is wrong, in the order of the schema, naming fields as the client
 * sent them. A value that could not be read is reported for that alone, and not as missing too.
 */
export function sentencesOf(
  schema: FieldSchema,
  raw: unknown,
  { value, problems }: Read,
  errors: readonly ErrorObject[],
): string[] {
  const unreadable = new Set(problems.map(({ keys }) => pointer(keys)));
  const findings = [
    ...problems.map(({ keys, text }) => withName(keys, text)),
    ...errors.filter(isNotImplied).flatMap((error) => findingOf(schema, value, error, unreadable) ?? []),
  ];
  const ordered = findings
    .map((finding) => ({ finding, position: positionOf(schema, finding.keys) }))
    .sort((a, b) => comparePositions(a.position, b.position));
  const nameOf = (keys: Keys) => sentName(schema, raw, keys);
  const sentences = new Set<string>();
  for (const { finding } of ordered) {
    sentences.add(finding.sentence(nameOf));
    if (sentences.size === MOST_SENTENCES) break;
  }
  const left = findings.length - sentences.size;
  const isCut = sentences.size === MOST_SENTENCES && left > 0;
  return isCut ? [...sentences, `and ${left} more problems`] : [...sentences];
}

/** A named check judges values of the right shape; of any other it says nothing new. */
function isNotImplied(error: ErrorObject, _: number, errors: readonly ErrorObject[]): boolean {
  if (error.keyword !== 'format') return true;
  return !errors.some(
    ({ keyword, instancePath }) => keyword !== 'format' && instancePath === error.instancePath,
  );
}

function withName(keys: Keys, text: string): Finding {
  return { keys, sentence: (nameOf) => (keys.length === 0 ? text : `${nameOf(keys)} ${text}`) };
}

/** Null where the error only follows from something that is reported already. */
function findingOf(
  schema: FieldSchema,
  value: unknown,
  error: ErrorObject,
  unreadable: ReadonlySet<string>,
): Finding | null {
  const at = keysOf(schema, error.instancePath);
  const isReported = (keys: Keys) => unreadable.has(pointer(keys));
  switch (error.keyword) {
    case 'if':
      return null;
    case 'required': {
      const keys = [...at, String(error.params.missingProperty)];
      return isReported(keys) ? null : withName(keys, missingText(schema, value, keys));
    }
    case 'requiresOneOf': {
      const group = (error.params.names as string[]).map((name) => [...at, name]);
      if (group.some(isReported)) return null;
      return { keys: group[0] ?? at, sentence: (nameOf) => `${group.map(nameOf).join(' or ')} is required` };
    }
    case 'inOrder': {
      const { lower, upper, relation } = error.params;
      const keys = [...at, String(lower)];
      return {
        keys,
        sentence: (nameOf) => `${nameOf(keys)} must not be ${relation} ${nameOf([...at, String(upper)])}`,
      };
    }
    default: {
      if (isReported(at)) return null;
      const { expectation, failures } = schemaAt(schema, at).reading;
      const text = failures?.[error.keyword] ?? expectation;
      return withName(
        at,
        text.replace('{value}', () => String(valueAt(value, at)).slice(0, LONGEST_ECHO)),
      );
    }
  }
}

/** `is required`, with the condition under which it is. */
function missingText(schema: FieldSchema, value: unknown, keys: Keys): string {
  const name = String(keys.at(-1));
  const parentKeys = keys.slice(0, -1);
  const parent = schemaAt(schema, parentKeys);
  if ((parent.required as readonly string[] | undefined)?.includes(name)) return 'is required';
  const given = valueAt(value, parentKeys);
  const condition = parent.reading.conditions?.find(
    ({ field, is, requires }) => requires.includes(name) && isObject(given) && is.includes(given[field]),
  );
  if (condition === undefined || !isObject(given)) return 'is required';
  return `is required when ${condition.field} is ${String(given[condition.field])}`;
}

function pointer(keys: Keys): string {
  return keys.join('/');
}

/** The keys of an error's place. What lies inside a pair belongs to the pair. */
function keysOf(schema: FieldSchema, instancePath: string): Keys {
  const keys: (string | number)[] = [];
  let here: FieldSchema | undefined = schema;
  for (const segment of instancePath.split('/').slice(1)) {
    if (here?.reading.kind === 'pair') break;
    const key: string | number = isListed(here) ? Number(segment) : segment;
    keys.push(key);
    here = here === undefined ? undefined : childSchema(here, key);
  }
  return keys;
}

function isListed(schema: FieldSchema | undefined): boolean {
  return schema?.reading.kind === 'list' || schema?.reading.kind === 'entries';
}

function childSchema(schema: FieldSchema, key: string | number): FieldSchema | undefined {
  if (schema.reading.kind === 'either') return childSchema(schema.then as FieldSchema, key);
  if (isListed(schema)) return schema.items as FieldSchema;
  return (schema.properties as Record<string, FieldSchema> | undefined)?.[key];
}

function schemaAt(schema: FieldSchema, keys: Keys): FieldSchema {
  return keys.reduce<FieldSchema>((here, key) => childSchema(here, key) ?? here, schema);
}

function valueAt(value: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>(
    (here, key) => (here as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

function positionOf(schema: FieldSchema, keys: Keys): number[] {
  const position: number[] = [];
  let here: FieldSchema | undefined = schema;
  for (const key of keys) {
    if (here === undefined) break;
    const fields: FieldSchema = here.reading.kind === 'either' ? (here.then as FieldSchema) : here;
    position.push(typeof key === 'number' ? key : Object.keys(fields.properties ?? {}).indexOf(key));
    here = childSchema(here, key);
  }
  return position;
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** `order_items[2].units`, `zone[][1]`: the names under which the values were sent. */
function sentName(schema: FieldSchema, raw: unknown, keys: Keys): string {
  let name = '';
  let sent = raw;
  let here: FieldSchema | undefined = schema;
  for (const key of keys) {
    if (typeof key === 'number') {
      if (Array.isArray(sent)) {
        const index = here?.reading.kind === 'list' ? indexAmongBlanks(sent, key) : key;
        name += `[${index}]`;
        sent = sent[index];
      }
    } else {
      const field: FieldSchema | undefined = here === undefined ? undefined : childSchema(here, key);
      const names = field === undefined ? [key] : [key, ...aliasesOf(key, field)];
      const object = isObject(sent) ? sent : {};
      const sentKey = names.find((candidate) => !isBlank(object[candidate])) ?? key;
      name += name === '' ? sentKey : `.${sentKey}`;
      sent = object[sentKey];
    }
    here = here === undefined ? undefined : childSchema(here, key);
  }
  return name;
}

/** Blank entries are left out in reading; a sentence counts them, as the client does. */
function indexAmongBlanks(sent: readonly unknown[], index: number): number {
  if (entriesOf(sent).length === sent.length) return index;
  let seen = -1;
  return sent.findIndex((entry) => {
    if (!isBlank(entry)) seen += 1;
    return seen === index;
  });
}

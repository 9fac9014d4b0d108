import { openAsBlob } from 'node:fs';
import { access, constants, readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { StartupError } from '../problems/startup-error.ts';
import type { CommandRow, Given } from './command-rows.ts';
import { callService, type ServiceAddress, type ServiceRequest } from './service-client.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An operation as `GET /operator/operations` lists it. */
export interface Operation {
  readonly operation_id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  readonly file: string | null;
  readonly params: Schema | null;
  readonly query: Schema | null;
  readonly body: Schema | null;
}

/** A field of an operation as an argument or an option of a command. */
export interface KnownField {
  readonly name: string;
  readonly isArgument: boolean;
  /** The argument's name, with `...` if it takes several words. */
  readonly argument: string;
  readonly flags: string;
  readonly about: string;
  readonly choices: readonly string[] | null;
  readonly isRequired: boolean;
  /** Turns what was typed into what is sent. */
  readonly valueOf: (typed: unknown, folder: string) => Promise<unknown>;
}

/** The word of a command that stands for the file in the request's body. */
export const FILE_WORD = '<file>';

/** The rows of a listed page. */
const LISTED = '50';

export async function readOperations(service: ServiceAddress): Promise<Operation[]> {
  const path = '/operator/operations';
  const answer = await callService(service, { method: 'GET', path, accountId: null });
  return ((await answer.json()) as { data: Operation[] }).data;
}

/** Returns the fields of an operation: those that the row's words name are arguments, the others options. */
export function commandFields({ params, query, body }: Operation, row: CommandRow): KnownField[] {
  const { item, more = {} } = row;
  const ofBody = item === undefined ? body : (propertiesOf(body)[item]?.items as Schema);
  const parts = [params, query, ofBody, { properties: more }].flatMap((part) =>
    Object.entries(propertiesOf(part)),
  );
  const named = [...row.words.matchAll(/([<[])([\w-]+)(?:\.\.\.)?[>\]]/g)].filter(
    ([word]) => word !== FILE_WORD,
  );
  const inPath = Object.keys(propertiesOf(params));
  const ofArguments = new Map<string, Pick<KnownField, 'argument' | 'isRequired'>>();
  for (const [index, [, bracket, word = '']] of named.entries())
    ofArguments.set(inPath[index] ?? word, { argument: word, isRequired: bracket === '<' });
  for (const name of inPath.slice(named.length)) ofArguments.set(name, { argument: name, isRequired: true });
  const isShown = (name: string) =>
    (row.only?.includes(name) ?? true) || ofArguments.has(name) || name in more;
  const fields = parts
    .filter(([name]) => isShown(name))
    .map(([name, schema]) => knownField(name, schema, ofArguments.get(name) ?? null, row));
  const order = [...ofArguments.keys()];
  return fields.sort((one, other) => rank(order, one) - rank(order, other));
}

function rank(order: readonly string[], { name }: KnownField): number {
  const found = order.indexOf(name);
  return found < 0 ? order.length : found;
}

function propertiesOf(part: Schema | null): Readonly<Record<string, Schema>> {
  return (part?.properties ?? {}) as Record<string, Schema>;
}

function knownField(
  name: string,
  schema: Schema,
  argument: Pick<KnownField, 'argument' | 'isRequired'> | null,
  { options = {} }: CommandRow,
): KnownField {
  const types = typesOf(schema);
  const isMap = types.includes('object') && schema.additionalProperties !== undefined;
  const isList = types.includes('array');
  const alias = Object.entries(options).find(([, field]) => field === name)?.[0];
  const flag = `--${alias ?? name.replace(/_ids?$/, '').replaceAll('_', '-')}`;
  const choices = enumOf(isList ? ((schema.items ?? {}) as Schema) : schema);
  return {
    name,
    isArgument: argument !== null,
    argument: `${argument?.argument ?? name}${isList || isMap ? '...' : ''}`,
    flags: flagsOf(flag, schema, types, isMap),
    about: String(schema.description ?? ''),
    choices: isList || types.includes('boolean') ? null : choices,
    isRequired: argument?.isRequired ?? false,
    valueOf: (typed, folder) => sentValue(typed, { schema, types, isMap, folder }),
  };
}

/** A switch that is off needs `--name`, one that is on `--no-name`, and one that may be neither a word. */
function flagsOf(flag: string, schema: Schema, types: readonly string[], isMap: boolean): string {
  if (types.includes('boolean')) {
    if (schema.default === true) return flag.replace('--', '--no-');
    return schema.default === false ? flag : `${flag} <yes|no>`;
  }
  if (isMap) return `${flag} <name=value...>`;
  if (types.includes('array')) return `${flag} <value...>`;
  return schema.format === 'binary' ? `${flag} <file>` : `${flag} <value>`;
}

function typesOf(schema: Schema): string[] {
  const alternatives = [schema, ...((schema.anyOf ?? schema.oneOf ?? []) as Schema[])];
  return alternatives.flatMap(({ type, enum: words }) => {
    // A boolean may be written in several ways, so it has no type.
    if (Array.isArray(words) && words.includes(true)) return ['boolean'];
    return type === undefined ? [] : [type].flat().map(String);
  });
}

/** Returns the words that the field takes; null if it also takes others. */
function enumOf(schema: Schema): readonly string[] | null {
  const alternatives = ((schema.anyOf ?? [schema]) as Schema[]).map(
    (one) => one.enum as unknown[] | undefined,
  );
  // Blank text and null stand for a field that is not given.
  const words = alternatives.map((some) => some?.filter((word) => typeof word === 'string' && word !== ''));
  const known = words.flatMap((some) => some ?? []) as string[];
  if (known.length === 0 || words.includes(undefined)) return null;
  // Requests may write a word in several cases; the first is the word.
  return [...new Map(known.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed();
}

async function sentValue(
  typed: unknown,
  {
    schema,
    types,
    isMap,
    folder,
  }: { schema: Schema; types: readonly string[]; isMap: boolean; folder: string },
): Promise<unknown> {
  if (typeof typed === 'boolean') return typed;
  const mayBeNull = types.includes('null');
  if (isMap) return mapOf([typed].flat().map(String), folder);
  if (types.includes('array')) {
    const words = [typed].flat().map(String);
    if (mayBeNull && words.join('') === 'none') return null;
    return typesOf((schema.items ?? {}) as Schema).includes('object')
      ? words.map(parsed)
      : words
          .flatMap((word) => word.split(','))
          .map((word) => word.trim())
          .filter((word) => word !== '');
  }
  const text = String(typed);
  if (mayBeNull && (text === 'none' || text === '')) return null;
  if (schema.format === 'binary') return fileOf(text, folder);
  if (types.includes('boolean')) return text === 'yes' ? true : text === 'no' ? false : text;
  if (types.includes('object')) return parsed(text);
  const isNumber = types.includes('integer') || types.includes('number');
  return isNumber && !types.includes('string') && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StartupError(`${text} is not JSON`);
  }
}

/** Reads `name=value`, or `name=@file`, which keeps a secret out of the list of processes. */
async function mapOf(words: readonly string[], folder: string): Promise<Record<string, string | null>> {
  const map: Record<string, string | null> = {};
  for (const word of words) {
    const [, name, value = ''] = /^([a-z][a-z0-9_]*)=(.*)$/s.exec(word.trim()) ?? [];
    if (name === undefined) throw new StartupError(`${word} is not name=value`);
    map[name] = value === '' ? null : value.startsWith('@') ? await secretIn(value.slice(1), folder) : value;
  }
  return map;
}

async function secretIn(name: string, folder: string): Promise<string> {
  const file = resolve(folder, name);
  return (await readFile(file, 'utf8').catch(unreadable(file))).trim();
}

async function fileOf(name: string, folder: string): Promise<File> {
  const file = resolve(folder, name);
  return new File([await contentOf(file)], basename(file));
}

/** A file as it is sent, which is read meanwhile. */
async function contentOf(file: string): Promise<Blob> {
  await access(file, constants.R_OK).catch(unreadable(file));
  if ((await stat(file)).isDirectory()) throw new StartupError(`${file} is a folder: give a file`);
  return openAsBlob(file);
}

function unreadable(file: string): (error: NodeJS.ErrnoException) => never {
  return ({ code }) => {
    throw new StartupError(`${file} cannot be read: ${code}`);
  };
}

/** Returns the request of an operation with the given fields. */
export async function operationRequest(
  operation: Operation,
  given: Given,
  file: string | null,
): Promise<Omit<ServiceRequest, 'accountId'>> {
  const [inPath, inQuery] = [propertiesOf(operation.params), propertiesOf(operation.query)];
  const query = new URLSearchParams(
    'per_page' in inQuery && !('per_page' in given) ? { per_page: LISTED } : {},
  );
  if (file !== null && 'source' in inQuery && !('source' in given)) query.set('source', basename(file));
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name in inPath) continue;
    if (!(name in inQuery)) body[name] = value;
    else
      for (const one of [value].flat()) query.append(Array.isArray(value) ? `${name}[]` : name, String(one));
  }
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(given[name] ?? '')),
  );
  const asked = query.size === 0 ? path : `${path}?${query}`;
  return { method: operation.method, path: asked, ...(await bodyOf(operation, body, file)) };
}

async function bodyOf(
  { method, body: taken }: Operation,
  body: Record<string, unknown>,
  file: string | null,
): Promise<Pick<ServiceRequest, 'body' | 'headers'>> {
  if (file !== null) {
    const type = /\.(jsonl|ndjson)$/i.test(file) ? 'application/x-ndjson' : 'text/csv';
    return { body: await contentOf(file), headers: { 'content-type': type } };
  }
  if (method === 'GET' || (taken === null && Object.keys(body).length === 0)) return {};
  if (!Object.values(body).some((value) => value instanceof Blob)) {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    for (const one of [value].flat()) form.append(name, one instanceof Blob ? one : String(one ?? ''));
  }
  return { body: form };
}

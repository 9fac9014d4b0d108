import { readFile } from 'node:fs/promises';
import { LANGUAGES, type Language } from '../domain/store.ts';
import { MOMENTS, type Moment } from '../domain/tracking/moments.ts';
import { StartupError } from '../problems/startup-error.ts';
import { unknownVariables } from './template.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A rule for a provider's answers: for each path in the JSON (`error.code`, `messages.0.id`), its values. */
export type AnswerRule = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** A template that the provider has approved. */
export interface GatewayTemplate {
  readonly id: string;
  /** Our placeholder (`{{order_id}}`) for each variable name of the provider, in the provider's order. */
  readonly variables: Readonly<Record<string, string>>;
  /** The provider's template id in languages other than English. */
  readonly languages: Readonly<Partial<Record<Language, string>>>;
}

/** The configuration of messages to phones over HTTP: see `docs/how-to/send-messages.md`. */
export interface Gateway {
  readonly method: 'POST' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: 'json' | 'form';
  readonly body: Json;
  /** The templates for each moment. `<moment>_cod` is for COD orders; for `code` see `Occasion`. */
  readonly templates: Readonly<Partial<Record<Moment | `${Moment}_cod` | 'code', GatewayTemplate>>>;
  /** The text for an empty variable, for providers that refuse empty ones. */
  readonly empty: string;
  readonly answer: {
    /** The answer must match all of this and have a 2xx status. */
    readonly accepted: AnswerRule;
    /** If the answer matches any of this, there is no retry. */
    readonly refused: AnswerRule;
    /** If the answer matches any of this, there is a retry, whatever the status. */
    readonly again: AnswerRule;
    /** The path of the provider's message id. */
    readonly id: string | null;
    /** The paths of the provider's error text. */
    readonly error: readonly string[];
  };
}

const EVENTS: readonly string[] = [...MOMENTS.flatMap((moment) => [moment, `${moment}_cod`]), 'code'];
const KEYS = ['method', 'url', 'headers', 'format', 'body', 'templates', 'empty', 'answer'];
const ANSWER_KEYS = ['accepted', 'refused', 'again', 'id', 'error'];

/** Reads a gateway file. @throws StartupError naming the file and all its problems */
export async function readGateway(path: string): Promise<Gateway> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartupError(`The gateway file ${path} cannot be read: ${(error as Error).message}`);
  }
  const problems: string[] = [];
  const gateway = gatewayOf(parsed, problems);
  if (problems.length > 0)
    throw new StartupError(`The gateway file ${path} is not valid: ${problems.join('; ')}`);
  return gateway;
}

function gatewayOf(parsed: unknown, problems: string[]): Gateway {
  const file = objectAt(parsed, 'it', problems);
  refuseOthers(file, KEYS, '', problems);
  const { method = 'POST', url, format = 'json', empty = '' } = file;
  if (method !== 'POST' && method !== 'GET') problems.push('method must be POST or GET');
  if (format !== 'json' && format !== 'form') problems.push('format must be json or form');
  if (typeof url !== 'string' || !/^https?:\/\/[^\s/]/.test(url))
    problems.push('url must be an http(s) address');
  if (typeof empty !== 'string') problems.push('empty must be text');
  const answer = objectAt(file.answer ?? {}, 'answer', problems);
  refuseOthers(answer, ANSWER_KEYS, 'answer.', problems);
  const { id = null, error = [] } = answer;
  if (id !== null && typeof id !== 'string') problems.push('answer.id must be a place such as messages.0.id');
  return {
    method: method as Gateway['method'],
    url: String(url),
    headers: textsAt(file.headers ?? {}, 'headers', problems),
    format: format as Gateway['format'],
    body: (file.body ?? {}) as Json,
    templates: templatesAt(file.templates, problems),
    empty: String(empty),
    answer: {
      accepted: ruleAt(answer.accepted, 'answer.accepted', problems),
      refused: ruleAt(answer.refused, 'answer.refused', problems),
      again: ruleAt(answer.again, 'answer.again', problems),
      id: id as string | null,
      error: (Array.isArray(error) ? error : [error]).map(String),
    },
  };
}

function templatesAt(value: unknown, problems: string[]): Gateway['templates'] {
  const templates = objectAt(value, 'templates', problems);
  if (Object.keys(templates).length === 0) problems.push('templates must name at least one moment');
  refuseOthers(templates, EVENTS, 'templates.', problems);
  const entries = Object.entries(templates).map(([event, template]) => {
    const at = `templates.${event}`;
    const { id, variables = {}, languages = {} } = objectAt(template, at, problems);
    if (typeof id !== 'string' || id === '')
      problems.push(`${at}.id must be the provider's id of the template`);
    const ids = textsAt(languages, `${at}.languages`, problems);
    refuseOthers(ids, LANGUAGES, `${at}.languages.`, problems);
    const named = textsAt(variables, `${at}.variables`, problems);
    for (const [name, words] of Object.entries(named)) {
      for (const unknown of unknownVariables(words)) {
        problems.push(`${at}.variables.${name} names {{${unknown}}}, which is no variable`);
      }
    }
    return [event, { id: String(id), variables: named, languages: ids }];
  });
  return Object.fromEntries(entries);
}

function ruleAt(value: unknown, at: string, problems: string[]): AnswerRule {
  const rule = objectAt(value ?? {}, at, problems);
  return Object.fromEntries(
    Object.entries(rule).map(([place, values]) => [
      place,
      (Array.isArray(values) ? values : [values]) as string[],
    ]),
  );
}

function textsAt(value: unknown, at: string, problems: string[]): Record<string, string> {
  const texts = objectAt(value, at, problems);
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text !== 'string') problems.push(`${at}.${name} must be text`);
  }
  return texts as Record<string, string>;
}

function objectAt(value: unknown, at: string, problems: string[]): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  problems.push(`${at} must be an object`);
  return {};
}

function refuseOthers(object: object, known: readonly string[], at: string, problems: string[]): void {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) problems.push(`${at}${name} is not one of ${known.join(', ')}`);
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { detailsOf, type Sentence, type SentenceDetails } from '../../problems/sentence.ts';
import { object } from '../../reading/fields.ts';
import { ignoredFields } from '../../reading/ignored-fields.ts';
import { SentenceList } from '../sentence-body.ts';
import { isObjectField } from './request-schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before it is read; undefined if the route takes no body. */
    sentBody: unknown;
    /** The query string before it is read. */
    sentQuery: unknown;
    /** See `warn`. */
    warnings: readonly Sentence[] | null;
  }
}

/** Notes in the answer to a write, in addition to its result. Empty notes are left out. */
export interface AnswerNotes {
  readonly ignored_fields?: readonly string[];
  readonly warnings?: readonly string[];
  readonly warning_details?: readonly SentenceDetails[];
}

const NOTES_SCHEMA = {
  ignored_fields: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Fields of the request that are unknown and were ignored, such as `colour` or `order_items[0].colour`. At most 50. Missing if there are none.',
  },
  warnings: {
    type: 'array',
    items: { type: 'string' },
    description: 'Warnings about a request that succeeded. Missing if there are none.',
  },
  warning_details: { ...SentenceList, description: 'The same warnings, with their names, for translations.' },
};

const IGNORED_PARAMETERS = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Parameters of the request that are unknown and were ignored. At most 50. Missing if there are none.',
};

/** What a route without parameters reads. */
const NO_FIELDS = object({});

/** Adds warnings to the answer: sentences about odd values in a request that succeeded. */
export function warn(request: FastifyRequest, sentences: readonly Sentence[]): void {
  request.warnings = [...(request.warnings ?? []), ...sentences];
}

/** Returns the paths of the fields in the query string and the body that the route did not read. */
export function ignoredFieldsOf({ routeOptions, sentQuery, sentBody }: FastifyRequest): readonly string[] {
  const { querystring, body } = routeOptions.schema ?? {};
  return [
    ...ignoredFields(isObjectField(querystring) ? querystring : NO_FIELDS, sentQuery),
    ...(isObjectField(body) ? ignoredFields(body, sentBody) : []),
  ];
}

/** Returns the part of `meta` that names what a list, report or figure did not read. */
export function metaNotesOf(request: FastifyRequest): { readonly ignored_parameters?: readonly string[] } {
  const ignored = ignoredFieldsOf(request);
  return ignored.length === 0 ? {} : { ignored_parameters: ignored };
}

/** Returns the notes for an answer that its route writes itself. */
export function notesOf(request: FastifyRequest): AnswerNotes {
  const ignored = ignoredFieldsOf(request);
  const warnings = new Map(request.warnings?.map((warning) => [warning.text, warning]));
  return {
    ...(ignored.length === 0 ? {} : { ignored_fields: ignored }),
    ...(warnings.size === 0
      ? {}
      : { warnings: [...warnings.keys()], warning_details: [...warnings.values()].map(detailsOf) }),
  };
}

/**
 * Adds notes to answers, and to their schemas. Add it before the routes.
 *
 * - Every answer to a write gets `ignored_fields`, `warnings` and `warning_details` in its outermost object. A write is a
 *   request with a body or parameters that read-only credentials may not send.
 * - Every other answer to a request with parameters, and every list, gets `meta.ignored_parameters`, so that nobody takes
 *   the whole for the part that a misspelt filter asked for. A file has them in the header `X-Ignored-Parameters`,
 *   separated by commas and percent-encoded.
 */
export function addAnswerNotes(app: FastifyInstance): void {
  app.decorateRequest('sentBody', undefined);
  app.decorateRequest('sentQuery', undefined);
  app.decorateRequest('warnings', null);
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (schema === undefined) return;
    const isRead = route.method === 'GET' || route.config?.access === 'read';
    const takesFields = isObjectField(schema.body) || isObjectField(schema.querystring);
    if (!takesFields && !(isRead && showsList(schema))) return;
    // This is a hook of the route, so that it runs after the hooks of its scope have read a form and before
    // the request is validated.
    route.preValidation = [
      ...hooksOf(route.preValidation),
      (request, _reply, done) => {
        request.sentBody = request.body;
        request.sentQuery = request.query;
        done();
      },
    ];
    if (isRead && !answersJson(schema)) {
      route.preHandler = [...hooksOf(route.preHandler), nameInHeader];
      return;
    }
    route.schema = isRead ? withMetaDescribed(schema) : withNotesDescribed(schema);
    const add = isRead ? withMetaNotes : withNotes;
    route.preSerialization = [
      ...hooksOf(route.preSerialization),
      (request, reply, payload, done) => {
        done(null, reply.statusCode < 300 ? add(request, payload as object) : payload);
      },
    ];
  });
}

/** Names what a file was made without reading, because a file has no place for notes. */
function nameInHeader(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const ignored = ignoredFieldsOf(request);
  if (ignored.length > 0)
    reply.header('x-ignored-parameters', ignored.map((name) => encodeURIComponent(name)).join(','));
  done();
}

function withNotes(request: FastifyRequest, answer: object): object {
  return { ...answer, ...notesOf(request) };
}

function withMetaNotes(request: FastifyRequest, answer: { readonly meta?: object }): object {
  const notes = metaNotesOf(request);
  return Object.keys(notes).length === 0 ? answer : { ...answer, meta: { ...answer.meta, ...notes } };
}

function hooksOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : ([hooks].flat() as Hook[]);
}

type AnswerSchema = Record<string, unknown> & { readonly properties?: Readonly<Record<string, object>> };

function answersOf({ response }: FastifySchema): [status: string, AnswerSchema][] {
  return Object.entries((response ?? {}) as Record<string, AnswerSchema>);
}

function answersJson(schema: FastifySchema): boolean {
  return answersOf(schema).some(
    ([status, { properties }]) => status.startsWith('2') && properties !== undefined,
  );
}

/** Tells whether an answer has rows: `{ "data": [...] }`. */
function showsList(schema: FastifySchema): boolean {
  return answersOf(schema).some(
    ([status, { properties }]) => status === '200' && (properties?.data as AnswerSchema)?.type === 'array',
  );
}

function withMetaDescribed(schema: FastifySchema): FastifySchema {
  return describedWith(schema, ({ meta }) => {
    const { properties, ...rest } = (meta ?? { type: 'object', required: [] }) as AnswerSchema;
    return { meta: { ...rest, properties: { ...properties, ignored_parameters: IGNORED_PARAMETERS } } };
  });
}

function withNotesDescribed(schema: FastifySchema): FastifySchema {
  return describedWith(schema, () => NOTES_SCHEMA);
}

/** Adds properties to the schema of each answer to a request that succeeded. */
function describedWith(
  schema: FastifySchema,
  more: (properties: Readonly<Record<string, object>>) => Readonly<Record<string, object>>,
): FastifySchema {
  const described = answersOf(schema).map(([status, answer]) => {
    const { properties } = answer;
    if (!status.startsWith('2') || properties === undefined) return [status, answer];
    return [status, { ...answer, properties: { ...properties, ...more(properties) } }];
  });
  return { ...schema, response: Object.fromEntries(described) };
}

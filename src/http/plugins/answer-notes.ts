import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { detailsOf, type Sentence, type SentenceDetails } from '../../problems/sentence.ts';
import { ignoredFields } from '../../reading/ignored-fields.ts';
import { SentenceList } from '../sentence-body.ts';
import { isObjectField } from './request-schemas.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body before it is read; undefined if the route takes no body. */
    sentBody: unknown;
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

/** Adds warnings to the answer: sentences about odd values in a request that succeeded. */
export function warn(request: FastifyRequest, sentences: readonly Sentence[]): void {
  request.warnings = [...(request.warnings ?? []), ...sentences];
}

/** Returns the paths of the fields in the body that the route did not read. */
export function ignoredFieldsOf({ routeOptions, sentBody }: FastifyRequest): readonly string[] {
  const body = routeOptions.schema?.body;
  return isObjectField(body) ? ignoredFields(body, sentBody) : [];
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
 * Adds `ignored_fields`, `warnings` and `warning_details` to the outermost object of every answer to a write, and to its schema.
 * Add it before the routes.
 *
 * A write is a request with a body that read-only credentials may not send.
 */
export function addAnswerNotes(app: FastifyInstance): void {
  app.decorateRequest('sentBody', undefined);
  app.decorateRequest('warnings', null);
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (schema === undefined || !isObjectField(schema.body)) return;
    // This is a hook of the route, so that it runs after the hooks of its scope have read a form and before
    // the body is validated.
    route.preValidation = [
      ...hooksOf(route.preValidation),
      (request, _reply, done) => {
        request.sentBody = request.body;
        done();
      },
    ];
    if (route.config?.access === 'read') return;
    route.schema = withNotesDescribed(schema);
    route.preSerialization = [
      ...hooksOf(route.preSerialization),
      (request, reply, payload, done) => {
        done(null, reply.statusCode < 300 ? { ...(payload as object), ...notesOf(request) } : payload);
      },
    ];
  });
}

function hooksOf<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  return hooks === undefined ? [] : ([hooks].flat() as Hook[]);
}

function withNotesDescribed(schema: FastifySchema): FastifySchema {
  const answers = Object.entries((schema.response ?? {}) as Record<string, Record<string, unknown>>);
  const described = answers.map(([status, answer]) =>
    status.startsWith('2')
      ? [status, { ...answer, properties: { ...(answer.properties as object), ...NOTES_SCHEMA } }]
      : [status, answer],
  );
  return { ...schema, response: Object.fromEntries(described) };
}

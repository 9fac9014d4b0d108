import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  PROBLEM_CODES,
  Problem,
  type ProblemDetail,
  type ProblemKind,
  problemDetail,
} from '../../problems/problem.ts';
import { fieldNamed, type Sentence, say, shownValues } from '../../problems/sentence.ts';
import { pathAsSent } from '../../reading/path-as-sent.ts';
import { API_PREFIX, isOfApi } from '../api-prefix.ts';
import { SENTENCE_TEMPLATES } from '../document/sentence-templates.ts';
import { notFoundPage } from '../pages/not-found-page.ts';
import { isPerson, sendPage } from '../pages/send-page.ts';
import { isObjectField } from './request-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The shape of the route's errors. Default: `problems`. */
    errors?: ErrorShape;
  }
}

/**
 * The bodies of problems. `problems`: all details. `sentences`, fixed for stores: only `{ "errors": [...] }`, unless the
 * request has `Prefer: problems`.
 * `zero`, fixed for changes of orders: `status: 0` instead of `ERROR`. `pages`, for customers: the routes
 * write them.
 */
export type ErrorShape = 'problems' | 'sentences' | 'zero' | 'pages';

export const BODY_TOO_LARGE = say('body_too_large', 'The body is larger than this endpoint takes');
export const BODY_MUST_BE_JSON = say('must_be_json', 'The body must be JSON (content type application/json)');

/** The HTTP status of each kind of problem; the only place that maps them. */
export const STATUS: Record<ProblemKind, number> = {
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  refused: 422,
  rate_limited: 429,
  unavailable: 503,
  // Nobody reads this answer. Proxies log this status for a client that left.
  abandoned: 499,
};

/** Problems of a person who opened a wrong or an old address. */
const LEADS_NOWHERE: ReadonlySet<ProblemKind> = new Set(['not_found', 'method_not_allowed']);

export interface ProblemsOptions {
  /** Tells an outage from a bug: returns the problem for the answer, or null for a bug. */
  readonly problemOf: (error: unknown) => Problem | null;
}

/**
 * Turns any error of a handler into an error body. An unexpected error is logged in full; its answer has only
 * a sentence and the request id.
 */
export function addProblems(app: FastifyInstance, options: ProblemsOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error, options);
    if (!problem) {
      request.log.error({ err: error }, 'request failed');
      const request_id = request.id;
      const sentence = say(
        'our_failure',
        'Something went wrong on our side; please quote request {request_id}',
        {
          request_id,
        },
      );
      return reply
        .code(500)
        .send(errorBody([problemDetail(null, 'failed', sentence)], errorShapeOf(request)));
    }
    if (problem.kind === 'unavailable') logUnavailable(request, problem);
    // Problems found by the request reader already name fields as they were sent.
    const isOfReading = error.validationContext !== undefined;
    return sendProblem(request, reply, problem, isOfReading ? asItIs : (one) => asSent(request, one));
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new Problem('not_found', noSuchPath(request))),
  );
}

/** Sends a problem in the shape that its route sets. A browser that opens an unknown URL gets a page. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  rename: (one: ProblemDetail) => ProblemDetail = asItIs,
): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfterSeconds))));
  }
  reply.code(STATUS[problem.kind]);
  if (LEADS_NOWHERE.has(problem.kind) && isPerson(request)) {
    return sendPage(reply.headers({ vary: 'accept', 'cache-control': 'no-store' }), notFoundPage());
  }
  const body = errorBody(problem.problems.map(rename), errorShapeOf(request));
  return reply.send({ ...body, ...problem.details });
}

/** Logs the failure in full; while the process stops, only the reason, without a stack. */
function logUnavailable({ log }: FastifyRequest, { cause, message }: Problem): void {
  if (cause === undefined) log.info({ reason: message }, 'not available');
  else log.warn({ err: cause }, 'not available');
}

function asItIs(one: ProblemDetail): ProblemDetail {
  return one;
}

/** Changes the field's name to the name that the client sent, also at the start of the sentence. */
function asSent({ routeOptions, sentBody }: FastifyRequest, one: ProblemDetail): ProblemDetail {
  const body = routeOptions.schema?.body;
  if (!isObjectField(body) || one.field === null) return one;
  return renamed(one, pathAsSent(body, sentBody, one.field));
}

/** Returns the problem with another name of its field, also at the start of the sentence. */
export function renamed(one: ProblemDetail, field: string): ProblemDetail {
  const { message, values } = one;
  const isNamed = one.field !== null && message.startsWith(`${one.field} `);
  return {
    ...one,
    field,
    message: isNamed ? field + message.slice(one.field.length) : message,
    values: 'field' in values ? { ...values, field: fieldNamed(field) } : values,
  };
}

export function noSuchPath({ method, originalUrl }: FastifyRequest): Sentence {
  const path = originalUrl.split('?', 1)[0]?.slice(0, 200) ?? '';
  if (!isOfApi(path)) {
    return say(
      'no_such_path_outside',
      'No such path: {method} {path}. Paths of the API begin with {prefix}',
      {
        ...{ method, path, prefix: API_PREFIX },
      },
    );
  }
  return say('no_such_path', 'No such path: {method} {path}', { method, path });
}

/** Returns the default shape if no route was found. */
function errorShapeOf({ routeOptions, headers }: FastifyRequest): ErrorShape | 'preferred' {
  const shape = routeOptions?.config?.errors ?? 'problems';
  return shape === 'sentences' && PREFERS_PROBLEMS.test(String(headers.prefer)) ? 'preferred' : shape;
}

const PREFERS_PROBLEMS = /(?:^|,)\s*problems\s*(?:[,;]|$)/i;

export function errorBody(
  problems: readonly ProblemDetail[],
  shape: ErrorShape | 'preferred' = 'problems',
): Record<string, unknown> {
  const errors = problems.map(({ message }) => message);
  if (shape === 'sentences') return { errors };
  const details = problems.map((one) => ({ ...one, values: shownValues(one.values) }));
  if (shape === 'preferred') return { errors, problems: details };
  return { status: shape === 'zero' ? 0 : 'ERROR', message: errors.join('; '), errors, problems: details };
}

const SENTENCES = { type: 'array', items: { type: 'string' }, description: 'One sentence for each problem.' };

/** The name of a sentence in the document: one of those that we know, or one of a newer version. */
const TEMPLATE = {
  anyOf: [
    {
      title: 'SentenceTemplate',
      type: 'string',
      enum: Object.keys(SENTENCE_TEMPLATES),
      description: 'The stable name of a sentence, for translations: see `docs/reference/sentences.md`.',
    },
    { type: 'string', description: 'Newer versions add names.' },
  ],
  examples: ['is_required'],
};
const VALUES = {
  type: 'object',
  additionalProperties: true,
  description:
    'The values of the sentence, by name: text as it was sent (at most 200 characters), numbers, lists, and objects with a `type` (`money` in rupees, `day`, `time`, `field`, `word`, `sentence`) and their English `text`.',
};

const DETAILS = {
  type: 'array',
  description: 'The same problems, each with its field, for forms.',
  items: {
    title: 'ProblemDetail',
    type: 'object',
    required: ['field', 'code', 'message', 'template', 'values'],
    properties: {
      field: {
        type: ['string', 'null'],
        description: 'The field as sent, with its path; null if the whole request is wrong.',
        examples: ['order_items[0].units'],
      },
      code: {
        type: 'string',
        enum: PROBLEM_CODES,
        description:
          '`required`; `invalid`: wrong type or format; `too_short`, `too_long`: a text or a list; `too_small`, `too_large`: a number, or the whole body; `unknown`: refers to something that does not exist; `taken`: already in use; `not_allowed`: against a rule or the current state; `no_carrier`: no carrier takes the shipment; `failed`: an error of the service; the other codes correspond to the status.',
      },
      message: { type: 'string', description: 'The sentence in English.' },
      template: TEMPLATE,
      values: VALUES,
    },
  },
};

function problemSchema(title: string, status: 'ERROR' | 0) {
  const properties = {
    status: { const: status },
    message: { type: 'string', description: 'All sentences, as one text.' },
    errors: SENTENCES,
    problems: DETAILS,
  };
  return { title, type: 'object', required: Object.keys(properties), properties };
}

/** JSON Schema of `errorBody`, for the OpenAPI document. */
export const ERROR_SCHEMAS = {
  problems: problemSchema('Problem', 'ERROR'),
  zero: problemSchema('ProblemWithZero', 0),
  sentences: {
    title: 'Sentences',
    type: 'object',
    required: ['errors'],
    properties: { errors: SENTENCES },
  },
};

function asProblem(error: FastifyError, options: ProblemsOptions): Problem | null {
  if (error instanceof Problem) return error;
  if (error.statusCode === undefined || error.statusCode >= 500) return options.problemOf(error);
  switch (error.statusCode) {
    case 413:
      return new Problem('too_large', BODY_TOO_LARGE, { cause: error });
    case 415:
      return new Problem('unsupported_media', BODY_MUST_BE_JSON, { cause: error });
    default:
      return new Problem('unreadable', say('unreadable_request', 'The request could not be read'), {
        cause: error,
      });
  }
}

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemKind } from '../../domain/errors.ts';

/** The one place where a kind of problem becomes an HTTP status (contract: errors). */
const STATUS: Record<ProblemKind, number> = {
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
};

/** Fixed: this family answers `{ "errors": [...] }` and no other key (contract: errors). */
const STORES_PATH = /^\/custom\/api\/v1\/client-stores(?:[/?]|$)/;

export interface ProblemsOptions {
  /** Tells a failure of the database, a carrier ... from a defect: the problem to answer, or null. */
  readonly problemOf: (error: unknown) => Problem | null;
}

/**
 * Turns whatever a handler throws into the contract's error bodies. An error that nobody foresaw is
 * logged whole and answered with a sentence and the request id, nothing of its content.
 */
export function addProblems(app: FastifyInstance, options: ProblemsOptions): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = asProblem(error, options);
    if (!problem) {
      request.log.error({ err: error }, 'request failed');
      const sentence = `Something went wrong on our side; please quote request ${request.id}`;
      return reply.code(500).send(errorBody(addressOf(request), [sentence]));
    }
    if (problem.kind === 'unavailable') request.log.warn({ err: problem.cause ?? problem }, 'not available');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new Problem('not_found', noSuchPath(request))),
  );
}

/** Answers a problem; the body's shape follows from the path. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(problem.retryAfterSeconds))));
  }
  return reply.code(STATUS[problem.kind]).send(errorBody(addressOf(request), problem.sentences));
}

/** The sentence for a path that leads nowhere. */
export function noSuchPath(request: FastifyRequest): string {
  return `No such path: ${request.method} ${request.url.split('?', 1)[0]?.slice(0, 200) ?? ''}`;
}

/** A path may be written in several ways; that of the route is one. */
function addressOf(request: FastifyRequest): string {
  return request.routeOptions?.url ?? request.url;
}

/** The error body of an address (contract: errors). */
export function errorBody(address: string, sentences: readonly string[]): Record<string, unknown> {
  if (STORES_PATH.test(address)) return { errors: sentences };
  return { status: 'ERROR', message: sentences.join('; '), errors: sentences };
}

const SENTENCES = { type: 'array', items: { type: 'string' }, description: 'One sentence for each problem.' };

/** JSON Schema of `errorBody`, for the OpenAPI document. */
export function errorSchema(address: string): Record<string, unknown> {
  if (STORES_PATH.test(address)) {
    return { type: 'object', required: ['errors'], properties: { errors: SENTENCES } };
  }
  const properties = { status: { const: 'ERROR' }, message: { type: 'string' }, errors: SENTENCES };
  return { type: 'object', required: Object.keys(properties), properties };
}

function asProblem(error: FastifyError, options: ProblemsOptions): Problem | null {
  if (error instanceof Problem) return error;
  if (error.statusCode === undefined || error.statusCode >= 500) return options.problemOf(error);
  switch (error.statusCode) {
    case 413:
      return new Problem('too_large', 'The body is larger than this endpoint takes', { cause: error });
    case 415:
      return new Problem('unsupported_media', 'The body must be JSON (content type application/json)', {
        cause: error,
      });
    default:
      return new Problem('unreadable', 'The request could not be read', { cause: error });
  }
}

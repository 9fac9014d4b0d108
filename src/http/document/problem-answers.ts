import type { FastifyContextConfig } from 'fastify';
import {
  fieldProblem,
  NOT_READY,
  type ProblemDetail,
  type ProblemKind,
  problemDetail,
} from '../../problems/problem.ts';
import { type Sentence, say, word } from '../../problems/sentence.ts';
import { IS_REQUIRED } from '../../reading/rules.ts';
import type { OperationRole } from '../operation.ts';
import { BODY_NOT_JSON } from '../plugins/bodies.ts';
import { MAY_ONLY_READ, NOT_A_CREDENTIAL } from '../plugins/credential.ts';
import {
  BODY_MUST_BE_JSON,
  BODY_TOO_LARGE,
  ERROR_SCHEMAS,
  type ErrorShape,
  errorBody,
  STATUS,
} from '../plugins/problems.ts';

/** The problems in the document, in the order of their statuses. */
const DESCRIPTIONS = {
  unreadable: 'The request cannot be read: it is not valid JSON or UTF-8.',
  unauthenticated: 'The credential is missing or not valid.',
  forbidden:
    'The credential may not do this: it may only read, its role is too low, it is restricted to stores or warehouses, or a request with a cookie has no CSRF token.',
  not_found: 'The account has no such resource.',
  conflict:
    'The first request with this `Idempotency-Key` is still running, or nobody knows yet whether an earlier request makes an order with this `order_id`: try again after `Retry-After`. Or the data has changed since you read it.',
  too_large: 'The body is too large for this endpoint.',
  unsupported_media: 'The endpoint does not accept this content type.',
  refused: 'The request is refused, with a sentence for each problem. Nothing was changed.',
  rate_limited: 'Too many requests: try again after `Retry-After`.',
  unavailable: 'The service is not ready or too busy: try again after `Retry-After`.',
} as const satisfies Partial<Record<ProblemKind, string>>;

type DocumentedKind = keyof typeof DESCRIPTIONS;

const EXAMPLES: Readonly<Record<Exclude<DocumentedKind, 'refused'>, Sentence>> = {
  unreadable: BODY_NOT_JSON,
  unauthenticated: NOT_A_CREDENTIAL,
  forbidden: MAY_ONLY_READ,
  not_found: say('not_found', '{thing} not found', { thing: word('Shipment') }),
  conflict: say(
    'first_request_still_running',
    'The first request with this Idempotency-Key is still running; please try again',
  ),
  too_large: BODY_TOO_LARGE,
  unsupported_media: BODY_MUST_BE_JSON,
  rate_limited: say('too_many_requests', 'Too many requests: at most {most} in 5 minutes', { most: 3_000 }),
  unavailable: NOT_READY,
};

function exampleOfKind(kind: DocumentedKind): ProblemDetail {
  return kind === 'refused'
    ? fieldProblem('store_name', 'required', IS_REQUIRED)
    : problemDetail(null, kind, EXAMPLES[kind]);
}

export interface RouteFacts {
  readonly config: FastifyContextConfig | undefined;
  readonly isRead: boolean;
  readonly role: OperationRole | undefined;
  /** True if people who are restricted to stores or warehouses may call the route. */
  readonly isForRestricted: boolean;
  readonly takes: { readonly [part in 'params' | 'querystring' | 'headerFields' | 'body']?: unknown };
  readonly problems: readonly ProblemKind[];
}

/** Returns references to `PROBLEM_RESPONSES` for the problems of an operation, indexed by status. */
export function problemAnswers(route: RouteFacts): Record<string, { $ref: string }> {
  const { errors = 'problems' } = route.config ?? {};
  const met = kindsOf(route);
  const documented = (Object.keys(DESCRIPTIONS) as DocumentedKind[]).filter((kind) => met.has(kind));
  return Object.fromEntries(
    documented.map((kind) => [
      String(STATUS[kind]),
      { $ref: `#/components/responses/${responseName(kind, errors)}` },
    ]),
  );
}

function kindsOf({
  config,
  isRead,
  role,
  isForRestricted,
  takes,
  problems,
}: RouteFacts): ReadonlySet<ProblemKind> {
  const { access, errors } = config ?? {};
  const kinds = new Set<ProblemKind>(['unreadable', ...problems]);
  const add = (...more: ProblemKind[]) => {
    for (const kind of more) kinds.add(kind);
  };
  if (access !== 'public') add('unauthenticated', 'rate_limited', 'unavailable');
  if (access !== 'public' && !(isRead && role === 'viewer' && isForRestricted)) add('forbidden');
  if (takes.params !== undefined) add('not_found');
  if (takes.querystring !== undefined) add(errors === 'pages' ? 'not_found' : 'refused');
  if (takes.headerFields !== undefined) add('conflict', 'refused');
  if (takes.body !== undefined || config?.file !== undefined)
    add('too_large', 'unsupported_media', 'refused');
  return kinds;
}

/** The content of `components.responses`. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(DESCRIPTIONS) as DocumentedKind[]).flatMap((kind) =>
    (['problems', 'sentences', 'zero', 'pages'] as const).map((shape) => [
      responseName(kind, shape),
      problemResponse(kind, shape),
    ]),
  ),
);

/** Returns a name such as `Refused` or `RefusedInSentences`. */
function responseName(kind: DocumentedKind, shape: ErrorShape): string {
  const words = kind.split('_').map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  return words.join('') + { problems: '', sentences: 'InSentences', zero: 'WithZero', pages: 'Page' }[shape];
}

function problemResponse(kind: DocumentedKind, shape: ErrorShape): object {
  const description = DESCRIPTIONS[kind];
  if (shape === 'pages') return { description, content: { 'text/html': { schema: { type: 'string' } } } };
  const example = errorBody([exampleOfKind(kind)], shape);
  return { description, content: { 'application/json': { schema: ERROR_SCHEMAS[shape], example } } };
}

/** Kinds of problems, in the product's terms. The HTTP layer decides their status and body. */
export type ProblemKind =
  /** The request cannot be read. */
  | 'unreadable'
  /** Credential missing, unknown, expired or revoked; never says which. */
  | 'unauthenticated'
  /** The credential's scope does not allow this. */
  | 'forbidden'
  /** No such thing in this account. */
  | 'not_found'
  /** The first request with the key is still running, or the data has changed meanwhile. */
  | 'conflict'
  /** The path exists, but not for this method. */
  | 'method_not_allowed'
  /** Larger than the limit. */
  | 'too_large'
  /** A body in a format the endpoint does not read. */
  | 'unsupported_media'
  /** Read and understood, but refused. */
  | 'refused'
  /** Too many requests. */
  | 'rate_limited'
  /** Not ready or overloaded; a retry makes sense. */
  | 'unavailable'
  /** The client no longer waits for the answer. */
  | 'abandoned';

/**
 * Codes of problems for programs: a small vocabulary that only grows. Problems of a whole request use the kinds; `too_large` is
 * also for numbers.
 */
export const PROBLEM_CODES = [
  /** Not given. */
  'required',
  /** Not of the type or format of the field. */
  'invalid',
  'too_short',
  /** A text, or a list. */
  'too_long',
  'too_small',
  'too_large',
  /** No such thing exists. */
  'unknown',
  /** In use already. */
  'taken',
  /** A rule or a state forbids it. */
  'not_allowed',
  /** No carrier takes the shipment. */
  'no_carrier',
  /** Our fault. */
  'failed',
  'unreadable',
  'unauthenticated',
  'forbidden',
  'not_found',
  'conflict',
  'abandoned',
  'method_not_allowed',
  'unsupported_media',
  'rate_limited',
  'unavailable',
] as const;

export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface ProblemDetail {
  /** With its path, such as `order_items[0].units`; null for the whole request. */
  readonly field: string | null;
  readonly code: ProblemCode;
  /** One public sentence. */
  readonly message: string;
}

/** A sentence alone is about the whole request; its code follows from the kind of problem. */
export type ProblemInput = string | ProblemDetail;

export function fieldProblem(field: string, code: ProblemCode, message: string): ProblemDetail {
  return { field, code, message };
}

/** A problem with one public sentence for each error. The private cause may be logged, never sent. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly problems: readonly ProblemDetail[];
  /** Seconds after which a repeat makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;
  /** Further data for the client, by name: for a batch, the result of each member. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    kind: ProblemKind,
    input: ProblemInput | readonly ProblemInput[],
    options: { cause?: unknown; retryAfterSeconds?: number; details?: Record<string, unknown> } = {},
  ) {
    const problems = [input].flat().map((one) => asDetail(kind, one));
    super(problems.map(({ message }) => message).join('; '), { cause: options.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.problems = problems;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details ?? {};
  }

  get sentences(): readonly string[] {
    return this.problems.map(({ message }) => message);
  }
}

function asDetail(kind: ProblemKind, input: ProblemInput): ProblemDetail {
  return typeof input === 'string'
    ? { field: null, code: kind === 'refused' ? 'not_allowed' : kind, message: input }
    : input;
}

/** Refused by a rule of the product: HTTP 422. */
export function refused(input: ProblemInput | readonly ProblemInput[]): Problem {
  return new Problem('refused', input);
}

/** No such thing in this account: HTTP 404. The answer is the same whether it exists elsewhere or not. */
export function notFound(what: string): Problem {
  return new Problem('not_found', `${what} not found`);
}

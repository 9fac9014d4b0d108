import { type AboutField, allOf, type Sentence, type SentenceValues, say, word } from './sentence.ts';

/** Kinds of problems, in the product's terms. The HTTP layer chooses the status and the body. */
export type ProblemKind =
  | 'unreadable'
  /** Credential missing, unknown, expired or revoked. The message never tells which. */
  | 'unauthenticated'
  /** The credential's scope does not allow this. */
  | 'forbidden'
  /** The thing does not exist in this account. */
  | 'not_found'
  /**
   * The first request with the idempotency key or the order id has no known outcome yet, or the data has
   * changed meanwhile.
   */
  | 'conflict'
  | 'method_not_allowed'
  | 'too_large'
  /** The endpoint does not read bodies in this format. */
  | 'unsupported_media'
  /** The request was understood but breaks a rule. */
  | 'refused'
  | 'rate_limited'
  /** The service is not ready or is overloaded; a retry makes sense. */
  | 'unavailable'
  /** The client no longer waits for the answer. */
  | 'abandoned';

/**
 * Codes of problems for programs: a small list to which codes are only added. Problems of a whole request use
 * the kinds; `too_large` is also for numbers.
 */
export const PROBLEM_CODES = [
  /** The field was not given. */
  'required',
  /** The value does not have the type or format of the field. */
  'invalid',
  'too_short',
  /** For a text or a list. */
  'too_long',
  'too_small',
  'too_large',
  /** The value names something that does not exist. */
  'unknown',
  /** Something else already uses the value. */
  'taken',
  /** A rule or a state forbids it. */
  'not_allowed',
  /** No carrier takes the shipment. */
  'no_carrier',
  /** The service made an error. */
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
  /** The path of the field, such as `order_items[0].units`; null for the whole request. */
  readonly field: string | null;
  readonly code: ProblemCode;
  /** One sentence that the client may see. */
  readonly message: string;
  readonly template: string;
  readonly values: SentenceValues;
}

/** A sentence without a field is about the whole request; its code follows from the kind of problem. */
export type ProblemInput = Sentence | ProblemDetail;

export function fieldProblem(
  field: string,
  code: ProblemCode,
  sentence: Sentence | AboutField,
): ProblemDetail {
  return problemDetail(field, code, typeof sentence === 'function' ? sentence(field) : sentence);
}

/** @param field null for the whole request */
export function problemDetail(
  field: string | null,
  code: ProblemCode,
  { text, template, values }: Sentence,
): ProblemDetail {
  return { field, code, message: text, template, values };
}

/** The sentence of a problem. */
export function sentenceOf({
  message,
  template,
  values,
}: Pick<ProblemDetail, 'message' | 'template' | 'values'>): Sentence {
  return { text: message, template, values };
}

/** A problem with one public sentence for each error. The cause may be logged but is never sent. */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly problems: readonly ProblemDetail[];
  /** The time after which a retry makes sense, for `rate_limited`, `conflict` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;
  /** More data for the client. For a batch: the result of each member. */
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

  /** All sentences as one. */
  get sentence(): Sentence {
    return allOf(this.problems.map(sentenceOf));
  }

  get sentences(): readonly string[] {
    return this.problems.map(({ message }) => message);
  }
}

function asDetail(kind: ProblemKind, input: ProblemInput): ProblemDetail {
  return 'message' in input ? input : problemDetail(null, kind === 'refused' ? 'not_allowed' : kind, input);
}

/** The sentence of a service that is starting, or whose database is away. */
export const NOT_READY = say('not_ready', 'The service is not ready; please try again shortly');

/** Makes the problem for a request that breaks a rule of the product: HTTP 422. */
export function refused(input: ProblemInput | readonly ProblemInput[]): Problem {
  return new Problem('refused', input);
}

/**
 * Makes a 404 problem. Things of other accounts get the same answer, so nobody learns that they exist.
 *
 * @param thing a word such as `Shipment`
 */
export function notFound(thing: string): Problem {
  return new Problem('not_found', say('not_found', '{thing} not found', { thing: word(thing) }));
}

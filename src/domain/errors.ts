/**
 * What can go wrong, in words of the product. The HTTP layer alone decides which status and body
 * each kind becomes; the operator commands print the sentences.
 */
export type ProblemKind =
  /** The request cannot be read at all. */
  | 'unreadable'
  /** Credential missing, unknown, expired or revoked; never says which. */
  | 'unauthenticated'
  /** The credential's scope does not allow this. */
  | 'forbidden'
  /** No such thing in this account. */
  | 'not_found'
  /** An idempotency key whose first request is still running. */
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
  /** Not ready or overloaded; worth trying again. */
  | 'unavailable';

/**
 * A problem with one public sentence for each thing that is wrong. The cause is private: it may be
 * logged, and is never sent to a client.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly sentences: readonly string[];
  /** Seconds after which a repeat makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    kind: ProblemKind,
    sentences: string | readonly string[],
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    const list = typeof sentences === 'string' ? [sentences] : sentences;
    super(list.join('; '), { cause: options.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.sentences = list;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Refused by a rule of the product: HTTP 422. */
export function refused(sentences: string | readonly string[]): Problem {
  return new Problem('refused', sentences);
}

/** No such thing in this account: HTTP 404. The answer is the same whether it exists elsewhere or not. */
export function notFound(what: string): Problem {
  return new Problem('not_found', `${what} not found`);
}

import { Problem } from '../problems/problem.ts';

/** Node's error codes for an unreachable or lost server. */
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/**
 * PostgreSQL's SQLSTATEs: too many connections, out of disk or memory, shutting down, starting up, read-only,
 * statement timeout, and deadlock.
 */
const OUTAGE_STATES = new Set([
  '53000',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '25006',
  '40P01',
]);

/** States that concern only one statement: a lock timeout, or a deadlock. */
const STATES_OF_ONE = new Set(['57014', '40P01']);

/** Messages of `pg`, without a code, for a lost connection or a timeout. */
const OUTAGE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Query read timeout|Client was closed)/;

/** Long enough for the embedded server to recover from a crash, short enough for a client to wait. */
const RETRY_AFTER_SECONDS = 2;

/**
 * The problem for a client when the database is unavailable, or null if the error means something else. A
 * statement cut off by the outage may or may not have been committed; so a change that must not happen twice
 * has a key of its own (names, order ids, idempotency keys).
 */
export function unavailableProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: unknown }).code;
  const away =
    (typeof code === 'string' &&
      (CONNECTION_CODES.has(code) || OUTAGE_STATES.has(code) || code.startsWith('08'))) ||
    OUTAGE_MESSAGES.test(error.message);
  if (!away) return null;
  return new Problem('unavailable', 'The service is not ready; please try again shortly', {
    cause: error,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Tells whether only this query waited too long, so that the next one may work. */
export function isHeldUp(error: unknown): boolean {
  return STATES_OF_ONE.has(String((error as { code?: unknown } | null)?.code));
}

/** On a cluster, a shard's constraint names end with its number; some errors name it in the message. */
const OF_A_PART = /^(.+?)(?:_\d+)?$/;
const IN_SENTENCE = /unique constraint "(.+)"/;

/** Tells whether the error is a violation of the named unique constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const { code, constraint: constraintName, message } = (error ?? {}) as Record<string, unknown>;
  if (code !== '23505') return false;
  const name = String(constraintName ?? IN_SENTENCE.exec(String(message))?.[1]);
  return name === constraint || OF_A_PART.exec(name)?.[1] === constraint;
}

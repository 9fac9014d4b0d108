import { NOT_READY, Problem } from '../problems/problem.ts';

/** The error codes of Node.js for an unreachable or lost server. */
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
 * The SQLSTATEs for: too many connections, out of disk or memory, shutting down, starting up, read-only,
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

/** The SQLSTATEs that concern only one statement: a timeout or a deadlock. */
const STATES_OF_ONE = new Set(['57014', '40P01']);

/** The messages of `pg` for a lost connection or a timeout, which have no code. */
const OUTAGE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Cannot use a pool after calling end|Query read timeout|Client was closed)/;

/** Long enough for the embedded server to recover from a crash, and short enough for a client to wait. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Returns the problem for a client when the database is unavailable, or null if the error has another
 * meaning. A statement that the outage interrupted may or may not have been committed. So each change that
 * must not happen twice has a unique key (names, order ids, idempotency keys).
 */
export function unavailableProblem(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  const code = (error as { code?: unknown }).code;
  const away =
    (typeof code === 'string' &&
      (CONNECTION_CODES.has(code) || OUTAGE_STATES.has(code) || code.startsWith('08'))) ||
    OUTAGE_MESSAGES.test(error.message);
  if (!away) return null;
  return new Problem('unavailable', NOT_READY, {
    cause: error,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** What `pg` and Node.js report of a connection that was lost after a statement was sent. */
const LOST_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
const LOST_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed)/;

/** Tells whether the server may have carried out the statement although no answer arrived. */
export function isAnswerLost(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  return LOST_CODES.has(String(code)) || (code === undefined && LOST_MESSAGES.test(String(message)));
}

/** Tells whether only this query waited too long, so that the next query may work. */
export function isHeldUp(error: unknown): boolean {
  return STATES_OF_ONE.has(String((error as { code?: unknown } | null)?.code));
}

/** On a cluster, a shard's constraint names end with its number; some errors contain such a name. */
const OF_A_PART = /^(.+?)(?:_\d+)?$/;
const IN_SENTENCE = /^duplicate key value violates unique constraint "(.+)"/;
/** A unique violation, and what Citus makes of one while it copies rows to a shard: an internal error. */
const VIOLATIONS: readonly unknown[] = ['23505', 'XX000'];

export function violatesUnique(error: unknown, constraint: string): boolean {
  const { code, constraint: constraintName, message } = (error ?? {}) as Record<string, unknown>;
  if (!VIOLATIONS.includes(code)) return false;
  const name = String(constraintName ?? IN_SENTENCE.exec(String(message))?.[1]);
  return name === constraint || OF_A_PART.exec(name)?.[1] === constraint;
}

import type { FastifyRequest } from 'fastify';
import { fieldProblem, refused } from '../../../domain/errors.ts';
import { hashRequest, type OnceOnly } from '../../../usecases/booking/once-only.ts';

const LONGEST_KEY = 255;

/** For the schema of a route that takes an idempotency key. */
export const IDEMPOTENCY_NOTE =
  'Takes an `Idempotency-Key` header (at most 255 characters, kept 24 hours): the same key and body are answered with the first answer again.';

/**
 * The request's idempotency key with what it stands for; null without one.
 *
 * @param body what was sent, where it is not the body as it was read
 * @throws Problem `refused`
 */
export function readIdempotencyKey(
  request: FastifyRequest,
  endpoint: string,
  body: unknown = request.body,
): OnceOnly | null {
  const sent = request.headers['idempotency-key'];
  const key = typeof sent === 'string' ? sent.trim() : '';
  if (key === '') return null;
  if (key.length > LONGEST_KEY || /[^\x20-\x7e]/.test(key)) {
    const code = key.length > LONGEST_KEY ? 'too_long' : 'invalid';
    const sentence = `Idempotency-Key must be at most ${LONGEST_KEY} printable ASCII characters`;
    throw refused(fieldProblem('Idempotency-Key', code, sentence));
  }
  return { key, requestHash: hashRequest(endpoint, body) };
}

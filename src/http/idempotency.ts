import type { FastifyReply, FastifyRequest } from 'fastify';
import { about } from '../problems/sentence.ts';
import { field } from '../reading/field.ts';
import { object, optional } from '../reading/fields.ts';
import { buildRequestReading } from '../reading/request-reading.ts';
import { hashRequest, type IdempotentRequest } from '../usecases/idempotency.ts';

const LONGEST_KEY = 255;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

const key = field<string>(
  {
    read: (raw, at, out) => {
      const text = String(raw).trim();
      if (text.length <= LONGEST_KEY && PRINTABLE_ASCII.test(text)) return text;
      const code = text.length > LONGEST_KEY ? 'too_long' : 'invalid';
      return out.refuse(
        at,
        code,
        about('must_be_printable_ascii', 'must be at most {most} printable ASCII characters', {
          most: LONGEST_KEY,
        }),
      );
    },
    document: { type: 'string', maxLength: LONGEST_KEY, pattern: PRINTABLE_ASCII.source },
  },
  {
    description:
      'Any text of your choice. For 24 hours, a request with the same key and body gets the first answer again.',
    examples: ['5b0c7d1e-checkout-1001'],
  },
);

/** The header of the endpoints that create something. */
export const IdempotencyHeader = object({ 'Idempotency-Key': optional(key) });

const readHeader = buildRequestReading({}).readerOf(IdempotencyHeader);

/**
 * Returns the request's idempotency key and a hash of the request; null if no key was sent.
 *
 * @param body the content that was sent, if it is not the parsed body
 * @throws Problem `refused`
 */
export function readIdempotencyKey(
  request: FastifyRequest,
  endpoint: string,
  body: unknown = request.body,
): IdempotentRequest | null {
  const sent = { 'Idempotency-Key': request.headers['idempotency-key'] };
  const { value, error } = readHeader(sent);
  if (error !== undefined) throw error;
  const given = value['Idempotency-Key'];
  return given === undefined ? null : { key: given, requestHash: hashRequest(endpoint, body) };
}

/** Sends JSON that is already serialized, so that repeats with the same key get the same bytes. */
export function sendWritten(reply: FastifyReply, answer: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(String).send(answer);
}

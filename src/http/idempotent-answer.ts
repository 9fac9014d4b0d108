import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerKeeping, answerOnce, type WriteAnswer } from '../usecases/idempotency.ts';
import { readIdempotencyKey, sendWritten } from './idempotency.ts';
import { notesOf } from './plugins/answer-notes.ts';

/** A change that is made once for its idempotency key. */
export interface OnceAnswered<Result> {
  /** The endpoint: the same key at another one is another request. */
  readonly endpoint: string;
  readonly status: 200 | 201 | 202;
  /** The answer less the notes on the request. */
  readonly body: (result: Result) => object;
  readonly run: (answer: WriteAnswer<Result, string>) => Promise<string>;
  /** Removes a secret from the answer that is kept. */
  readonly keeping?: (once: ReturnType<typeof readIdempotencyKey>) => AnswerKeeping;
}

/** Makes the change and sends the answer, the same byte for byte to each repeat under its key. */
export async function sendOnce<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, status, body, run, keeping }: OnceAnswered<Result>,
): Promise<FastifyReply> {
  const encode = (result: Result) => JSON.stringify({ ...body(result), ...notesOf(request) });
  return sendWritten(reply.code(status), await encodeOnce(request, { endpoint, encode, run, keeping }));
}

/** Makes the change once for the request's key. @returns what `encode` made of it, also for each repeat */
export function encodeOnce<Result>(
  request: FastifyRequest,
  {
    endpoint,
    encode,
    run,
    keeping,
  }: Pick<OnceAnswered<Result>, 'endpoint' | 'run'> & {
    readonly encode: (result: Result) => string;
    readonly keeping?: OnceAnswered<Result>['keeping'] | undefined;
  },
): Promise<string> {
  const once = readIdempotencyKey(request, endpoint);
  const kept = keeping === undefined ? {} : { keeping: keeping(once) };
  return answerOnce(request.account, { once, encode, ...kept }, run);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerKeeping, answerOnce, type WriteAnswer } from '../usecases/idempotency.ts';
import { readIdempotencyKey, sendWritten } from './idempotency.ts';
import { notesOf } from './plugins/answer-notes.ts';

/** A change that is made only once for each idempotency key. */
export interface OnceAnswered<Result> {
  /** The endpoint. The same key at another endpoint is a different request. */
  readonly endpoint: string;
  readonly status: 200 | 201 | 202;
  /** Returns the answer without the notes on the request. */
  readonly body: (result: Result) => object;
  readonly run: (answer: WriteAnswer<Result, string>) => Promise<string>;
  /** Removes a secret from the answer before it is stored. */
  readonly keeping?: (once: ReturnType<typeof readIdempotencyKey>) => AnswerKeeping;
}

/** Makes the change and sends the answer; each repeat with the same key gets the same bytes. */
export async function sendOnce<Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, status, body, run, keeping }: OnceAnswered<Result>,
): Promise<FastifyReply> {
  const encode = (result: Result) => JSON.stringify({ ...body(result), ...notesOf(request) });
  return sendWritten(reply.code(status), await encodeOnce(request, { endpoint, encode, run, keeping }));
}

/** Makes the change once for the request's key. @returns the first result of `encode`, also for repeats */
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

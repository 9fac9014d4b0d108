import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fieldProblem, Problem, refused } from '../problems/problem.ts';
import { about, say } from '../problems/sentence.ts';
import type { AccountWriter } from '../storage/account-scope.ts';
import {
  claimIdempotencyKey,
  findIdempotencyKey,
  keepAnswer,
  releaseIdempotencyKey,
} from '../storage/booking/idempotency.ts';
import type { ProcessParts } from './health/job-workers.ts';
import type { AccountContext } from './service.ts';
import type { WebhookParts } from './webhooks/emit-webhooks.ts';

const KEPT_MS = 24 * 60 * 60 * 1000;
/** The interval of looking for the answer of another process. */
const LOOK_EVERY_MS = 100;
const STILL_RUNNING = say(
  'first_request_still_running',
  'The first request with this Idempotency-Key is still running; please try again',
);
const USED_FOR_ANOTHER = about('key_used_for_another', 'was already used for another request');
const TAKEN_OVER = say('key_taken_over', 'Another request with this Idempotency-Key took over');

export interface IdempotentRequest {
  readonly key: string;
  /** The SHA-256 of the parsed request: see `hashRequest`. */
  readonly requestHash: Buffer;
}

/** Stores the answer in the transaction of the change, so that neither exists without the other. */
export type KeepAnswer = (writer: AccountWriter, answer: string) => Promise<void>;

/** Returns the hash of endpoint and parsed body. The order of fields and number formats do not matter. */
export function hashRequest(endpoint: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([endpoint, body]))
    .digest();
}

export type WriteAnswer<Result, Answer> = (writer: AccountWriter, result: Result) => Promise<Answer>;

/** Like `idempotently`, for an answer that `encode` makes from the result of the change. */
export function answerOnce<Result>(
  account: AccountContext & ProcessParts,
  {
    once,
    encode,
    keeping,
  }: { once: IdempotentRequest | null; encode: (result: Result) => string; keeping?: AnswerKeeping },
  run: (answer: WriteAnswer<Result, string>) => Promise<string>,
): Promise<string> {
  return idempotently(
    account,
    once,
    (keep) =>
      run(async (writer, result) => {
        const answer = encode(result);
        await keep(writer, answer);
        return answer;
      }),
    keeping,
  );
}

/** Converts an answer to its stored form and back: unchanged, or encrypted if it contains a secret. */
export interface AnswerKeeping {
  readonly encode: (answer: string) => string;
  readonly decode: (kept: string) => string;
}

const AS_IT_IS: AnswerKeeping = { encode: (answer) => answer, decode: (kept) => kept };

/** Encrypts stored answers that contain a secret. */
export function sealedAnswers(
  { accountId, sealing }: AccountContext & WebhookParts,
  once: IdempotentRequest | null,
): AnswerKeeping {
  const place = `answer ${accountId} ${once?.key}`;
  return {
    encode: (answer) => sealing.seal(answer, place).toString('base64'),
    decode: (kept) => sealing.open(Buffer.from(kept, 'base64'), place),
  };
}

/**
 * Carries out a request once for its idempotency key. Every repeat gets the same answer, byte for byte. A
 * repeat waits while the first request runs. If the process of the first request died, the repeat carries it
 * out. Refusals are not stored.
 *
 * @param run must call the function that it gets, in the transaction of the change
 * @throws Problem `refused` for the same key with another request; `conflict` if the first takes too long
 */
export async function idempotently(
  account: AccountContext & ProcessParts,
  keyedRequest: IdempotentRequest | null,
  run: (keep: KeepAnswer) => Promise<string>,
  { encode: kept, decode: told }: AnswerKeeping = AS_IT_IS,
): Promise<string> {
  if (keyedRequest === null) return run(async () => undefined);
  const once = { ...keyedRequest, key: keyOf(account, keyedRequest.key) };
  const flightId = `${account.accountId} ${once.key}`;
  const giveUpAt = performance.now() + account.repeatWaitMs;
  for (;;) {
    const answer = await findAnswer(account, once);
    if (answer !== null) return told(answer);
    const first = account.inFlight.endOf(flightId);
    const left = giveUpAt - performance.now();
    if (left <= 0) throw new Problem('conflict', STILL_RUNNING, { retryAfterSeconds: 5 });
    if (first !== null) {
      await Promise.race([first, sleep(left, undefined, { ref: false })]);
      continue;
    }
    const end = account.inFlight.begin(flightId);
    try {
      if (await claim(account, once)) {
        return await runAndRelease(account, once, (keep) => run((writer, text) => keep(writer, kept(text))));
      }
    } finally {
      end();
    }
    await sleep(Math.min(LOOK_EVERY_MS, left));
  }
}

/**
 * Returns the stored form of the key. Each restriction of a person has separate keys, so that nobody gets an
 * answer with data that only others may see. The separator is a line break, which no client can send.
 */
function keyOf({ restriction, actor }: AccountContext, key: string): string {
  if (restriction === null) return key;
  const { storeIds, warehouseIds } = restriction;
  const sight = createHash('sha256').update(JSON.stringify([actor.id, storeIds, warehouseIds]));
  return `${sight.digest('base64url')}\n${key}`;
}

async function findAnswer(
  account: AccountContext,
  { key, requestHash }: IdempotentRequest,
): Promise<string | null> {
  const scope = account.database.account(account.accountId);
  const known = await findIdempotencyKey(scope, key, account.now());
  if (known === null) return null;
  if (!known.requestHash.equals(requestHash)) {
    throw refused(fieldProblem('Idempotency-Key', 'taken', USED_FOR_ANOTHER));
  }
  return known.answer;
}

function claim(
  account: AccountContext & Pick<ProcessParts, 'processId'>,
  { key, requestHash }: IdempotentRequest,
): Promise<boolean> {
  const { database, accountId, processId } = account;
  const now = account.now();
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  return claimIdempotencyKey(database, accountId, { key, requestHash, processId, now, expiresAt });
}

async function runAndRelease(
  account: AccountContext & Pick<ProcessParts, 'processId'>,
  { key }: IdempotentRequest,
  run: (keep: KeepAnswer) => Promise<string>,
): Promise<string> {
  try {
    return await run(async (writer, answer) => {
      if (!(await keepAnswer(writer, key, account.processId, answer))) {
        throw new Problem('conflict', TAKEN_OVER);
      }
    });
  } catch (error) {
    // If the database is down, the key stays, and the next request with this key takes it over.
    const { database, accountId, processId } = account;
    await releaseIdempotencyKey(database, accountId, key, processId).catch(() => undefined);
    throw error;
  }
}

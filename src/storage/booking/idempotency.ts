import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { isDead } from './processes.ts';

export interface IdempotencyKey {
  readonly requestHash: Buffer;
  /** The response body of the success; null while the first request runs. */
  readonly answer: string | null;
}

const FIND = {
  name: 'find-idempotency-key',
  text: `select request_hash as "requestHash", answer from idempotency_keys
    where account_id = $1 and idempotency_key = $2 and expires_at > $3`,
};

export async function findIdempotencyKey(
  scope: AccountScope,
  key: string,
  now: Date,
): Promise<IdempotencyKey | null> {
  const [row] = await scope.read<IdempotencyKey>(FIND, [key, now]);
  return row ?? null;
}

const CLAIM = {
  name: 'claim-idempotency-key',
  text: `insert into idempotency_keys as k (account_id, idempotency_key, request_hash, process_id, started_at, expires_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, idempotency_key) do update
    set request_hash = excluded.request_hash, process_id = excluded.process_id, started_at = excluded.started_at,
        expires_at = excluded.expires_at, answer = null
    where k.expires_at <= $5
       or (k.answer is null and k.request_hash = excluded.request_hash and k.process_id = excluded.process_id)
  returning true as claimed`,
};

/** Separate from `CLAIM`, because a cluster does not allow such a lookup there. It is rarely needed. */
const CLAIM_OF_DEAD = {
  name: 'claim-idempotency-key-of-dead',
  text: `update idempotency_keys k set process_id = $4, started_at = $5, expires_at = $6
  where account_id = $1 and idempotency_key = $2 and request_hash = $3 and answer is null and ${isDead('k.process_id')}
  returning true as claimed`,
};

/**
 * Claims a key for a request that begins. The key must be new or expired, or its first request must have
 * ended without an answer: its process is dead, or it is this process, and the caller knows that it does not
 * run the request.
 *
 * @returns false if another request has the key
 */
export async function claimIdempotencyKey(
  database: Database,
  accountId: string,
  claim: {
    readonly key: string;
    readonly requestHash: Buffer;
    readonly processId: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<boolean> {
  const { key, requestHash, processId, now, expiresAt } = claim;
  const values = [key, requestHash, processId, now, expiresAt];
  if ((await database.changeAtOnce(accountId, CLAIM, values)).length > 0) return true;
  return (await database.changeAtOnce(accountId, CLAIM_OF_DEAD, values)).length > 0;
}

const KEEP = `update idempotency_keys set answer = $4
  where account_id = $1 and idempotency_key = $2 and process_id = $3 and answer is null returning true as kept`;

/** Stores the answer of a request with a key. @returns false if another request owns the key now */
export async function keepAnswer(
  writer: AccountWriter,
  key: string,
  processId: string,
  answer: string,
): Promise<boolean> {
  return (await writer.change(KEEP, [key, processId, answer])).length > 0;
}

const RELEASE = {
  name: 'release-idempotency-key',
  text: `delete from idempotency_keys
    where account_id = $1 and idempotency_key = $2 and process_id = $3 and answer is null`,
};

/** Releases the key of a refused request, which may be corrected and sent again. */
export async function releaseIdempotencyKey(
  database: Database,
  accountId: string,
  key: string,
  processId: string,
): Promise<void> {
  await database.changeAtOnce(accountId, RELEASE, [key, processId]);
}

export async function removeExpiredIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.run(
    `delete from idempotency_keys where (account_id, idempotency_key) in
       (select account_id, idempotency_key from idempotency_keys where expires_at <= $1 limit 10000)`,
    [now],
  );
}

import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { normalized } from '../../domain/normalized.ts';
import { type Sentence, say } from '../../problems/sentence.ts';

export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export interface PasswordParts {
  /** Tests set a lower cost than the default. */
  readonly passwordCost?: PasswordCost;
  /** The time that a sign-in waits for its turn; 9 s by default. */
  readonly signInWaitMs?: number;
}

export interface PeopleParts {
  /** Emits an account when its sessions, keys or permissions have changed, so that caches read them again. */
  readonly peopleChanges: EventEmitter<{ changed: [accountId: string] }>;
}

/** OWASP's scrypt setting of 2^15, r 8, p 3: 32 MB and about 0.2 s for each check. */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 200;

/** Returns the problem of a new password as a sentence, or null. */
export function passwordProblem(password: string): Sentence | null {
  if (password.length >= SHORTEST_PASSWORD && password.length <= LONGEST_PASSWORD) return null;
  return say('password_length', 'the password must have {least} to {most} characters', {
    least: SHORTEST_PASSWORD,
    most: LONGEST_PASSWORD,
  });
}

/** Returns `scrypt$N$r$p$salt$key`. It contains the cost, so that a later release can raise the cost. */
export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(cost, salt, await derive(password, salt, cost));
}

function written({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [, n, r, p, salt = '', key = ''] = hash.split('$');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(n),
    r: Number(r),
    p: Number(p),
  });
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Returns a hash that no password matches. It is checked for unknown users, so that they take as long as
 * known users. Its key is random, so making it costs nothing.
 */
export function hashOfNobody(cost = PASSWORD_COST): string {
  return written(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
}

/** Makes derivations wait for each other: each takes 32 MB and a pool thread, which logos need too. */
let queue: Promise<unknown> = Promise.resolve();

function derive(password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> {
  const result = queue.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // Node's default limit is slightly below what N 2^15 with r 8 needs.
        const options = { ...cost, maxmem: 256 * cost.N * cost.r };
        scrypt(normalized(password, 'NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
  queue = result.catch(() => undefined);
  return result;
}

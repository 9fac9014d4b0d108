import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's scrypt setting of 2^15, r 8, p 3: 32 MB and about 0.2 s for each check. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$key`, so that a later release can raise the cost and still read old ones. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(salt, await derive(password, salt, COST));
}

function written(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether the password is the one that was hashed. */
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
 * A hash that no password matches, checked for unknown users so that they take as long as known ones, from
 * the first on: its key is random, so that nothing is derived to make it.
 */
export const HASH_OF_NOBODY = written(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/**
 * One derivation at a time in a process: each takes 32 MB and a thread of the pool that also decodes
 * logos, and sign-ins are rare.
 */
let queue: Promise<unknown> = Promise.resolve();

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const result = queue.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // Node's default limit is just below what N 2^15 with r 8 needs.
        const options = { ...cost, maxmem: 256 * cost.N * cost.r };
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
  queue = result.catch(() => undefined);
  return result;
}

import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

export const SECRET_BYTES = 32;

/**
 * Reads a secret of the whole service. It is created at its first use; all processes get the same secret, and
 * it survives a restart. If several processes create it at the same time, one wins.
 *
 * @param make makes the value to store if none exists yet
 */
export async function readServiceSecret(
  database: Database,
  name: string,
  now: Date,
  make: () => Buffer = newSecret,
): Promise<Buffer> {
  await database.global
    .insertInto('service_secrets')
    .values({ name, secret: make(), created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await database.global
    .selectFrom('service_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.secret;
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Replaces a secret, unless another process has already replaced it. */
export async function replaceServiceSecret(
  database: Database,
  name: string,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<void> {
  await database.global
    .updateTable('service_secrets')
    .set({ secret: after })
    .where('name', '=', name)
    .where('secret', '=', before)
    .execute();
}

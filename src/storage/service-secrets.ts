import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

export const SECRET_BYTES = 32;

/**
 * A secret of the whole service, made at its first use: every process has the same, and it survives a
 * restart. Of simultaneous processes, one makes it.
 *
 * @param make makes the value to store if there is none yet
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

/** Replaces a secret, unless another process has done so. */
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

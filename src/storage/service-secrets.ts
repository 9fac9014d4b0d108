import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

const SECRET_BYTES = 32;

/**
 * A secret of the whole service, made when it is first asked for: every process has the same, and it
 * survives a restart. Of processes that ask at once, one makes it.
 */
export async function readServiceSecret(database: Database, name: string, now: Date): Promise<Buffer> {
  await database.global
    .insertInto('service_secrets')
    .values({ name, secret: randomBytes(SECRET_BYTES), created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await database.global
    .selectFrom('service_secrets')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.secret;
}

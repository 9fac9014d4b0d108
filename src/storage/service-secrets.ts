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
  await database.run(
    `insert into service_secrets (name, secret, created_at) values ($1, $2, $3)
     on conflict (name) do nothing`,
    [name, make(), now],
  );
  const rows = await database.run<{ secret: Buffer }>('select secret from service_secrets where name = $1', [
    name,
  ]);
  const [row] = rows;
  if (row === undefined) throw new Error(`The secret ${name} was removed`);
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
  await database.run('update service_secrets set secret = $3 where name = $1 and secret = $2', [
    name,
    before,
    after,
  ]);
}

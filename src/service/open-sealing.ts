import type { Config } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import { keyInFolder, readSealingKey } from '../sealing/key-file.ts';
import { Sealing } from '../sealing/sealing.ts';

/**
 * Opens the encryption of stored secrets: with `SECRETS_KEY`, or with the key that the first start made in
 * the data folder, next to the database and in none of its backups. With the operator's own PostgreSQL there
 * is no place that every process would find, so secrets need `SECRETS_KEY`.
 *
 * @param dataDir of the embedded PostgreSQL; null for the operator's own
 * @throws StartupError if the key is invalid
 */
export async function openSealing(
  { secretsKey }: Pick<Config, 'secretsKey'>,
  dataDir: string | null,
): Promise<Sealing> {
  if (secretsKey === null) return new Sealing(dataDir === null ? null : await keyInFolder(dataDir));
  const key = readSealingKey(secretsKey);
  if (key === null) {
    throw new StartupError(
      'SECRETS_KEY must be 32 bytes in base64, as openssl rand -base64 32 gives: correct it',
    );
  }
  return new Sealing(key);
}

import type { Config } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import { keyInFolder, readSealingKey } from '../sealing/key-file.ts';
import { Sealing } from '../sealing/sealing.ts';

/**
 * What seals the secrets that are kept: with `SECRETS_KEY`, or the key that the first start made in the data folder,
 * beside the database and in none of its backups. On a PostgreSQL of the operator's own there is no place for one that
 * every process would find, and nothing can be sealed until it is set.
 *
 * @param dataDir of the embedded PostgreSQL; null of the operator's own
 * @throws StartupError where the key is none
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

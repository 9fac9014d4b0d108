import type { Config } from '../config.ts';
import { StartupError } from '../problems/startup-error.ts';
import { keyInFolder, readSealingKey } from '../sealing/key-file.ts';
import { Sealing } from '../sealing/sealing.ts';

/**
 * Opens the encryption of stored secrets: with `SECRETS_KEY`, or with the key in the data folder, which the
 * first start made and no database backup contains. With the operator's own PostgreSQL no folder is shared by
 * all processes, so secrets need `SECRETS_KEY`.
 *
 * @param dataDir the data folder of the embedded PostgreSQL; null for the operator's own
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

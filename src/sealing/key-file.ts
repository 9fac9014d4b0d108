import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../problems/startup-error.ts';
import { SEALING_KEY_BYTES } from './sealing.ts';

/** The name of the key's file in the data folder of an embedded PostgreSQL. */
export const KEY_FILE = 'secrets.key';

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** Reads a key from a text: 32 bytes in base64 or hexadecimal; null for anything else. */
export function readSealingKey(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!KEY.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.length === SEALING_KEY_BYTES ? key : null;
}

/**
 * Returns the key in a data folder, and creates it if it is missing. Processes that create it at the same
 * time all get the same key.
 *
 * @throws StartupError if the file cannot be read or written, or contains no key
 */
export async function keyInFolder(folder: string): Promise<Buffer> {
  const file = join(folder, KEY_FILE);
  try {
    const text = (await readIfThere(file)) ?? (await makeKey(file));
    const key = readSealingKey(text.trim());
    if (key === null) {
      throw new StartupError(
        `${file} holds no key: bring back the file that was there, or remove it and enter every secret again`,
      );
    }
    return key;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The key of secrets, ${file}, cannot be used: ${(error as Error).message}`);
  }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes the key completely or not at all: a crash leaves only a draft. Each process has its own draft. */
async function makeKey(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, `${randomBytes(SEALING_KEY_BYTES).toString('base64')}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}

import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { ClusterPlace } from './place.ts';
import { isRoot } from './server-user.ts';

/** PostgreSQL's rules of who may connect (`hba_file`): everybody who reaches the socket, or with a password. */
const ANYBODY = 'local all all trust\n';
const WITH_PASSWORD = 'local all all scram-sha-256\n';

const PASSWORD_BYTES = 32;

export function rulesFileOf(place: ClusterPlace): string {
  return join(place.folder, 'postgresql.hba');
}

function passwordFileOf(place: ClusterPlace): string {
  return join(place.folder, 'postgresql.password');
}

/** Returns the password of the socket; undefined if none was made yet. */
export async function readPassword(place: ClusterPlace): Promise<string | undefined> {
  return (await textOf(passwordFileOf(place)))?.trim();
}

/**
 * Makes sure that a server that starts now can be entered: a database of an older release, or one whose
 * password was lost, lets everybody in who reaches the socket, until `askForPassword`. Older releases use
 * the rules in the database's own folder, so that one can go back to them.
 */
export async function prepareRules(place: ClusterPlace): Promise<void> {
  const hasBoth = (await readPassword(place)) !== undefined && (await textOf(rulesFileOf(place))) !== null;
  if (!hasBoth) await writeOwn(place, rulesFileOf(place), ANYBODY);
}

/** Makes the running server ask for a password. The caller lets only one process at a time do this. */
export async function askForPassword(place: ClusterPlace, user: string, client: pg.Client): Promise<void> {
  if (await asksForPassword(place)) return;
  const password = (await readPassword(place)) ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  await writeOwn(place, passwordFileOf(place), `${password}\n`);
  // Nobody guesses a random password, so each connection need not pay for 4,096 rounds.
  await client.query('set scram_iterations to 1');
  await client.query(`alter role ${user} password '${password}'`);
  await writeOwn(place, rulesFileOf(place), WITH_PASSWORD);
  await client.query('select pg_reload_conf()');
}

export async function asksForPassword(place: ClusterPlace): Promise<boolean> {
  return (await textOf(rulesFileOf(place))) === WITH_PASSWORD;
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Writes a file that only PostgreSQL's user reads, completely or not at all. */
async function writeOwn({ user }: ClusterPlace, file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      if (isRoot()) await handle.chown(user.uid, user.gid);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

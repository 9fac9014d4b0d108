import { statfs } from 'node:fs/promises';
import { StartupError } from '../problems/startup-error.ts';
import type { ClusterPlace } from './place.ts';

/** The advice for operators who cannot use the embedded PostgreSQL. */
export const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer';

/** With less space than this, PostgreSQL cannot even write its lock file or one segment of its log. */
const FULL_BELOW_BYTES = 1024 * 1024;

/** Turns the reason why a PostgreSQL program failed into an error for the operator. */
export async function serverFailure(place: ClusterPlace, reason: string): Promise<StartupError> {
  if (/No space left on device|Disk quota exceeded/.test(reason) || (await isFull(place.folder))) {
    return new StartupError(`The disk of ${place.folder} is full: free some space and start again`);
  }
  if (/Permission denied|Operation not permitted|Read-only file system/.test(reason)) {
    return new StartupError(
      `PostgreSQL may not use ${place.folder} (${reason}): let user ${place.user.name} write there, or set DATA_DIR to another folder`,
    );
  }
  return new StartupError(
    `PostgreSQL cannot start in ${place.folder} (${reason || 'it gave no reason'}): its log is ${place.log}`,
  );
}

async function isFull(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < FULL_BELOW_BYTES;
  } catch {
    return false;
  }
}

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClusterPlace } from './place.ts';
import { ownMark, type ProcessMark, readMark, stillRuns, writeMark } from './process-mark.ts';

/**
 * Finds the service that runs on a data folder. A file next to the database records it, so that it is known
 * even while PostgreSQL and its locks are down. Only the holder of the service's lock writes the file.
 *
 * @returns null if no service runs, or only this process
 */
export async function otherService(place: ClusterPlace): Promise<ProcessMark | null> {
  const mark = await readFile(fileOf(place), 'utf8').then(readMark, () => null);
  return mark !== null && mark.pid !== process.pid && stillRuns(mark) ? mark : null;
}

export async function writeServiceMark(place: ClusterPlace): Promise<void> {
  const draft = `${fileOf(place)}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, writeMark(ownMark()), { flag: 'wx', mode: 0o644 });
  await rename(draft, fileOf(place));
}

export async function signOut(place: ClusterPlace): Promise<void> {
  await rm(fileOf(place), { force: true });
}

function fileOf(place: ClusterPlace): string {
  return join(place.folder, 'service.pid');
}

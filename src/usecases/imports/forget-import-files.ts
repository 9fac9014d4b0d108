import { forgetImportFiles } from '../../storage/imports/imports.ts';
import type { Service } from '../service.ts';

const DAY_MS = 86_400_000;
export const FILES_KEPT_MS = 30 * DAY_MS;
/** A file that takes longer to come never comes. */
const ARRIVING_MS = DAY_MS / 24;

/** Removes the files of imports after 30 days, and what a process that died was receiving. */
export async function forgetOldImportFiles({ database, now }: Service): Promise<void> {
  const at = now().getTime();
  await forgetImportFiles(database, {
    older: new Date(at - FILES_KEPT_MS),
    arriving: new Date(at - ARRIVING_MS),
  });
}

import { MIGRATIONS_FOLDER } from '../package-root.ts';
import type { Database } from '../storage/database.ts';
import { isMigrated, type Migration, readMigrations } from '../storage/migrate.ts';

export function shippedMigrations(): Promise<Migration[]> {
  return readMigrations(MIGRATIONS_FOLDER);
}

/** Tells whether a database has all migrations of this release, or of a newer release that it works with. */
export async function isUpToDate({ pool }: Database): Promise<boolean> {
  return isMigrated(pool, await shippedMigrations());
}

import { MIGRATIONS_FOLDER } from '../package-root.ts';
import { type Migration, readMigrations } from '../storage/migrate.ts';

/** The migrations of this release. */
export function shippedMigrations(): Promise<Migration[]> {
  return readMigrations(MIGRATIONS_FOLDER);
}

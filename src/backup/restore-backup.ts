import { StartupError } from '../problems/startup-error.ts';
import type { Migration } from '../storage/migrate.ts';
import type { Service } from '../usecases/service.ts';
import { Backup } from './backup.ts';
import { databaseFailure } from './database-failure.ts';
import type { BackupHeader } from './format.ts';
import type { Progress } from './progress.ts';
import { type Restored, type RestoreOptions, restoreInto } from './restore-into.ts';
import { inStoppableTransaction } from './stoppable-transaction.ts';

/**
 * Opens a backup, checks all of it, and checks that this release can restore it. Needs no database.
 *
 * @param migrations the migrations of this release
 * @returns the backup, which the caller must close
 * @throws StartupError for a file that cannot be read, is truncated, was changed, is not a backup, or is of a
 * newer release
 */
export async function openBackup(
  source: string | NodeJS.ReadableStream,
  migrations: readonly Migration[],
  progress: Progress,
): Promise<Backup> {
  const backup = await Backup.open(source, progress);
  try {
    refuseUnknownMigrations(backup.header, migrations);
    return backup;
  } catch (error) {
    await backup.close();
    throw error;
  }
}

/**
 * Restores a backup into a database without accounts, completely or not at all.
 *
 * @throws StartupError for a database that the backup cannot be restored into, and if the database fails; or
 * the signal's reason
 */
export async function restoreBackup(
  service: Service,
  backup: Backup,
  options: RestoreOptions,
): Promise<Restored> {
  const { pool } = service.database;
  try {
    return await inStoppableTransaction(pool, options.signal, (client) =>
      restoreInto(client, pool, backup, options),
    );
  } catch (error) {
    throw databaseFailure(error, 'The restore failed, and the database is as it was');
  }
}

function refuseUnknownMigrations(header: BackupHeader, known: readonly Migration[]): void {
  const newest = header.migrations.at(-1);
  if (newest && newest.number > known.length) {
    throw new StartupError(
      `The backup was made by a newer release (${header.release}, ${newest.name}): restore it with that release or a newer one`,
    );
  }
  const edited = header.migrations.find(({ checksum }, index) => checksum !== known[index]?.checksum);
  if (edited) {
    throw new StartupError(
      `Migration ${edited.name} differs from the one the backup was made with: restore the released file`,
    );
  }
}

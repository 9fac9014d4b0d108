import { StartupError } from '../problems/startup-error.ts';
import type { Migration } from '../storage/migrate.ts';
import type { Service } from '../usecases/service.ts';
import { type Written, writeBackup } from './backup-stream.ts';
import { databaseFailure } from './database-failure.ts';
import { type BackupHeader, FORMAT } from './format.ts';
import type { Progress } from './progress.ts';
import { inSnapshot } from './snapshot.ts';

export interface BackupOptions {
  readonly release: string;
  readonly migrations: readonly Migration[];
  readonly progress: Progress;
  /** Receives the bytes of the backup; an error that it throws ends the backup. */
  readonly write: (bytes: AsyncIterable<Buffer>) => Promise<void>;
}

export interface MadeBackup extends Written {
  readonly header: BackupHeader;
}

/**
 * Makes a consistent backup of the whole database while the service runs.
 *
 * @throws StartupError for an empty database, for a database of a newer release, and when the database fails
 */
export async function backupDatabase(
  service: Service,
  { release, migrations, progress, write }: BackupOptions,
): Promise<MadeBackup> {
  try {
    return await inSnapshot(service.database.pool, async (snapshot) => {
      refuseUnfit(snapshot.header.migrations, migrations);
      const header: BackupHeader = {
        dakiya_backup: FORMAT,
        release,
        made_at: service.now().toISOString(),
        ...snapshot.header,
        tables: snapshot.tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
      };
      return { header, ...(await writeBackup(snapshot, header, progress, write)) };
    });
  } catch (error) {
    throw databaseFailure(error, 'The backup failed: try again when its cause is mended');
  }
}

function refuseUnfit(applied: BackupHeader['migrations'], known: readonly Migration[]): void {
  const newest = applied.at(-1);
  if (!newest) {
    throw new StartupError('The database is empty, there is nothing to back up: start the service first');
  }
  if (newest.number > known.length) {
    throw new StartupError(
      `The database was migrated by a newer release (${newest.name}): back it up with that release`,
    );
  }
}

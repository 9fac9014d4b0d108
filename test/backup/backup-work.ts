import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { backupDatabase, type MadeBackup } from '../../src/backup/backup-database.ts';
import { writeOutputFile } from '../../src/backup/output-file.ts';
import { openBackup, restoreBackup } from '../../src/backup/restore-backup.ts';
import type { Restored } from '../../src/backup/restore-into.ts';
import type { Migration } from '../../src/storage/migrate.ts';
import type { Service } from '../../src/usecases/service.ts';
import type { TestDatabase } from '../support/database.ts';

export const NEVER = new AbortController().signal;

export function serviceOf({ database }: TestDatabase): Service {
  return { database, now: () => new Date('2026-11-21T06:30:00.000Z'), newId };
}

export interface Circumstances {
  readonly migrations: readonly Migration[];
  readonly withJobs?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number) => void;
}

export function backUp(
  from: TestDatabase,
  file: string,
  { migrations, progress = () => undefined, signal = NEVER }: Circumstances,
): Promise<MadeBackup> {
  return backupDatabase(serviceOf(from), {
    release: '1.2.3',
    migrations,
    progress,
    write: (bytes) => writeOutputFile(file, bytes, { replace: false, signal }),
  });
}

export async function restore(
  file: string,
  into: TestDatabase,
  { migrations, withJobs = true, signal = NEVER, progress = () => undefined }: Circumstances,
): Promise<Restored> {
  const backup = await openBackup(file, migrations, () => undefined);
  try {
    return await restoreBackup(serviceOf(into), backup, { migrations, withJobs, progress, signal });
  } finally {
    await backup.close();
  }
}

/** Makes a migration for a test, with the number after those of `before`. */
export function migrationAfter(before: readonly Migration[], sql: string): Migration {
  const number = before.length + 1;
  const name = `${String(number).padStart(4, '0')}-made`;
  return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex'), needs: 0 };
}

import type { Command } from 'commander';
import { backupDatabase, type MadeBackup } from '../backup/backup-database.ts';
import { refuseExisting, writeOutputFile, writeToStream } from '../backup/output-file.ts';
import { openBackup, restoreBackup } from '../backup/restore-backup.ts';
import { readVersion } from '../package-root.ts';
import { StartupError } from '../problems/startup-error.ts';
import { shippedMigrations } from '../service/shipped-migrations.ts';
import { withSession } from './command-session.ts';
import { fileBelow, STREAM } from './file-argument.ts';
import { openOutput, table } from './output.ts';
import { openProgressBar } from './progress-bar.ts';
import { stoppable } from './stop-signal.ts';

interface BackupOptions {
  force?: boolean;
  json?: boolean;
}

interface RestoreOptions {
  jobs: boolean;
  json?: boolean;
}

/** @param folder the base of relative file names */
export function addBackupCommands(program: Command, folder: string): void {
  program
    .command('backup')
    .description('write the whole database to a file while the service runs; keep the file secret')
    .argument('<file>', 'the file to write; - for standard output', fileBelow(folder))
    .option('--force', 'replace an existing file')
    .option('--json', 'print {"file","bytes","release","made_at","tables":{"<name>":<rows>},"jobs"}')
    .action(backup);

  program
    .command('restore')
    .description('load a backup into a database without accounts; all or nothing')
    .argument('<file>', 'a file made by `backup`; - for standard input', fileBelow(folder))
    .option(
      '--no-jobs',
      'skip messages and deliveries that wait to be sent, and switch off webhooks: for a test copy',
    )
    .option(
      '--json',
      'print {"file","release","made_at","tables":{"<name>":<rows>},"jobs","migrated":["<migration>"]}',
    )
    .action(restore);
}

async function backup(file: string, { force = false, json = false }: BackupOptions): Promise<void> {
  if (file === STREAM && process.stdout.isTTY) {
    throw new StartupError('A backup cannot be shown on a terminal: give a file, or redirect the output');
  }
  if (file !== STREAM && !force) await refuseExisting(file);
  const migrations = await shippedMigrations();
  await stoppable('Stopped: no backup was written', (signal) =>
    withSession(
      json,
      async ({ service }) => {
        const bar = openProgressBar('Backing up', json);
        const made = await backupDatabase(service, {
          release: readVersion(),
          migrations,
          progress: bar.update,
          write: (bytes) =>
            file === STREAM
              ? writeToStream(process.stdout, bytes, signal)
              : writeOutputFile(file, bytes, { replace: force, signal }),
        }).finally(bar.stop);
        showBackup(file, made, json);
      },
      { migrate: false },
    ),
  );
}

function showBackup(file: string, { header, bytes, rows, jobs }: MadeBackup, json: boolean): void {
  const output = openOutput(json, file === STREAM ? process.stderr : process.stdout);
  output.result(
    { file, bytes, release: header.release, made_at: header.made_at, tables: rows, jobs },
    `Backup  ${file}, ${megabytes(bytes)}\n        It contains secrets and customers' data: keep it as safe as the database\n${counts(rows, jobs)}`,
  );
}

async function restore(file: string, { jobs: withJobs, json = false }: RestoreOptions): Promise<void> {
  if (file === STREAM && process.stdin.isTTY) {
    throw new StartupError('A backup cannot be typed: give a file, or redirect one into this program');
  }
  const migrations = await shippedMigrations();
  await stoppable('Stopped: nothing was changed', async (signal) => {
    const checking = openProgressBar('Checking', json);
    const source = file === STREAM ? process.stdin : file;
    const opened = await openBackup(source, migrations, checking.update).finally(checking.stop);
    try {
      await withSession(
        json,
        async ({ service, output }) => {
          const bar = openProgressBar('Restoring', json);
          const { rows, jobs, migrated } = await restoreBackup(service, opened, {
            migrations,
            withJobs,
            progress: bar.update,
            signal,
          }).finally(bar.stop);
          const { release, made_at } = opened.header;
          output.result(
            { file, release, made_at, tables: rows, jobs, migrated },
            `Restored  the backup of ${made_at}, made by release ${release}\n${counts(rows, jobs)}`,
          );
        },
        { migrate: false, mayCreate: true },
      );
    } finally {
      await opened.close();
    }
  });
}

function counts(rows: Readonly<Record<string, number>>, jobs: number): string {
  const lines = Object.entries({ ...rows, '(waiting jobs)': jobs }).filter(([, count]) => count > 0);
  return table(
    ['TABLE', 'ROWS'],
    lines.map(([name, count]) => [name, String(count)]),
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

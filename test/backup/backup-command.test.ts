import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import { createAccount } from '../../src/usecases/accounts/create-account.ts';
import { runCommand } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { databaseEnvironment, startProgram } from '../support/service-process.ts';
import { checksums } from './checksums.ts';

let source: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-backup-'));
  source = await createDatabase();
  const base = { database: source.database, now: () => new Date(), newId };
  await createAccount(base, OPERATOR, 'Sunrise Traders');
});
afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true });
});

function dakiya(database: TestDatabase, ...words: string[]) {
  return runCommand(databaseEnvironment(database), words);
}

/** Runs `work` on an empty database, and drops it afterwards. */
async function inEmptyDatabase(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  const database = await createDatabase('empty');
  try {
    await work(database);
  } finally {
    await database.drop();
  }
}

describe('dakiya backup and restore', () => {
  it('copy a database into another one', async () => {
    const file = join(folder, 'whole.dky');
    const made = await dakiya(source, 'backup', file, '--json');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const told = JSON.parse(made.stdout);
    expect(told).toMatchObject({ file, jobs: 0, tables: { accounts: 1, credentials: 1, stores: 0 } });

    await inEmptyDatabase(async (into) => {
      const restored = await dakiya(into, 'restore', file, '--json');
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      const { bytes: _, ...same } = told;
      expect(JSON.parse(restored.stdout)).toEqual({ ...same, migrated: [] });
      expect(await checksums(into.sql)).toEqual(await checksums(source.sql));

      const again = await dakiya(into, 'restore', file);
      expect(again).toMatchObject({ code: 1, stdout: '' });
      expect(again.stderr).toMatch(/^The database already holds accounts: [^\n]+\n$/);
    });
  });

  it('read a relative file name from the folder in which npm was called', async () => {
    const fromNpm = {
      ...databaseEnvironment(source),
      PATH: process.env.PATH,
      npm_lifecycle_script: 'exec node scripts/dakiya.mjs',
      INIT_CWD: folder,
    };
    const run = (...words: string[]) => {
      const child = spawn(process.execPath, ['scripts/dakiya.mjs', ...words], {
        cwd: PACKAGE_ROOT,
        env: fromNpm,
        stdio: 'ignore',
      });
      return once(child, 'close');
    };
    expect(await run('backup', 'relative.dky')).toEqual([0, null]);
    expect(await readdir(folder)).toContain('relative.dky');
    await inEmptyDatabase(async (into) => {
      Object.assign(fromNpm, databaseEnvironment(into));
      expect(await run('restore', 'relative.dky')).toEqual([0, null]);
    });
  });

  it('list the tables that have rows', async () => {
    const { stdout } = await dakiya(source, 'backup', join(folder, 'told.dky'));
    expect(stdout).toMatch(/^Backup {2}\S+told\.dky, 0\.0 MB\n/);
    expect(stdout).toMatch(/TABLE +ROWS\naccounts +1\naudit_records +2\ncredentials +1\n$/);
  });

  it('write the backup to standard output, and the result to stderr', async () => {
    const file = join(folder, 'streamed.dky');
    const child = startProgram('cli', databaseEnvironment(source), ['backup', '-', '--json']);
    let told = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told += text;
    });
    const written = pipeline(child.stdout as NodeJS.ReadableStream, createWriteStream(file));
    expect(await once(child, 'close')).toEqual([0, null]);
    await written;
    expect(JSON.parse(told)).toMatchObject({ file: '-', tables: { accounts: 1 } });
    await inEmptyDatabase(async (into) => {
      expect(await dakiya(into, 'restore', file, '--json')).toMatchObject({ code: 0 });
    });
  });

  it('do not migrate the database that they back up', async () => {
    await inEmptyDatabase(async (empty) => {
      const refused = await dakiya(empty, 'backup', join(folder, 'nothing.dky'));
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^The database in DATABASE_URL has no Dakiya tables: [^\n]+\n$/);
      const rows = await empty.sql("select to_regnamespace('dakiya') as schema");
      expect(rows).toEqual([{ schema: null }]);
      expect(await readdir(folder)).not.toContain('nothing.dky');
    });
  });

  it('refuse a wrong file with one sentence before they connect to a database', async () => {
    const nowhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    const file = join(folder, 'text.dky');
    await writeFile(file, 'hello');
    const restored = await runCommand(nowhere, ['restore', file]);
    expect(restored).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} is not a backup made by Dakiya: nothing was changed\n`,
    });
    const backedUp = await runCommand(nowhere, ['backup', file]);
    expect(backedUp).toEqual({
      code: 1,
      stdout: '',
      stderr: `There is a file ${file} already: give another name, or --force\n`,
    });
  });
});

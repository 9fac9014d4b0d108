import { appendFile, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, readLog, reasonIn, trimLog } from './server-log.ts';
import { ownUser } from './server-user.ts';

const LARGE = 4 * 1024 * 1024;

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-log-'));
  file = join(folder, 'postgresql.log');
});

afterEach(() => rm(folder, { recursive: true }));

describe('the reason in the output of PostgreSQL', () => {
  it('is the last fatal line, without time and level', () => {
    const output = [
      '2026-01-01 10:00:00.000 UTC [7] LOG:  starting PostgreSQL 18.4',
      '2026-01-01 10:00:00.001 UTC [7] FATAL:  could not write lock file "postmaster.pid": No space left on device',
      '2026-01-01 10:00:00.002 UTC [7] LOG:  database system is shut down',
    ].join('\n');
    expect(reasonIn(output)).toBe('could not write lock file "postmaster.pid": No space left on device');
  });

  it('is the last error if no line is fatal', () => {
    expect(
      reasonIn('creating directory ...\ninitdb: error: invalid locale name "x"\ninitdb: hint: none\n'),
    ).toBe('invalid locale name "x"');
  });

  it('is the last line if no line is an error, and empty without output', () => {
    expect(reasonIn('one\ntwo\n\n')).toBe('two');
    expect(reasonIn('\n')).toBe('');
  });
});

describe('the log of PostgreSQL', () => {
  it('is appended to, and read from the place where it was opened', async () => {
    await writeFile(file, 'before\n');
    const { handle, start } = await openLog(file, ownUser());
    await handle.write('after\n');
    await handle.close();
    expect(await readLog(file, start)).toBe('after\n');
  });

  it('is renamed at a start if it is above the limit, and stays at the limit', async () => {
    await writeFile(file, Buffer.alloc(LARGE));
    await (await openLog(file, ownUser())).handle.close();
    expect((await stat(file)).size).toBe(LARGE);
    await appendFile(file, 'x');
    await (await openLog(file, ownUser())).handle.close();
    expect((await stat(file)).size).toBe(0);
    expect((await stat(`${file}.1`)).size).toBe(LARGE + 1);
  });

  it('is emptied under a running server if it is above the limit, and can still be appended to', async () => {
    const { handle } = await openLog(file, ownUser());
    await handle.write(Buffer.alloc(LARGE + 1));
    await trimLog(file);
    await handle.write('on\n');
    await handle.close();
    expect(await readFile(file, 'utf8')).toBe('on\n');
    expect((await stat(`${file}.1`)).size).toBe(LARGE + 1);
  });

  it('is never written through a symbolic link', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await writeFile(elsewhere, 'mine');
    await symlink(elsewhere, file);
    await expect(openLog(file, ownUser())).rejects.toThrow('ELOOP');
    expect(await readFile(elsewhere, 'utf8')).toBe('mine');
  });
});

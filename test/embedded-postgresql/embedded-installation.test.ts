import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, copyFile, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BinariesPackage, usableBinaries } from '../../src/embedded-postgresql/binaries.ts';
import { ownUser, unprivilegedUser } from '../../src/embedded-postgresql/server-user.ts';
import {
  AS_ROOT,
  type Installation,
  install,
  makeScratch,
  type Scratch,
  sharedInstallation,
} from './embedded-installation.ts';
import type { ProcessTask } from './embedded-process.ts';
import { layDatabase } from './made-database.ts';
import { serverProcesses } from './server-processes.ts';

/** An ordinary user, for tests that run as root. */
const ORDINARY = { uid: 1, gid: 1 };

/** An installation that every user can reach. */
let reachable: Installation;
let scratch: Scratch;
let systemFolder: string;

beforeAll(async () => {
  reachable = await sharedInstallation();
});

beforeEach(async () => {
  scratch = await makeScratch();
  systemFolder = join(scratch.folder, 'system');
});

afterEach(() => scratch.remove());

function task(dataDir: string, role: 'service' | 'command', does: ProcessTask['does']): ProcessTask {
  return { dataDir, systemFolder, role, does, durable: false };
}

/** Runs a command, and checks that it leaves no process behind. */
async function pass(installation: Installation, dataDir: string, asUser?: { uid: number; gid: number }) {
  const command = installation.start(task(dataDir, 'command', 'pass'), asUser);
  const opened = await command.next('opened');
  expect(await command.exited).toBe(0);
  expect(serverProcesses(String(opened.folder))).toEqual([]);
  return opened;
}

describe('an installation without install scripts', () => {
  it('gets its library links and executable bits at the first start', async () => {
    const installation = await install(join(scratch.folder, 'app'), 'ignored');
    const native = join(installation.binariesPackage, 'native');
    expect(existsSync(join(native, 'lib/libpq.so.5'))).toBe(false);
    for (const program of ['initdb', 'postgres']) chmodSync(join(native, 'bin', program), 0o644);
    const opened = await pass(installation, join(scratch.folder, 'app/.data'));
    expect(opened.version).toMatch(/^PostgreSQL 18\./);
    expect(lstatSync(join(native, 'lib/libpq.so.5')).isSymbolicLink()).toBe(true);
    expect(existsSync(systemFolder)).toBe(false);
  });
});

async function fakePackage(program: string): Promise<BinariesPackage> {
  const folder = join(scratch.folder, 'package');
  await mkdir(join(folder, 'native/bin'), { recursive: true });
  for (const name of ['initdb', 'postgres']) {
    await writeFile(join(folder, 'native/bin', name), program, { mode: 0o755 });
  }
  return { folder, platform: 'linux-x64', version: '18.0.0' };
}

describe('a machine that cannot run the programs', () => {
  const wayOut = 'set DATABASE_URL to a PostgreSQL server of your own, version 15 or newer';

  it.each([
    ['whose loader is missing, as on musl', '#!/no/such/loader\n', 'it needs glibc'],
    [
      'whose libraries are too old',
      `#!/bin/sh\necho "version \\\`GLIBC_2.99' not found" >&2; exit 1\n`,
      'it needs a newer glibc',
    ],
    [
      'that lacks a library',
      '#!/bin/sh\necho "postgres: error: cannot open libx.so" >&2; exit 127\n',
      'cannot open libx.so',
    ],
  ])('%s gets the advice to set DATABASE_URL', async (_what, program, reason) => {
    const binaries = await fakePackage(program);
    await expect(usableBinaries(binaries, ownUser(), systemFolder, () => undefined)).rejects.toThrow(
      `The embedded PostgreSQL cannot run on this machine (${reason}): ${wayOut}`,
    );
  });
});

if (AS_ROOT) {
  describe('an ordinary user', () => {
    it('uses a copy in the data folder if the installation is read-only', async () => {
      const installation = await install(join(scratch.folder, 'app'), 'ignored');
      const home = join(scratch.folder, 'home');
      await mkdir(home);
      execFileSync('chown', [`${ORDINARY.uid}:${ORDINARY.gid}`, home]);
      const dataDir = join(home, 'data with spaces');
      const first = await pass(installation, dataDir, ORDINARY);
      expect(first.progress).toContainEqual(
        expect.stringMatching(/^Copying PostgreSQL to .*data with spaces\/programs/),
      );
      expect(statSync(dataDir).mode & 0o777).toBe(0o700);
      expect(statSync(join(dataDir, 'postgresql')).uid).toBe(ORDINARY.uid);
      const second = await pass(installation, dataDir, ORDINARY);
      expect(second.progress).toEqual([]);
    });

    it('still owns the data after root runs a command on it', async () => {
      const home = join(scratch.folder, 'home');
      await mkdir(home);
      execFileSync('chown', [`${ORDINARY.uid}:${ORDINARY.gid}`, home]);
      const dataDir = await layDatabase(join(home, 'data'), ORDINARY);
      // The folder is private, but its own user can enter it.
      await pass(reachable, dataDir);
      expect(statSync(join(dataDir, 'postgresql')).uid).toBe(ORDINARY.uid);
      await pass(reachable, dataDir, ORDINARY);
    });

    it('gets the name of the owner of data that root made', async () => {
      const dataDir = await layDatabase(join(scratch.folder, 'data'));
      const command = reachable.start(task(dataDir, 'command', 'pass'), ORDINARY);
      expect(await command.next('sentence')).toMatchObject({
        failed: 'StartupError',
        sentence: expect.stringMatching(
          /^The database in .* belongs to user \w+: run this as that user or as root$/,
        ),
      });
    });

    it('gets a message if the data folder is read-only', async () => {
      const command = reachable.start(task(join(scratch.folder, 'data'), 'command', 'pass'), ORDINARY);
      expect(await command.next('sentence')).toMatchObject({
        failed: 'StartupError',
        sentence: expect.stringMatching(/^The data folder .* cannot be written by this user/),
      });
    });
  });

  describe('root', () => {
    it('opens an empty private folder to the user of PostgreSQL', async () => {
      const dataDir = join(scratch.folder, 'data');
      await mkdir(dataDir, { mode: 0o700 });
      const opened = await pass(reachable, dataDir);
      expect(opened.folder).toBe(dataDir);
      expect(statSync(join(dataDir, 'postgresql')).uid).not.toBe(0);
    });

    it('keeps programs and data in the system folder if the data folder is below a private home', async () => {
      const home = join(scratch.folder, 'home');
      await mkdir(home, { mode: 0o700 });
      const installation = await install(join(home, 'app'), 'ignored');
      const dataDir = join(home, 'app/.data');
      const service = installation.start(task(dataDir, 'service', 'hold'));
      const opened = await service.next('opened');
      const folder = String(opened.folder);
      expect(folder.startsWith(systemFolder)).toBe(true);
      expect(readdirSync(systemFolder)).toContainEqual(expect.stringMatching(/^postgresql-18\./));
      expect(readFileSync(join(dataDir, 'the-database-is-elsewhere.txt'), 'utf8')).toContain(folder);
      const command = installation.start(task(dataDir, 'command', 'pass'));
      expect(await command.next('opened')).toMatchObject({ folder });
      expect(await command.exited).toBe(0);
      service.child.kill('SIGTERM');
      expect(await service.exited).toBe(0);
      expect(serverProcesses(folder)).toEqual([]);
      expect(statSync(home).mode & 0o777).toBe(0o700);
      // When the folder becomes reachable later, no second, empty database is created.
      await chmod(home, 0o755);
      expect((await pass(installation, dataDir)).folder).toBe(folder);
    });

    it('removes programs of earlier releases, unless they run or were just copied', async () => {
      const binaries = await fakePackage('#!/bin/sh\nexit 0\n');
      await chmod(binaries.folder, 0o700);
      const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
      for (const name of ['15.1.0-linux-x64', '16.2.0-linux-x64', '17.0.0-beta.3-linux-x64']) {
        const copy = join(systemFolder, `postgresql-${name}`);
        await mkdir(join(copy, 'bin'), { recursive: true });
        await copyFile('/bin/sleep', join(copy, 'bin/postgres'));
        await utimes(copy, yesterday, yesterday);
      }
      await mkdir(join(systemFolder, 'postgresql-17.9.0-linux-x64'));
      await mkdir(join(systemFolder, '0123456789abcdef'));
      await chmod(systemFolder, 0o755);
      const running = spawn(join(systemFolder, 'postgresql-16.2.0-linux-x64/bin/postgres'), ['600']);
      await once(running, 'spawn');
      try {
        const programs = await usableBinaries(binaries, unprivilegedUser(), systemFolder, () => undefined);
        expect(programs).toBe(join(systemFolder, 'postgresql-18.0.0-linux-x64'));
        expect(readdirSync(systemFolder).sort()).toEqual([
          '0123456789abcdef',
          'postgresql-16.2.0-linux-x64',
          'postgresql-17.9.0-linux-x64',
          'postgresql-18.0.0-linux-x64',
        ]);
      } finally {
        running.kill('SIGKILL');
      }
    });

    it('does not change a folder with other files', async () => {
      const dataDir = join(scratch.folder, 'data');
      await mkdir(dataDir, { mode: 0o700 });
      await writeFile(join(dataDir, 'mine.txt'), 'mine', { mode: 0o600 });
      const opened = await pass(reachable, dataDir);
      expect(String(opened.folder).startsWith(systemFolder)).toBe(true);
      expect(statSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40700 });
      expect(statSync(join(dataDir, 'mine.txt'))).toMatchObject({ uid: 0, mode: 0o100600 });
    });

    it('refuses a system folder that others can write to', async () => {
      const home = join(scratch.folder, 'home');
      await mkdir(home, { mode: 0o700 });
      await mkdir(systemFolder);
      await chmod(systemFolder, 0o777);
      const command = reachable.start(task(join(home, 'app/.data'), 'command', 'pass'));
      expect(await command.next('sentence')).toMatchObject({
        sentence: `${systemFolder} can be written by others than root: correct its owner and mode (0755)`,
      });
    });
  });
}

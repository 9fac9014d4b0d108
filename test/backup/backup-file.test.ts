import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackupFile } from '../../src/backup/backup-file.ts';
import { compress } from '../../src/backup/compress.ts';
import { writeOutputFile } from '../../src/backup/output-file.ts';
import { openBackup } from '../../src/backup/restore-backup.ts';
import { sealed, sealOf } from '../../src/backup/seal.ts';
import type { Migration } from '../../src/storage/migrate.ts';
import { createDatabase } from '../support/database.ts';
import { migrationAfter, NEVER, restore } from './backup-work.ts';

const FIRST = migrationAfter([], 'create table accounts (account_id integer primary key)');
const MIGRATIONS: readonly Migration[] = [FIRST];
const HEADER = {
  dakiya_backup: 1,
  release: '1.2.3',
  made_at: '2026-11-21T06:30:00.000Z',
  postgresql: '18.4',
  migrations: [{ number: 1, name: FIRST.name, checksum: FIRST.checksum }],
  sequences: [],
  job_queue: false,
  tables: [{ name: 'accounts', columns: ['account_id'] }],
};
const JOBS = `copy pending_jobs ("task", "payload", "queue", "run_at", "attempts", "max_attempts", "key", "priority", "flags") from stdin;\n\\.\n`;
const ROWS = `copy dakiya."accounts" ("account_id") from stdin;\n1\n2\n\\.\n`;
const END = `${JSON.stringify({ rows: { accounts: 2 }, jobs: 0 })}\n`;
const TEXT = `${JSON.stringify(HEADER)}\n${ROWS}${JOBS}${END}`;

const WHAT_IS_WRONG =
  /^\S+ is cut off, was changed since it was made, or is not a backup made by Dakiya: nothing was changed; use another copy$/;
const ANOTHER_KIND = /^\S+ is not a backup made by Dakiya: nothing was changed$/;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The bytes of a backup with this text. */
async function bytesOf(text: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  const whole = async function* () {
    yield Buffer.from(text);
  };
  for await (const part of sealed(compress(whole()))) parts.push(part);
  return Buffer.concat(parts);
}

async function fileOf(bytes: Buffer | string): Promise<string> {
  const path = join(folder, randomBytes(6).toString('hex'));
  await writeFile(path, bytes);
  return path;
}

/** Opens a backup and closes it. Returns the release of its header. */
async function tryOpening(source: string | NodeJS.ReadableStream): Promise<string> {
  const backup = await openBackup(source, MIGRATIONS, () => undefined);
  await backup.close();
  return backup.header.release;
}

describe('a backup file', () => {
  it('is accepted if it is complete', async () => {
    expect(await tryOpening(await fileOf(await bytesOf(TEXT)))).toBe('1.2.3');
  });

  it('is accepted from a stream, and leaves no temporary file', async () => {
    const temporary = await mkdtemp(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', temporary);
    const path = await fileOf(await bytesOf(TEXT));
    expect(await tryOpening(createReadStream(path, { highWaterMark: 7 }))).toBe('1.2.3');
    expect(await readdir(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });

  it('is a gzip file that ends with the SHA-256 of the bytes before it', async () => {
    const bytes = await bytesOf(TEXT);
    const text = gunzipSync(bytes).toString();
    expect(text.startsWith(TEXT)).toBe(true);
    const seal = text.slice(TEXT.length);
    const before = bytes.subarray(0, -95);
    expect(seal).toBe(`sha256 ${createHash('sha256').update(before).digest('hex')}\n`);
  });

  it('is refused if it is cut off at any byte', async () => {
    const bytes = await bytesOf(TEXT);
    for (let length = 0; length < bytes.length; length += 1) {
      await expect(tryOpening(await fileOf(bytes.subarray(0, length)))).rejects.toThrow(
        length < 2 ? ANOTHER_KIND : WHAT_IS_WRONG,
      );
    }
  });

  it('is refused if any byte was changed', async () => {
    const bytes = await bytesOf(TEXT);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
      await expect(tryOpening(await fileOf(changed))).rejects.toThrow(at < 2 ? ANOTHER_KIND : WHAT_IS_WRONG);
    }
  });

  it('is refused if bytes were added', async () => {
    const bytes = await bytesOf(TEXT);
    await expect(tryOpening(await fileOf(Buffer.concat([bytes, Buffer.of(0)])))).rejects.toThrow(
      WHAT_IS_WRONG,
    );
    await expect(tryOpening(await fileOf(Buffer.concat([bytes, bytes])))).rejects.toThrow(WHAT_IS_WRONG);
  });

  it.each([
    ['an empty file', '', ANOTHER_KIND],
    ['a text', 'copy dakiya.accounts', ANOTHER_KIND],
    ['random bytes', Buffer.alloc(5000, 0x5a), ANOTHER_KIND],
    ['another gzip file', gzipSync(randomBytes(5000)), WHAT_IS_WRONG],
  ])('is refused if it is %s', async (_what, bytes, sentence) => {
    await expect(tryOpening(await fileOf(bytes))).rejects.toThrow(sentence);
  });

  it.each([
    ['no header', 'hello\n'],
    ['no end of its first line', 'x'.repeat(100)],
    ['another header', '{"songs":[]}\n'],
    ['an incomplete header', '{"dakiya_backup":1}\n'],
    ['no text', ''],
  ])('is refused if it is sealed but has %s', async (_what, text) => {
    await expect(tryOpening(await fileOf(await bytesOf(text)))).rejects.toThrow(ANOTHER_KIND);
  });

  it('is refused if a later release defined its format', async () => {
    const later = TEXT.replace('"dakiya_backup":1', '"dakiya_backup":2');
    await expect(tryOpening(await fileOf(await bytesOf(later)))).rejects.toThrow(
      /is in backup format 2, and this release reads format 1: restore it with the release that made it, or a newer one$/,
    );
  });

  it('is no longer being read after it was opened, so that it can be closed', async () => {
    let reading = 0;
    const { contents } = BackupFile.prototype;
    const watched = vi.spyOn(BackupFile.prototype, 'contents').mockImplementation(async function* (
      this: BackupFile,
      progress,
    ) {
      reading += 1;
      try {
        yield* contents.call(this, progress);
      } finally {
        reading -= 1;
      }
    });
    try {
      // More than one read of the file: the first one contains the first line.
      const rows = Array.from({ length: 30 }, () => `${randomBytes(50_000).toString('hex')}\n`).join('');
      const file = await fileOf(await bytesOf(TEXT.replace('1\n2\n', rows)));
      const backup = await openBackup(file, MIGRATIONS, () => undefined);
      expect(watched).toHaveBeenCalledTimes(2);
      expect(reading).toBe(0);
      await backup.close();
    } finally {
      watched.mockRestore();
    }
  });

  it('is refused with a sentence if it cannot be read', async () => {
    await expect(tryOpening(join(folder, 'nowhere'))).rejects.toThrow(/^There is no \S+nowhere: /);
    await expect(tryOpening(folder)).rejects.toThrow(/ is a folder, /);
  });
});

describe('a backup that contradicts itself', () => {
  it.each([
    ['counts another number of rows', TEXT.replace('"accounts":2', '"accounts":3')],
    ['lacks a section', TEXT.replace(ROWS, '')],
    ['has another section', TEXT.replace('"accounts" (', '"users" (')],
    ['has no end', TEXT.replace(END, '')],
    ['goes on after its end', `${TEXT}more\n`],
  ])('is not restored if it %s', async (_what, text) => {
    const into = await createDatabase('empty');
    try {
      const path = await fileOf(await bytesOf(text));
      await expect(restore(path, into, { migrations: MIGRATIONS })).rejects.toThrow(
        /contradicts itself: nothing was changed; use another backup$/,
      );
      const rows = await into.sql("select to_regnamespace('dakiya') as schema");
      expect(rows).toEqual([{ schema: null }]);
    } finally {
      await into.drop();
    }
  });

  it('is not restored if its rows violate a constraint or end early', async () => {
    const into = await createDatabase('empty');
    try {
      const twice = await fileOf(await bytesOf(TEXT.replace('1\n2\n', '1\n1\n')));
      await expect(restore(twice, into, { migrations: MIGRATIONS })).rejects.toThrow(
        /^The restore failed, and the database is as it was \(PostgreSQL: duplicate key /,
      );
      const ending = await fileOf(await bytesOf(TEXT.slice(0, TEXT.indexOf('2\n\\.'))));
      await expect(restore(ending, into, { migrations: MIGRATIONS })).rejects.toThrow(/contradicts itself/);
      const rows = await into.sql("select to_regnamespace('dakiya') as schema");
      expect(rows).toEqual([{ schema: null }]);
    } finally {
      await into.drop();
    }
  });
});

describe('the file of a backup', () => {
  const some = async function* () {
    yield Buffer.from('some bytes');
  };

  it('is readable only by its owner, and there is no other file', async () => {
    const path = join(folder, 'mine', 'backup.dky');
    await rm(join(folder, 'mine'), { recursive: true, force: true });
    await expect(writeOutputFile(path, some(), { replace: false, signal: NEVER })).rejects.toThrow(
      /^There is no folder \S+mine: make it, or give another path$/,
    );
    const own = await mkdtemp(join(folder, 'own-'));
    await writeOutputFile(join(own, 'backup.dky'), some(), { replace: false, signal: NEVER });
    expect((await stat(join(own, 'backup.dky'))).mode & 0o777).toBe(0o600);
    expect(await readdir(own)).toEqual(['backup.dky']);
  });

  it('replaces an existing file only if that is allowed', async () => {
    const own = await mkdtemp(join(folder, 'own-'));
    const path = join(own, 'backup.dky');
    await writeFile(path, 'older', { mode: 0o644 });
    await expect(writeOutputFile(path, some(), { replace: false, signal: NEVER })).rejects.toThrow(
      /^There is a file \S+ already: give another name, or --force$/,
    );
    expect(await readFile(path, 'utf8')).toBe('older');
    expect(await readdir(own)).toEqual(['backup.dky']);
    await writeOutputFile(path, some(), { replace: true, signal: NEVER });
    expect(await readFile(path, 'utf8')).toBe('some bytes');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

describe('a seal', () => {
  it('is the same on every machine', () => {
    expect(sealOf(createHash('sha256').update('dakiya')).toString('hex')).toMatchInlineSnapshot(
      `"1f8b08000000000000ff014800b7ff73686132353620656336313438333665613336653536326266373734646439616338306631643734303961346631636462353961616430663262653266663232396632393831640a9a18d06348000000"`,
    );
  });
});

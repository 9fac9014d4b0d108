import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { knownServices, registerService, removePidFile } from './running-services.ts';

const GONE = { pid: 2 ** 31 - 2, began: 'long ago' };

let folder: string;
let entries: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-entries-'));
  entries = join(folder, 'entries');
});

afterEach(() => rm(folder, { recursive: true }));

const embedded = (dataDir: string) => ({ dataDir, server: null, url: null, operatorToken: 'secret' });

async function leftBy(mark: { pid: number }, rest: object): Promise<void> {
  await mkdir(entries, { recursive: true });
  await writeFile(join(entries, `${mark.pid}.json`), JSON.stringify({ ...mark, url: null, ...rest }));
}

it('knows a service from its entry until the entry is removed, and a new entry replaces the old one', async () => {
  expect(await knownServices(entries)).toEqual([]);
  await registerService(entries, embedded(folder));
  await registerService(entries, { ...embedded(folder), url: 'http://127.0.0.1:8080' });
  expect(await knownServices(entries)).toEqual([
    {
      ...{ pid: process.pid, isRunning: true, dataDir: folder, server: null },
      ...{ url: 'http://127.0.0.1:8080', operatorToken: 'secret' },
    },
  ]);
  const { mode } = await stat(join(entries, `${process.pid}.json`));
  expect(mode & 0o777).toBe(0o600);
  await removePidFile(entries);
  await removePidFile(entries);
  expect(await readdir(entries)).toEqual([]);
});

it('knows that a service was killed while its data folder exists', async () => {
  await leftBy(GONE, embedded(folder));
  expect(await knownServices(entries)).toMatchObject([{ isRunning: false, dataDir: folder }]);
  await leftBy(GONE, embedded(join(folder, 'removed')));
  expect(await knownServices(entries)).toEqual([]);
});

it('does not take another process with the same id for the service', async () => {
  await leftBy({ ...GONE, pid: process.pid }, embedded(folder));
  expect(await knownServices(entries)).toMatchObject([{ isRunning: false }]);
});

it.each([
  ['of the same database', { dataDir: null, server: 'db:5432/ship' }],
  ['of a data folder that is gone', { dataDir: '/no/such/folder', server: null }],
])('removes the entry of a killed service %s', async (_what, old) => {
  await leftBy(GONE, old);
  await registerService(entries, { dataDir: null, server: 'db:5432/ship', url: null, operatorToken: null });
  expect(await knownServices(entries)).toMatchObject([{ pid: process.pid }]);
  expect(await readdir(entries)).toEqual([`${process.pid}.json`]);
});

it('keeps the entry of a killed service with another data folder', async () => {
  await leftBy(GONE, embedded(folder));
  await registerService(entries, embedded(join(folder, 'other')));
  expect(await knownServices(entries)).toHaveLength(2);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"pid":1}',
  '{"pid":1,"began":"x","dataDir":3}',
  '{"began":"x","server":"db"}',
  '{"pid":1,"server":"db"}',
])('ignores a file with the text %j', async (text) => {
  await mkdir(entries);
  await writeFile(join(entries, '1.json'), text);
  expect(await knownServices(entries)).toEqual([]);
});

it('fails if the folder cannot be made', async () => {
  await writeFile(entries, '');
  await chmod(entries, 0o600);
  await expect(registerService(entries, embedded(folder))).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await knownServices(entries)).toEqual([]);
});

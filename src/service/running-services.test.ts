import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { knownServices, registerService, removePidFile } from './running-services.ts';

const GONE = { pid: 2 ** 31 - 2, began: 'long ago' };

let folder: string;
let words: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-words-'));
  words = join(folder, 'words');
});

afterEach(() => rm(folder, { recursive: true }));

const embedded = (dataDir: string) => ({ dataDir, server: null, url: null, operatorToken: 'secret' });

async function leftBy(mark: { pid: number }, rest: object): Promise<void> {
  await mkdir(words, { recursive: true });
  await writeFile(join(words, `${mark.pid}.json`), JSON.stringify({ ...mark, url: null, ...rest }));
}

it('a word is known until it is taken back, and what it says anew counts', async () => {
  expect(await knownServices(words)).toEqual([]);
  await registerService(words, embedded(folder));
  await registerService(words, { ...embedded(folder), url: 'http://127.0.0.1:8080' });
  expect(await knownServices(words)).toEqual([
    {
      ...{ pid: process.pid, isRunning: true, dataDir: folder, server: null },
      ...{ url: 'http://127.0.0.1:8080', operatorToken: 'secret' },
    },
  ]);
  const { mode } = await stat(join(words, `${process.pid}.json`));
  expect(mode & 0o777).toBe(0o600);
  await removePidFile(words);
  await removePidFile(words);
  expect(await readdir(words)).toEqual([]);
});

it('the word of a killed process is known as such, while its data is there', async () => {
  await leftBy(GONE, embedded(folder));
  expect(await knownServices(words)).toMatchObject([{ isRunning: false, dataDir: folder }]);
  await leftBy(GONE, embedded(join(folder, 'removed')));
  expect(await knownServices(words)).toEqual([]);
});

it('a number that another process has by now is no running service', async () => {
  await leftBy({ ...GONE, pid: process.pid }, embedded(folder));
  expect(await knownServices(words)).toMatchObject([{ isRunning: false }]);
});

it.each([
  ['of the same database', { dataDir: null, server: 'db:5432/ship' }],
  ['of a data folder that is gone', { dataDir: '/no/such/folder', server: null }],
])('a new word clears away what a killed process left %s', async (_what, old) => {
  await leftBy(GONE, old);
  await registerService(words, { dataDir: null, server: 'db:5432/ship', url: null, operatorToken: null });
  expect(await knownServices(words)).toMatchObject([{ pid: process.pid }]);
  expect(await readdir(words)).toEqual([`${process.pid}.json`]);
});

it('a new word leaves what a killed process left of other data', async () => {
  await leftBy(GONE, embedded(folder));
  await registerService(words, embedded(join(folder, 'other')));
  expect(await knownServices(words)).toHaveLength(2);
});

it.each(['', '{', 'null', '[]', '{"pid":1}', '{"pid":1,"began":"x","dataDir":3}'])(
  'a file that holds %j is no word',
  async (text) => {
    await mkdir(words);
    await writeFile(join(words, '1.json'), text);
    expect(await knownServices(words)).toEqual([]);
  },
);

it('a folder that cannot be made is told', async () => {
  await writeFile(words, '');
  await chmod(words, 0o600);
  await expect(registerService(words, embedded(folder))).rejects.toThrow(/EEXIST|ENOTDIR/);
  expect(await knownServices(words)).toEqual([]);
});

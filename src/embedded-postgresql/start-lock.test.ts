import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownMark, processMark, writeMark } from './process-mark.ts';
import { tryLock } from './start-lock.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dakiya-lock-'));
  file = join(folder, 'start.lock');
});

afterEach(() => rm(folder, { recursive: true }));

describe('the start lock', () => {
  it('is held by one process until it is released, and leaves no file', async () => {
    const release = await tryLock(file);
    expect(await tryLock(file)).toBeNull();
    await release?.();
    expect(await readdir(folder)).toEqual([]);
    expect(await tryLock(file)).not.toBeNull();
  });

  it('is taken by only one of 50 simultaneous attempts', async () => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => tryLock(file)));
    expect(taken.filter((release) => release !== null)).toHaveLength(1);
  });

  it('is not taken over while its process runs', async () => {
    const parent = processMark(process.ppid);
    await writeFile(file, parent === null ? '' : writeMark(parent));
    expect(await tryLock(file)).toBeNull();
  });

  if (process.platform === 'linux') {
    it('of a process in another container is respected for a minute', async () => {
      const began = ownMark().began.replace(/pid:\[\d+\]/, 'pid:[1]');
      await writeFile(file, writeMark({ pid: process.pid, began }));
      expect(await tryLock(file)).toBeNull();
      await utimes(file, new Date(), new Date(Date.now() - 61_000));
      expect(await tryLock(file)).not.toBeNull();
    });

    it('of a process in another container before a reboot is taken over', async () => {
      const [, , ticks] = ownMark().began.split('/');
      await writeFile(file, writeMark({ pid: process.pid, began: `another-boot/pid:[1]/${ticks}` }));
      expect(await tryLock(file)).not.toBeNull();
    });
  }

  it.each([
    ['a process that is gone', `${2 ** 31 - 2} long ago\n`],
    ['an earlier process of this number', `${process.pid} long ago\n`],
    ['a crash, which left the file empty', ''],
  ])('of %s is taken over', async (_holder, text) => {
    await writeFile(file, text);
    expect(await tryLock(file)).not.toBeNull();
    expect(await readdir(folder)).toEqual(['start.lock']);
  });
});

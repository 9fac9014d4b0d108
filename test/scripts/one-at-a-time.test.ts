import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from '../../scripts/commands/one-at-a-time.mjs';

let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dakiya-lock-'));
  path = join(folder, 'held');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const nobodyWaits = () => {
  throw new Error('waited');
};

test('holds the lock file during the work, and returns its result', async () => {
  await expect(oneAtATime(path, nobodyWaits, async () => existsSync(path))).resolves.toBe(true);
  expect(existsSync(path)).toBe(false);
});

test('releases the lock file if the work fails', async () => {
  const work = async () => {
    throw new Error('disk');
  };
  await expect(oneAtATime(path, nobodyWaits, work)).rejects.toThrow('disk');
  expect(existsSync(path)).toBe(false);
});

test('runs ten simultaneous works one after the other', async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
  };
  const onWait = vi.fn();
  await Promise.all(Array.from({ length: 10 }, () => oneAtATime(path, onWait, work)));
  expect(most).toBe(1);
  expect(onWait).toHaveBeenCalledTimes(9);
});

test('takes over the lock file of a dead process, even if several processes try', async () => {
  writeFileSync(path, '');
  const longAgo = new Date(Date.now() - 6_000);
  utimesSync(path, longAgo, longAgo);
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
  };
  await Promise.all([1, 2, 3].map(() => oneAtATime(path, () => undefined, work)));
  expect(most).toBe(1);
});

test('fails with the error of the disk if the lock file cannot be made', async () => {
  await expect(
    oneAtATime(join(folder, 'absent', 'held'), nobodyWaits, async () => undefined),
  ).rejects.toThrow('ENOENT');
});

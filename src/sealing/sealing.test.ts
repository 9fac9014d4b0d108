import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../problems/problem.ts';
import { KEY_FILE, keyInFolder, readSealingKey } from './key-file.ts';
import { Sealing, WrongKeyError } from './sealing.ts';

const KEY = Buffer.alloc(32, 1);
const sealing = new Sealing(KEY);

describe('a sealed secret', () => {
  it('opens with its key in its place, and does not contain the text', () => {
    const sealed = sealing.seal('whsec_ünïcode', 'row 1');
    expect(sealing.open(sealed, 'row 1')).toBe('whsec_ünïcode');
    expect(sealed.toString('latin1')).not.toContain('whsec');
  });

  it('has other bytes each time', () => {
    expect(sealing.seal('a', 'row 1').equals(sealing.seal('a', 'row 1'))).toBe(false);
  });

  it('does not open in another place, with another or no key, or with one changed bit', () => {
    const sealed = sealing.seal('a secret', 'row 1');
    expect(() => sealing.open(sealed, 'row 2')).toThrow(WrongKeyError);
    expect(() => new Sealing(Buffer.alloc(32, 2)).open(sealed, 'row 1')).toThrow(WrongKeyError);
    expect(() => new Sealing(null).open(sealed, 'row 1')).toThrow('another SECRETS_KEY');
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed);
      changed[byte] = (changed[byte] ?? 0) ^ 1;
      expect(() => sealing.open(changed, 'row 1')).toThrow(WrongKeyError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => sealing.open(sealed.subarray(0, length), 'row 1')).toThrow(WrongKeyError);
    }
  });

  it('names the key that opens it', () => {
    const sealed = sealing.seal('a', 'row 1');
    expect(sealing.opens(sealed)).toBe(true);
    expect(new Sealing(Buffer.alloc(32, 2)).opens(sealed)).toBe(false);
    expect(new Sealing(null).opens(sealed)).toBe(false);
  });

  it('cannot be made without a key, which a sentence says', () => {
    expect(() => new Sealing(null).seal('a', 'row 1')).toThrow(Problem);
    expect(() => new Sealing(null).seal('a', 'row 1')).toThrow('SECRETS_KEY');
  });
});

describe('a key', () => {
  it.each([
    [KEY.toString('base64'), true],
    [KEY.toString('hex'), true],
    [KEY.toString('hex').toUpperCase(), true],
    [KEY.toString('base64').slice(0, -1), false],
    [Buffer.alloc(31).toString('base64'), false],
    ['correct horse battery staple', false],
    ['', false],
  ])('is read from %j: %j', (text, isKey) => {
    expect(readSealingKey(text) !== null).toBe(isKey);
  });
});

describe('the key of a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dakiya-sealing-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is made once for simultaneous starts, readable only by its owner', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => keyInFolder(folder)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await keyInFolder(folder)).toEqual(keys[0]);
    expect((await stat(join(folder, KEY_FILE))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual([KEY_FILE]);
  });

  it('is reported and kept when it is damaged', async () => {
    await writeFile(join(folder, KEY_FILE), 'half a k');
    await expect(keyInFolder(folder)).rejects.toThrow('holds no key');
    expect(await readFile(join(folder, KEY_FILE), 'utf8')).toBe('half a k');
  });

  it('is reported when it cannot be made', async () => {
    await expect(keyInFolder(join(folder, 'none'))).rejects.toThrow('cannot be used: ENOENT');
  });
});

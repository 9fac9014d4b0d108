import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Service } from '../service.ts';
import { type CachedCredential, CredentialCache } from './credential-cache.ts';
import { makeSecret } from './credential-secret.ts';

const START = Date.parse('2026-11-16T06:30:00.000Z');
const OTHER_SECRET = 'A'.repeat(43);
const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const { text, prefix, secretHash } = makeSecret();
let time: number;
let find: () => Promise<CachedCredential<string> | null>;
let asked: number;
let cache: CredentialCache<string>;

beforeEach(() => {
  vi.useFakeTimers();
  time = START;
  asked = 0;
  find = async () => credential();
  cache = new CredentialCache({ now: () => new Date(time) } as Service, {
    find: () => {
      asked += 1;
      return find();
    },
    noteUse: async () => undefined,
    onError: () => undefined,
    monotonicMs: () => time,
  });
});
afterEach(async () => {
  await cache.close();
  vi.useRealTimers();
});

function credential(changes: Partial<CachedCredential<string>> = {}): CachedCredential<string> {
  return {
    credentialId: 'one',
    secretHash,
    expiresAt: null,
    revokedAt: null,
    context: 'of one',
    ...changes,
  };
}

async function isAdmitted(sent: string = text): Promise<boolean> {
  const answer = cache.check(sent).then((found) => found !== null);
  answer.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(500);
  return answer;
}

describe('a credential', () => {
  it('is looked up once a second', async () => {
    await isAdmitted();
    time += 999;
    expect(await isAdmitted()).toBe(true);
    expect(asked).toBe(1);
    time += 1;
    expect(await isAdmitted()).toBe(true);
    expect(asked).toBe(2);
  });

  it('is looked up once for requests that arrive together', async () => {
    expect(await Promise.all([isAdmitted(), isAdmitted(), isAdmitted()])).toEqual([true, true, true]);
    expect(asked).toBe(1);
  });

  it('stops within a second of its revocation, counted from the start of the last lookup', async () => {
    let answer: (found: CachedCredential<string>) => void = () => undefined;
    find = () => new Promise((resolve) => (answer = resolve));
    const first = cache.check(text);
    time += 400;
    answer(credential());
    expect(await first).not.toBeNull();
    find = async () => credential({ revokedAt: new Date(START + 1) });
    time = START + 999;
    expect(await isAdmitted()).toBe(true);
    time = START + 1_000;
    expect(await isAdmitted()).toBe(false);
  });

  it('stops when its row is deleted, also if the database is away afterwards', async () => {
    await isAdmitted();
    time += 1_000;
    find = async () => null;
    expect(await isAdmitted()).toBe(false);
    find = () => Promise.reject(AWAY);
    await expect(isAdmitted()).rejects.toBe(AWAY);
  });
});

describe('while the database is away', () => {
  it.each([
    ['refuses connections', () => Promise.reject(AWAY)],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('and %s: accepts a known credential for 30 seconds', async (_how, outage) => {
    await isAdmitted();
    find = outage;
    time = START + 29_999;
    expect(await isAdmitted()).toBe(true);
    time = START + 30_000;
    const late = vi.fn();
    cache.check(text).then(late, late);
    await vi.advanceTimersByTimeAsync(500);
    expect(late.mock.calls).not.toContainEqual(['of one']);
  });

  it('lets only the first request wait for a database that hangs', async () => {
    await isAdmitted();
    find = () => new Promise(() => undefined);
    time += 1_000;
    expect(await isAdmitted()).toBe(true);
    const second = vi.fn();
    cache.check(text).then(second);
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toHaveBeenCalledWith('of one');
    expect(asked).toBe(2);
  });

  it('refuses another secret and an expired credential', async () => {
    find = async () => credential({ expiresAt: new Date(START + 5_000) });
    await isAdmitted();
    find = () => Promise.reject(AWAY);
    time = START + 4_999;
    expect(await isAdmitted(`dky_${prefix}_${OTHER_SECRET}`)).toBe(false);
    expect(await isAdmitted()).toBe(true);
    time = START + 5_000;
    expect(await isAdmitted()).toBe(false);
  });

  it('throws the error of the database for an unknown credential', async () => {
    find = () => Promise.reject(AWAY);
    await expect(isAdmitted()).rejects.toBe(AWAY);
  });

  it('throws an error that is no outage', async () => {
    await isAdmitted();
    const defect = new TypeError('a defect of ours');
    find = () => Promise.reject(defect);
    time += 1_000;
    await expect(isAdmitted()).rejects.toBe(defect);
  });
});

import { describe, expect, it } from 'vitest';
import { FairQueue, type QueueLimits } from './fair-queue.ts';

const LIMITS: QueueLimits = { atOnce: 2, perSharer: 1, waitingPerSharer: 3 };
const NEVER = new AbortController().signal;

/** Tasks that report when they begin, and end on demand. */
class Works {
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly turns: FairQueue;

  constructor(limits: Partial<QueueLimits> = {}) {
    this.turns = new FairQueue({ ...LIMITS, ...limits });
  }

  /** The name `a1` stands for the first task of account `a`. */
  ask(name: string, { signal = NEVER, patient = false, isTrusted = false } = {}): Promise<string> {
    const work = () => {
      this.begun.push(name);
      return new Promise<string>((resolve) => this.#ends.set(name, () => resolve(name)));
    };
    return this.turns.take({ sharer: name.slice(0, 1), signal, isTrusted }, work, patient);
  }

  askAll(...names: string[]): void {
    for (const name of names) this.ask(name).catch(() => undefined);
  }

  async end(name: string): Promise<void> {
    await settled();
    this.#ends.get(name)?.();
    await settled();
  }
}

/** Resolves when everything that waits only for promises has happened. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

describe('FairQueue', () => {
  it('gives one account its share, and keeps the rest for others', async () => {
    const works = new Works({ atOnce: 3, perSharer: 2 });
    works.askAll('a1', 'a2', 'a3');
    await settled();
    expect(works.begun).toEqual(['a1', 'a2']);
    works.askAll('b1', 'b2');
    await settled();
    expect(works.begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('alternates between trusted and other sharers', async () => {
    const works = new Works({ atOnce: 1, waitingPerSharer: 9 });
    works.askAll('a1', 'b1', 'c1');
    for (const name of ['t1', 't2', 'u1']) works.ask(name, { isTrusted: true });
    for (const name of ['a1', 't1', 'b1', 'u1', 'c1', 't2']) await works.end(name);
    expect(works.begun).toEqual(['a1', 't1', 'b1', 'u1', 'c1', 't2']);
  });

  it('limits the waiting tasks of all accounts, without those that have left', async () => {
    const works = new Works({ atOnce: 1, waiting: 2 });
    const left = new AbortController();
    works.askAll('a1', 'b1');
    works.ask('c1', left).catch(() => undefined);
    await expect(works.ask('d1')).rejects.toMatchObject({ kind: 'unavailable' });
    left.abort(new Error('left'));
    await settled();
    works.askAll('d2');
    await expect(works.ask('e1')).rejects.toMatchObject({ kind: 'unavailable' });
    await works.end('a1');
    await works.end('b1');
    works.askAll('f1');
    await works.end('d2');
    expect(works.begun).toEqual(['a1', 'b1', 'd2', 'f1']);
  });

  it('gives each account one turn in rotation, also if one has many tasks waiting', async () => {
    const works = new Works({ atOnce: 1, waitingPerSharer: 10 });
    works.askAll('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2');
    await settled();
    for (const next of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) {
      expect(works.begun.at(-1)).toBe(next);
      await works.end(next);
    }
  });

  it('puts an account after its turn behind the waiting accounts', async () => {
    const works = new Works({ atOnce: 1 });
    works.askAll('a1', 'b1');
    await works.end('a1');
    works.askAll('a2', 'c1');
    await works.end('b1');
    // `a` asked before `c`, but already had a turn.
    expect(works.begun).toEqual(['a1', 'b1', 'a2']);
    works.askAll('a3');
    await works.end('a2');
    expect(works.begun.at(-1)).toBe('c1');
  });

  it('gives the turn to the next task when a task fails', async () => {
    const { turns } = new Works({ atOnce: 1 });
    const failing = turns.take({ sharer: 'a', signal: NEVER }, () => Promise.reject(new Error('no')));
    const next = turns.take({ sharer: 'a', signal: NEVER }, async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('drops a task whose client has left, without starting it', async () => {
    const works = new Works({ atOnce: 1 });
    const leaving = new AbortController();
    works.askAll('a1');
    const dropped = works.ask('a2', { signal: leaving.signal });
    works.askAll('a3');
    leaving.abort(new Error('left'));
    await expect(dropped).rejects.toThrow('left');
    await works.end('a1');
    expect(works.begun).toEqual(['a1', 'a3']);
    await expect(works.ask('a4', { signal: leaving.signal })).rejects.toThrow('left');
  });

  it('refuses only the account that has too many tasks waiting', async () => {
    const works = new Works();
    works.askAll('a0', 'a1', 'a2', 'a3');
    await expect(works.ask('a4')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 5 });
    works.askAll('b1');
    await settled();
    expect(works.begun).toEqual(['a0', 'b1']);
    await works.end('a0');
    works.askAll('a5');
    await works.end('a1');
    await works.end('a2');
    await works.end('a3');
    expect(works.begun.at(-1)).toBe('a5');
  });

  it('never refuses work that has already begun', async () => {
    const works = new Works();
    works.askAll('a0', 'a1', 'a2', 'a3');
    const begun = works.ask('a4', { patient: true });
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4']) await works.end(name);
    expect(await begun).toBe('a4');
  });
});

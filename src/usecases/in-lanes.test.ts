import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.ts';

interface Item {
  readonly lane: string;
  readonly name: string;
}

/** Work that is due; `hung` lanes are not back before `release`. */
function playedWork(due: Item[], hung: readonly string[] = []) {
  const done: string[] = [];
  const errors: unknown[] = [];
  const { promise: released, release } = gate();
  let isStopped = false;
  let mostAtOnce = 0;
  let atOnce = 0;
  const ended = inLanes<Item>({
    atOnce: 4,
    take: async (most, except) => {
      const taken = due.filter(({ lane }) => !except.includes(lane)).slice(0, most);
      for (const item of taken) due.splice(due.indexOf(item), 1);
      return taken;
    },
    laneOf: ({ lane }) => lane,
    work: async (items, lane) => {
      atOnce += items.length;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      if (hung.includes(lane)) await released;
      done.push(...items.map(({ name }) => name));
      atOnce -= items.length;
      if (lane === 'broken') throw new Error('unexpected');
    },
    onError: (error) => errors.push(error),
    isStopped: () => isStopped,
  });
  return {
    done,
    errors,
    ended,
    release,
    stop: () => {
      isStopped = true;
    },
    mostAtOnce: () => mostAtOnce,
  };
}

function gate() {
  let release: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

function items(lane: string, count: number): Item[] {
  return Array.from({ length: count }, (_, n) => ({ lane, name: `${lane}${n + 1}` }));
}

it('does all that is due, a few at once', async () => {
  const work = playedWork([...items('a', 7), ...items('b', 2)]);
  await work.ended;
  expect(work.done.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'b2']);
  expect(work.mostAtOnce()).toBe(4);
});

it('goes on with other lanes while one hangs, also with what comes later, and takes no more of that one', async () => {
  const due = [...items('hung', 5), ...items('a', 2)];
  const work = playedWork(due, ['hung']);
  await expect.poll(() => work.done).toEqual(['a1', 'a2']);
  due.push(...items('b', 1));
  await expect.poll(() => work.done).toEqual(['a1', 'a2', 'b1']);
  expect(due).toEqual([{ lane: 'hung', name: 'hung5' }]);
  work.release();
  await work.ended;
  expect(work.done.slice(3).toSorted()).toEqual(['hung1', 'hung2', 'hung3', 'hung4', 'hung5']);
});

it('does what is left of a lane that comes back while others are looked for', async () => {
  const due = items('slow', 2);
  const done: string[] = [];
  const { promise: released, release } = gate();
  await inLanes<Item>({
    atOnce: 1,
    take: async (most, except) => {
      const taken = except.includes('slow') ? [] : due.splice(0, most);
      if (except.length > 0) {
        release();
        await sleep(20);
      }
      return taken;
    },
    laneOf: ({ lane }) => lane,
    work: async (some) => {
      await released;
      done.push(...some.map(({ name }) => name));
    },
    onError: (error) => expect.fail(String(error)),
    isStopped: () => false,
  });
  expect(done).toEqual(['slow1', 'slow2']);
});

it('leaves what is due to others once very much hangs', async () => {
  const hung = Array.from({ length: 30 }, (_, n) => `hung${n}-`);
  const due = hung.flatMap((lane) => items(lane, 1));
  const work = playedWork(due, hung);
  await expect.poll(() => work.mostAtOnce()).toBeGreaterThan(15);
  work.stop();
  work.release();
  await work.ended;
  expect(work.mostAtOnce()).toBeLessThanOrEqual(20);
});

it('tells of what fails, and goes on; once stopped, it ends what is under way', async () => {
  const due = [...items('broken', 1), ...items('hung', 1), ...items('a', 6)];
  const work = playedWork(due, ['hung']);
  work.stop();
  work.release();
  await work.ended;
  expect(work.errors).toEqual([new Error('unexpected')]);
  expect([work.done.toSorted(), due.length]).toEqual([['a1', 'a2', 'broken1', 'hung1'], 4]);
});

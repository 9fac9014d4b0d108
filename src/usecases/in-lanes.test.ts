import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inLanes } from './in-lanes.ts';

interface Item {
  readonly lane: string;
  readonly name: string;
}

/** Runs due work in lanes; the `hung` lanes end only after `release`. */
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

it('does all due work, at most four items at once', async () => {
  const work = playedWork([...items('a', 7), ...items('b', 2)]);
  await work.ended;
  expect(work.done.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'b2']);
  expect(work.mostAtOnce()).toBe(4);
});

it('continues with the other lanes while one hangs, and takes no more of that one', async () => {
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

it.each([0, 1])(
  'looks at once for the rest of a lane that comes back during a look, while %i others hang',
  async (count) => {
    const due = [...items('slow', 2), ...items('hung', count)];
    const done: string[] = [];
    const [slow, hung] = [gate(), gate()];
    let waits = 0;
    /** How often the next look was waited for before each item of the slow lane. */
    const waitsBefore: number[] = [];
    await inLanes<Item>({
      atOnce: 10,
      take: async (_most, except) => {
        const taken = [...new Set(due.map(({ lane }) => lane))]
          .filter((lane) => !except.includes(lane))
          .flatMap((lane) => due.filter((item) => item.lane === lane).slice(0, 1));
        for (const item of taken) due.splice(due.indexOf(item), 1);
        if (except.includes('slow')) slow.release();
        await turn();
        return taken;
      },
      laneOf: ({ lane }) => lane,
      work: async (some, lane) => {
        if (lane === 'slow') waitsBefore.push(waits);
        await (lane === 'slow' ? slow : hung).promise;
        done.push(...some.map(({ name }) => name));
        if (done.includes('slow2')) hung.release();
      },
      onError: (error) => expect.fail(String(error)),
      isStopped: () => false,
      untilNextLook: async () => {
        waits += 1;
        await turn();
      },
    });
    expect(done.slice(0, 2)).toEqual(['slow1', 'slow2']);
    expect(waitsBefore).toEqual([0, 1]);
  },
);

it('takes no more work once twenty items hang', async () => {
  const hung = Array.from({ length: 30 }, (_, n) => `hung${n}-`);
  const due = hung.flatMap((lane) => items(lane, 1));
  const work = playedWork(due, hung);
  await expect.poll(() => work.mostAtOnce()).toBeGreaterThan(15);
  work.stop();
  work.release();
  await work.ended;
  expect(work.mostAtOnce()).toBeLessThanOrEqual(20);
});

it('reports failures and continues; once stopped, it only finishes the work in progress', async () => {
  const due = [...items('broken', 1), ...items('hung', 1), ...items('a', 6)];
  const work = playedWork(due, ['hung']);
  work.stop();
  work.release();
  await work.ended;
  expect(work.errors).toEqual([new Error('unexpected')]);
  expect([work.done.toSorted(), due.length]).toEqual([['a1', 'a2', 'broken1', 'hung1'], 4]);
});

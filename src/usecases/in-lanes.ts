import { setTimeout as sleep } from 'node:timers/promises';

/** Whatever takes longer only waits for somebody else, and others go on. */
const PATIENCE_MS = 1_000;
/** The interval of looking for more while some is under way. */
const LOOK_EVERY_MS = 250;
/** What is under way may be this many times what is worked on at once. */
const MOST_UNDER_WAY = 5;

export interface LanesOfWork<Item> {
  /** How many items are worked on at once, without those that take longer than a second. */
  readonly atOnce: number;
  /** Takes due items, so that nobody else takes them. @param except lanes to leave out */
  take(most: number, except: readonly string[]): Promise<readonly Item[]>;
  laneOf(item: Item): string;
  /** Works on items of one lane. */
  work(items: readonly Item[], lane: string): Promise<void>;
  readonly onError: (error: unknown) => void;
  /** True if no more items are to be taken. */
  readonly isStopped: () => boolean;
  /** Passes the time until the next look; replaced in tests. */
  readonly untilNextLook?: () => Promise<unknown>;
}

/**
 * Does due work until none is left. Each lane is a partner that may be slow or hang: nothing more of it is taken until it is back,
 * and after a second the other lanes no longer wait for it.
 */
export async function inLanes<Item>(lanes: LanesOfWork<Item>): Promise<void> {
  const { atOnce, take, laneOf, work, onError, isStopped, untilNextLook = lookInterval } = lanes;
  const underWay = new Map<string, UnderWay>();
  for (;;) {
    const slowSince = performance.now() - PATIENCE_MS;
    const all = [...underWay.values()];
    const working = all.filter(({ since }) => since > slowSince);
    const room = Math.min(atOnce - countOf(working), MOST_UNDER_WAY * atOnce - countOf(all));
    const leftOut = [...underWay.keys()];
    if (room >= atOnce / 2 && !isStopped()) {
      for (const [lane, items] of groupBy(await take(room, leftOut), laneOf)) {
        const back = work(items, lane)
          .catch(onError)
          .finally(() => underWay.delete(lane));
        underWay.set(lane, { items: items.length, since: performance.now(), back });
      }
    }
    // The take left these lanes out. One that came back meanwhile may have more.
    if (leftOut.some((lane) => !underWay.has(lane))) continue;
    if (underWay.size === 0) return;
    const anyBack = [...underWay.values()].map(({ back }) => back);
    await Promise.race([...anyBack, untilNextLook()]);
  }
}

function lookInterval(): Promise<void> {
  return sleep(LOOK_EVERY_MS, undefined, { ref: false });
}

interface UnderWay {
  readonly items: number;
  /** Milliseconds of a monotonic clock. */
  readonly since: number;
  readonly back: Promise<void>;
}

function countOf(lanes: readonly UnderWay[]): number {
  return lanes.reduce((sum, { items }) => sum + items, 0);
}

function groupBy<Item>(items: readonly Item[], laneOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(laneOf(item));
    if (group === undefined) groups.set(laneOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

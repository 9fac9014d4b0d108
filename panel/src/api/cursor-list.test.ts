import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CursorList, pagesOf } from './cursor-list.ts';

const PER_PAGE = 10;

interface Row {
  readonly id: number;
  readonly says: string;
}

/** A service whose rows are in the order of their ids, and a reader of its list. */
function walkOver(first: readonly Row[]) {
  const served = { rows: first, requests: 0 };
  const sight = { from: 0, until: 0 };
  const list: CursorList<Row, number, { total: number }> = {
    queryKey: ['list'],
    ask: async (after) => {
      served.requests += 1;
      const rows = served.rows.filter(({ id }) => after === null || id > after);
      const shown = rows.slice(0, PER_PAGE);
      const next = rows.length > PER_PAGE ? (shown.at(-1)?.id ?? null) : null;
      return { rows: shown, meta: { total: served.rows.length }, next };
    },
    isBehind: (id, other) => id > other,
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver(
    client,
    pagesOf(list, () => sight),
  );
  const pages = () => observer.getCurrentResult().data?.pages ?? [];
  return {
    served,
    sight,
    pages,
    rows: () => pages().flatMap((page) => page.rows.all()),
    open: async (count: number) => {
      await observer.refetch();
      while (pages().length < count) await observer.fetchNextPage();
    },
    change: () => client.invalidateQueries(),
    /** Scrolls over every row once, which reloads old rows. */
    lookAtAll: async () => {
      sight.from = 0;
      do {
        sight.until = sight.from + 5;
        await observer.refetch();
        sight.from += 5;
      } while (sight.from < pages().reduce((sum, { rows }) => sum + rows.length, 0));
    },
    watch: () => observer.subscribe(() => undefined),
  };
}

const rowsOf = (ids: readonly number[], says = 'first'): Row[] => ids.map((id) => ({ id, says }));
const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth * 10);

describe('a long list after a change', () => {
  it('requests only the visible page and shows its new rows', async () => {
    const walk = walkOver(rowsOf(numbers(200)));
    const leave = walk.watch();
    await walk.open(20);
    expect(walk.rows().length).toBe(200);
    Object.assign(walk.sight, { from: 112, until: 118 });
    walk.served.requests = 0;
    walk.served.rows = rowsOf(numbers(200), 'second');
    await walk.change();
    expect(walk.served.requests).toBe(1);
    expect(
      walk
        .rows()
        .slice(108, 122)
        .map(({ says }) => says),
    ).toEqual([...Array(2).fill('first'), ...Array(10).fill('second'), ...Array(2).fill('first')]);
    expect(walk.pages().filter(({ isOld }) => isOld).length).toBe(19);
    leave();
  });

  it('requests each old page once, when it becomes visible', async () => {
    const walk = walkOver(rowsOf(numbers(50)));
    const leave = walk.watch();
    await walk.open(5);
    await walk.change();
    walk.served.requests = 0;
    await walk.lookAtAll();
    expect(walk.served.requests).toBe(4);
    await walk.lookAtAll();
    expect(walk.served.requests).toBe(4);
    leave();
  });

  it.each([
    ['the first rows', 0, 5, [0]],
    ['rows of one page', 11, 19, [1]],
    ['a whole page and the edges of its neighbours', 10, 20, [0, 1, 2]],
    ['rows of two pages', 15, 25, [1, 2]],
    ['the last rows', 41, 50, [4]],
    ['the place below the last row', 70, 80, [4]],
  ])('requests the pages of %s', async (_, from, until, asked) => {
    const { served, sight, pages, open, change, watch } = walkOver(rowsOf(numbers(50)));
    const stop = watch();
    await open(5);
    Object.assign(sight, { from, until });
    served.rows = rowsOf(numbers(50), 'second');
    await change();
    const isNew = pages().map((page) => page.rows.all().some(({ says }) => says === 'second'));
    expect(isNew.flatMap((is, nth) => (is ? [nth] : []))).toEqual(asked);
    stop();
  });

  it('requests the visible page once although many rows were added before it', async () => {
    const walk = walkOver(rowsOf(numbers(100)));
    const leave = walk.watch();
    await walk.open(3);
    Object.assign(walk.sight, { from: 0, until: 5 });
    walk.served.requests = 0;
    walk.served.rows = [
      ...rowsOf(
        Array.from({ length: 900 }, (_, nth) => nth - 900),
        'second',
      ),
      ...rowsOf(numbers(100)),
    ];
    await walk.change();
    expect(walk.served.requests).toBe(1);
    expect(walk.rows().slice(0, PER_PAGE)).toEqual(walk.served.rows.slice(0, PER_PAGE));
    leave();
  });

  it('requests the visible page once although many pages are gone, and then the next ones', async () => {
    const walk = walkOver(rowsOf(numbers(300)));
    const leave = walk.watch();
    await walk.open(20);
    Object.assign(walk.sight, { from: 0, until: 5 });
    walk.served.requests = 0;
    walk.served.rows = rowsOf(numbers(300).slice(250));
    await walk.change();
    expect(walk.served.requests).toBe(1);
    expect(walk.rows()).toEqual(walk.served.rows.slice(0, PER_PAGE));
    await walk.lookAtAll();
    expect(walk.rows()).toEqual(walk.served.rows.slice(0, walk.rows().length));
    expect(walk.rows().length).toBeGreaterThan(PER_PAGE);
    leave();
  });

  it('shows the next rows when all rows of its first page are gone', async () => {
    const walk = walkOver(rowsOf(numbers(40)));
    const leave = walk.watch();
    await walk.open(1);
    walk.served.rows = rowsOf(numbers(40).slice(PER_PAGE));
    await walk.change();
    expect(walk.rows()).toEqual(walk.served.rows.slice(0, PER_PAGE));
    leave();
  });

  it('has each row exactly once after any changes, once all pages were visible', async () => {
    const ids = fc.uniqueArray(fc.nat(600), { maxLength: 120 });
    const step = fc.record({ gone: ids, come: ids, at: fc.nat(120) });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(100),
        fc.nat(12),
        fc.array(step, { maxLength: 4 }),
        async (count, open, steps) => {
          const walk = walkOver(rowsOf(numbers(count)));
          const leave = walk.watch();
          await walk.open(Math.min(open, Math.ceil(count / PER_PAGE)));
          for (const { gone, come, at } of steps) {
            const left = walk.served.rows.filter(({ id }) => !gone.includes(id) && !come.includes(id));
            walk.served.rows = [...left, ...rowsOf(come, 'second')].sort((a, b) => a.id - b.id);
            Object.assign(walk.sight, { from: at, until: at + 5 });
            await walk.change();
          }
          await walk.lookAtAll();
          expect(walk.pages().some(({ isOld }) => isOld)).toBe(false);
          expect(walk.rows()).toEqual(walk.served.rows.slice(0, walk.rows().length));
          if (walk.pages().at(-1)?.next === null) expect(walk.rows().length).toBe(walk.served.rows.length);
          leave();
        },
      ),
      { numRuns: 100 },
    );
  });
});

import { expect, it } from 'vitest';

/** One page of a list, as a client sees it. */
export interface ListPage {
  readonly statusCode: number;
  readonly ids: readonly string[];
  /** The cursor of the next page; null if no row follows. */
  readonly next: unknown;
}

/** A list with cursors and some rows, several of them with exactly the same time. */
export interface PagedList {
  /** @param after a cursor from `next`; null for the first page */
  page(asked: { order: 'asc' | 'desc'; perPage: number; after: unknown }): Promise<ListPage>;
  /** Adds a row at the same time as an existing one, and rows before and after. */
  addRows(): Promise<void>;
  /** Changes rows in ways that leave them in the list. */
  changeRows(): Promise<void>;
  /** Invalid cursors: each must be refused with 422. */
  readonly malformed: readonly unknown[];
  /** Well-formed cursors of no row. */
  readonly elsewhere: readonly unknown[];
}

/**
 * The rules for every list with cursors: paging in either direction, over equal times and while rows are
 * added and change, returns no row twice and misses none that was there throughout.
 *
 * @param open returns the list, after the test's own set-up
 */
export function testListContract(
  open: () => PagedList,
  orders: readonly ('asc' | 'desc')[] = ['desc', 'asc'],
): void {
  const walk = async (order: 'asc' | 'desc', perPage: number, between = async () => undefined as unknown) => {
    const list = open();
    const ids: string[] = [];
    let after: unknown = null;
    do {
      const page = await list.page({ order, perPage, after });
      expect(page.statusCode).toBe(200);
      expect(page.ids.length).toBeLessThanOrEqual(perPage);
      if (page.next !== null) expect(page.ids.length).toBe(perPage);
      ids.push(...page.ids);
      after = page.next;
      await between();
    } while (after !== null);
    return ids;
  };

  it.each(orders)('gives every row once, whatever the size of the pages (%s)', async (order) => {
    const whole = await walk(order, 100);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThan(10);
    for (const perPage of [1, 2, 7]) expect(await walk(order, perPage)).toEqual(whole);
  });

  if (orders.length === 2) {
    it('has one order, forwards and backwards', async () => {
      expect(await walk('asc', 100)).toEqual((await walk('desc', 100)).reverse());
    });
  }

  it.each(orders)('misses none and repeats none while rows come and change (%s)', async (order) => {
    const before = await walk(order, 100);
    let pages = 0;
    const walked = await walk(order, 3, async () => {
      pages += 1;
      if (pages > 4) return;
      await open().addRows();
      await open().changeRows();
    });
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((id) => before.includes(id))).toEqual(before);
    const now = await walk(order, 100);
    expect(now.length).toBeGreaterThan(before.length);
    expect(now.filter((id) => walked.includes(id))).toEqual(walked);
  });

  it.each(orders)('says at the last row that none follows (%s)', async (order) => {
    const whole = await walk(order, 7);
    const page = await open().page({ order, perPage: Math.min(whole.length, 100), after: null });
    if (whole.length <= 100) expect(page).toMatchObject({ ids: whole, next: null });
  });

  it('refuses a position that is none', async () => {
    for (const after of open().malformed) {
      const { statusCode } = await open().page({ order: 'desc', perPage: 5, after });
      expect([after, statusCode]).toEqual([after, 422]);
    }
  });

  it.each(orders)(
    'takes any well-formed position: what follows is an end of the whole (%s)',
    async (order) => {
      const whole = await walk(order, 100);
      for (const after of open().elsewhere) {
        const page = await open().page({ order, perPage: 100, after });
        expect(page.statusCode).toBe(200);
        const first = page.ids[0];
        if (first !== undefined) {
          const from = whole.indexOf(first);
          expect(page.ids).toEqual(whole.slice(from, from + page.ids.length));
        }
      }
    },
  );
}

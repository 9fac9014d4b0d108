import type { Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

const GRID = "document.querySelector('.grid')";
const TOP = `${GRID}.scrollTop`;
/** Waits until keys have scrolled as far as they do. */
const STANDS_STILL = `(async () => {
  for (let still = 0, top = -1; still < 10; still = top === ${TOP} ? still + 1 : 0) {
    top = ${TOP};
    await new Promise(requestAnimationFrame);
  }
})()`;

interface Listed {
  readonly order: { readonly display_id: string };
  readonly created_at: string;
  readonly tracking_details: readonly { readonly event_date_time: string }[];
}

/** A list that is longer than its room: where it stands, what has the focus, and what is there of it. */
export function testList(ground: () => Ground): void {
  describe('a long list', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground());
    });
    beforeEach(async () => {
      await visitor.page.goto('/shipments');
      await visitor.page.locator('tr.row').first().waitFor();
    });
    afterAll(() => visitor.context.close());

    it('keeps the focus when the row that has it leaves, so that keys scroll on', async () => {
      const { page } = visitor;
      await page.locator('tr[aria-rowindex="5"] .row-link').focus();
      const hasFocus = `${GRID}.contains(document.activeElement)`;
      for (let times = 1; times <= 3; times += 1) {
        const before = await page.evaluate<number>(TOP);
        await page.keyboard.press('PageDown');
        await expect.poll(() => page.evaluate<number>(TOP)).toBeGreaterThan(before);
        await page.evaluate(STANDS_STILL);
        expect(await page.evaluate(hasFocus)).toBe(true);
      }
      expect(await page.locator('tr[aria-rowindex="5"]').count()).toBe(0);
    });

    it('stays where a leap past all that was in sight has put it', async () => {
      const { page } = visitor;
      const [asked, became] = await page.evaluate<[number, number]>(`(async () => {
        const grid = ${GRID};
        const row = grid.querySelector('tr.row').getBoundingClientRect().height;
        const asked = (Math.ceil(grid.clientHeight / row) + 3) * row;
        grid.scrollTop = asked;
        for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
        return [asked, grid.scrollTop];
      })()`);
      expect(became).toBe(asked);
    });

    it('makes in a leap the rows in sight alone, and those beside them once it rests', async () => {
      const { page } = visitor;
      const [made, inSight, firstInSight] = await page.evaluate<[number, number, number]>(`(async () => {
        const grid = ${GRID};
        const row = grid.querySelector('tr.row').getBoundingClientRect().height;
        grid.scrollTop = 40 * row;
        await new Promise(requestAnimationFrame);
        const rows = [...grid.querySelectorAll('tr.row')];
        return [rows.length, Math.ceil(grid.clientHeight / row) + 1, Number(rows[0].getAttribute('aria-rowindex'))];
      })()`);
      expect([made, firstInSight]).toEqual([inSight, 42]);
      await expect.poll(() => page.locator('tr.row').count()).toBeGreaterThan(inSight);
      expect(await page.locator('tr.row').first().getAttribute('aria-rowindex')).toBe('36');
    });

    it('begins at its top when something else is asked', async () => {
      const { page } = visitor;
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await page.evaluate(`${GRID}.scrollTo(0, 900)`);
      await page.getByRole('button', { name: /^Delivered / }).click();
      await expect.poll(() => page.evaluate(TOP)).toBe(0);
      await page.locator('.grid:not(.waiting)').waitFor();
      expect(await page.locator('tr.row.current').count()).toBe(0);
      await page.keyboard.press('j');
      await page.locator('tr.row.current[aria-rowindex="2"]').waitFor();
    });

    it('goes on at its end when all of it was being asked anew as that was reached', async () => {
      const { page } = visitor;
      const height = `${GRID}.scrollHeight`;
      const before = await page.evaluate<number>(height);
      await page.locator('tr.row').first().click();
      await page.getByLabel('Add a note').fill('Ring the bell');
      const held: Route[] = [];
      let isHeld = true;
      await page.route(
        (url) => url.pathname === `${API}/shipments`,
        (route) => {
          if (isHeld) held.push(route);
          else void route.continue();
        },
      );
      await page.locator('form', { hasText: 'Add a note' }).getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => held.length).toBe(1);
      await page.evaluate(`${GRID}.scrollTo(0, ${height})`);
      await page.locator('tr[aria-rowindex="101"]').waitFor();
      isHeld = false;
      await held[0]?.continue();
      await expect.poll(() => page.evaluate<number>(height)).toBeGreaterThan(before);
    });

    it('is put on paper with every row that is there, and no room for others', async () => {
      const { page } = visitor;
      const rows = page.locator('tr.row');
      const inSight = await rows.count();
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await rows.count()).toBe(100);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await expect.poll(() => rows.count()).toBe(inSight);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('tr.pad').first().isVisible()).toBe(false);
      await page.emulateMedia({ media: null });
    });
  });

  describe('the desk for failed deliveries', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/settings/keys');
    });
    afterAll(() => visitor.context.close());

    /** Those that were made first, as the service lists them; with each, when its courier was last heard of. */
    async function madeFirst(count: number): Promise<{ order: string; heard: number }[]> {
      const { test, account } = ground();
      const payload = {
        granular_status: ['ndr_raised', 'need_attention'],
        sort_order: 'asc',
        per_page: count,
      };
      const asked = { method: 'POST', url: `${API}/shipments`, headers: account.headers, payload } as const;
      const { data } = (await test.app.inject(asked)).json();
      return data.map(({ attributes: one }: { attributes: Listed }) => ({
        order: one.order.display_id,
        heard: Date.parse(one.tracking_details[0]?.event_date_time ?? one.created_at),
      }));
    }

    it('opens what has waited longest, of all its pages, and asks for none of them anew once it is answered', async () => {
      const { page } = visitor;
      const asked: string[] = [];
      // Small pages: as a desk of a thousand has them.
      await page.route(
        (url) => url.pathname === `${API}/shipments`,
        async (route) => {
          const body = route.request().postDataJSON();
          if (!('granular_status' in body)) return route.continue();
          asked.push(JSON.stringify(body));
          await route.continue({ postData: JSON.stringify({ ...body, per_page: 2 }) });
        },
      );
      const waiting = await madeFirst(20);
      const longest = Math.min(...waiting.map(({ heard }) => heard));
      const first = waiting.filter(({ heard }) => heard === longest).map(({ order }) => order);
      expect(first).not.toContain(waiting[0]?.order);
      await page.goto('/ndr');
      const article = page.getByRole('article');
      await article.getByRole('heading', { name: 'History' }).waitFor();
      const shown = page.locator('.queue-item .mono');
      expect(first).toContain(await shown.first().textContent());
      expect(await article.getByText(first[0] ?? '', { exact: true }).count()).toBe(1);
      expect(await shown.count()).toBe(waiting.length);

      const pages = asked.length;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => shown.count()).toBe(waiting.length - 1);
      expect(await shown.allTextContents()).not.toContain(first[0]);
      await article.getByRole('heading', { name: 'History' }).waitFor();
      expect(asked.length).toBe(pages);
    });
  });
}

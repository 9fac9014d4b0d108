import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

const GRID = "document.querySelector('.grid')";
const TOP = `${GRID}.scrollTop`;
/** Waits until the list has not moved for ten frames, which is when keys have finished scrolling. */
const STANDS_STILL = `(async () => {
  for (let still = 0, top = -1; still < 10; still = top === ${TOP} ? still + 1 : 0) {
    top = ${TOP};
    await new Promise(requestAnimationFrame);
  }
})()`;

interface Listed {
  readonly attributes: { readonly order: { readonly display_id: string } };
}

/**
 * Gives a page of the panel its lists of shipments in pages of this size. @returns the cursors that it
 * requests from then on
 */
async function inPagesOf(page: Page, size: number): Promise<unknown[]> {
  const asked: unknown[] = [];
  await page.route(
    (url) => url.pathname === `${API}/shipments`,
    (route) => {
      const body = route.request().postDataJSON();
      if (body.per_page !== 100) return route.continue();
      asked.push(body.search_after ?? null);
      return route.continue({ postData: JSON.stringify({ ...body, per_page: size }) });
    },
  );
  return asked;
}

/** A list that is longer than the screen: its scroll position, focus, and rendered rows. */
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

    it('keeps the focus when its row leaves the screen, so that keys still scroll', async () => {
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

    it('stays at the place of a long jump', async () => {
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

    it('renders only the visible rows during a jump, and their neighbours afterwards', async () => {
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

    it('starts at the top when the filter changes', async () => {
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

    it('loads more at its end although it was reloading when the end was reached', async () => {
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

    it('reloads only the visible pages after a change, keeps its place, and reloads others when they are visible', async () => {
      const { page } = visitor;
      const pages = await inPagesOf(page, 20);
      await page.reload();
      const row = page.locator('tr.row');
      await row.first().waitFor();
      const height = (await row.first().boundingBox())?.height ?? 0;
      await expect
        .poll(() => page.evaluate<number>(`${GRID}.scrollTo(0, ${GRID}.scrollHeight), ${GRID}.scrollHeight`))
        .toBeGreaterThan(20 * 20 * height);
      await page.evaluate(`${GRID}.scrollTo(0, ${200 * height})`);
      await page.locator('tr[aria-rowindex="208"]').click();
      await page.getByLabel('Add a note').fill('The gate is green');
      await page.evaluate(STANDS_STILL);
      const top = await page.evaluate<number>(TOP);
      const save = page.locator('form', { hasText: 'Add a note' }).getByRole('button', { name: 'Save' });

      pages.length = 0;
      await save.click();
      await page.getByText('The gate is green', { exact: true }).waitFor();
      await visitor.settled();
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.length).toBeLessThanOrEqual(4);
      expect(pages).not.toContain(null);
      expect(await page.evaluate(TOP)).toBe(top);

      pages.length = 0;
      await page.evaluate(`${GRID}.scrollTo(0, 0)`);
      await expect.poll(() => pages).toContain(null);
      await visitor.settled();
      expect(pages.length).toBeLessThanOrEqual(4);
      await page.unrouteAll();
    });

    it('keeps the width of a column whose edge was dragged, until a double click', async () => {
      const { page } = visitor;
      const edge = page.getByRole('columnheader', { name: 'Status' }).locator('.grip');
      // A table that has room makes its columns wider than asked; the first column is for ticks.
      const width = () =>
        page.evaluate<number>("parseFloat(document.querySelectorAll('col')[2]?.style.width)");
      const before = await width();
      for (const [by, expected] of [
        [40, before + 40],
        [-600, 56],
      ] as const) {
        const { x, y } = (await edge.boundingBox()) ?? { x: 0, y: 0 };
        await page.mouse.move(x + 2, y + 5);
        await page.mouse.down();
        await page.mouse.move(x + 2 + by, y + 5, { steps: 4 });
        await page.mouse.up();
        await expect.poll(width).toBe(expected);
      }
      await page.reload();
      await expect.poll(width).toBe(56);
      await edge.dblclick();
      await expect.poll(width).toBe(before);
    });

    it('prints every loaded row and no empty space', async () => {
      const { page } = visitor;
      const rows = page.locator('tr.row');
      const inSight = await rows.count();
      const asked = await inPagesOf(page, 100);
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      await page.evaluate(STANDS_STILL);
      expect([await rows.count(), asked]).toEqual([100, []]);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      await expect.poll(() => rows.count()).toBe(inSight);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('tr.pad').first().isVisible()).toBe(false);
      await page.emulateMedia({ media: null });
      await page.unrouteAll();
    });
  });

  describe('the queue of failed deliveries', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/settings/keys');
    });
    afterAll(() => visitor.context.close());

    it('starts with the longest wait, loads by cursor, and reloads only visible pages after an answer', async () => {
      const { page } = visitor;
      const payload = {
        granular_status: ['ndr_raised', 'need_attention'],
        sort_by: 'last_scan_at',
        sort_order: 'asc',
        per_page: 100,
      };
      const { data } = (await ground().account.post('/shipments', payload)).json();
      const waiting: string[] = data.map((one: Listed) => one.attributes.order.display_id);
      // Small pages, so that the list has as many as one of a thousand rows.
      const pages = await inPagesOf(page, 5);
      await page.goto('/ndr');
      const article = page.getByRole('article');
      await article.getByRole('heading', { name: 'History' }).waitFor();
      const shown = page.locator('.queue-item .mono');
      const texts = await shown.allTextContents();
      expect(texts).toEqual(waiting.slice(0, texts.length));
      expect(await article.getByText(waiting[0] ?? '', { exact: true }).count()).toBe(1);
      await page.locator('.queue').evaluate('(queue) => queue.scrollTo(0, queue.scrollHeight)');
      await expect.poll(() => shown.last().textContent()).toBe(waiting.at(-1));
      await page.locator('.queue').evaluate('(queue) => queue.scrollTo(0, 0)');
      await expect.poll(() => shown.first().textContent()).toBe(waiting[0]);
      const inSight = await shown.count();

      pages.length = 0;
      await page.getByRole('button', { name: 'Reattempt' }).click();
      await expect.poll(() => shown.first().textContent()).toBe(waiting[1]);
      await page.getByText(`${waiting.length - 1} need an answer`).waitFor();
      await article.getByText(waiting[1] ?? '', { exact: true }).waitFor();
      expect(pages.length).toBeLessThanOrEqual(Math.ceil(inSight / 5) + 1);
    });

    it('moves the focus with the current delivery, but not a focus outside the queue', async () => {
      const { page } = visitor;
      await page.goto('/ndr');
      const items = page.locator('.queue-item');
      const current = page.locator('.queue-item[aria-current]');
      await items.nth(1).click();
      const orders: (string | null)[] = [];
      // Past the visible ones; the number of waiting items depends on the time of day at which the demo data
      // was made.
      for (const key of ['j', 'j', 'j', 'j', 'j', 'j', 'j', 'k']) {
        const before = await current.locator('.mono').textContent();
        await page.keyboard.press(key);
        await expect.poll(() => current.locator('.mono').textContent()).not.toBe(before);
        orders.push(await current.locator('.mono').textContent());
        expect(await page.locator(':focus .mono').first().textContent()).toBe(orders.at(-1));
      }
      expect(orders.at(-1)).toBe(orders.at(-3));
      const menu = page.getByRole('button', { name: 'Reason' });
      await menu.focus();
      await page.keyboard.press('j');
      await expect.poll(() => current.locator('.mono').textContent()).not.toBe(orders.at(-1));
      expect(await menu.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    });
  });
}

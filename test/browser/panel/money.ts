import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Lists of money: their filters, sums and exports, and the sums of months that link to them. */
export function testMoney(ground: () => Ground): void {
  describe('money', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/money');
    });
    afterAll(() => visitor.context.close());

    it.each([
      ['Charged', 'Net with GST'],
      ['COD collected', 'COD collected'],
      ['Remitted', 'Remitted'],
      ['Still owed', 'Still owed'],
    ])('%s of a month and of a carrier links to a list with the same sum', async (column, sum) => {
      const { page } = visitor;
      for (const row of [0, 1]) {
        await page.goto('/money');
        const months = page.getByRole('region', { name: 'By month' });
        await months.getByRole('button').first().click();
        await months.locator('.inside').first().waitFor();
        const line = months.locator('tbody tr').nth(row);
        const link = line.locator(`td[data-heading="${column}"] a`);
        if ((await link.count()) === 0) continue;
        const amount = await link.textContent();
        await link.click();
        await page.locator('tr.row').first().waitFor();
        expect(await sumAt(page, sum)).toBe(amount);
      }
    });

    it('links from what a carrier owes to a list with the same sum', async () => {
      const { page } = visitor;
      await page.goto('/money');
      const owed = page.getByRole('region', { name: 'COD owed by couriers' });
      const link = owed.locator('td[data-heading="Still owed"] a').first();
      const amount = await link.textContent();
      await link.click();
      expect(await sumAt(page, 'Still owed')).toBe(amount);
      await page.locator('.segment[aria-current="page"]', { hasText: 'Still owed' }).waitFor();
    });

    it('keeps the filters of days and kind in the address, and exports what they match', async () => {
      const { page } = visitor;
      await page.goto('/money?part=ledger');
      const all = await sumAt(page, 'Net with GST');
      await page.getByRole('button', { name: 'Date', exact: true }).click();
      await page.getByRole('button', { name: 'Last month' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Platform fees' }).click();
      await page.waitForURL(/part=ledger.*kind=platform_fee/);
      expect(page.url()).toMatch(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
      const charged = await sumAt(page, 'Net with GST');
      expect(charged).not.toBe(all);
      await page.reload();
      expect(await sumAt(page, 'Net with GST')).toBe(charged);
      await page.locator('.segment[aria-current="page"]', { hasText: 'Platform fees' }).waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      const parts: Buffer[] = [];
      for await (const part of await file.createReadStream()) parts.push(part as Buffer);
      const rows: Record<string, string>[] = parse(Buffer.concat(parts), { bom: true, columns: true });
      const paise = rows
        .map(({ amount_with_gst }) => Math.round(Number(amount_with_gst) * 100))
        .reduce((sum, one) => sum + one, 0);
      expect(Math.round(Number(charged.replace(/[₹,]/g, '')) * 100)).toBe(paise);
      expect(rows.every(({ event_type }) => event_type === 'platform_fee')).toBe(true);
    });

    it('shows what a remittance paid for each parcel, and links back', async () => {
      const { page } = visitor;
      await page.goto('/money?part=remittances');
      const first = page.locator('tr.row').first();
      const paid = await first.locator('td[data-heading="Paid"]').textContent();
      await first.locator('td[data-heading="UTR"] a').click();
      await page.getByRole('heading', { name: /^Remittance from / }).waitFor();
      expect(await sumAt(page, 'Paid')).toBe(paid);
      await page.getByRole('link', { name: 'All remittances' }).click();
      await page.getByRole('link', { name: 'Export CSV' }).waitFor();
      // A click anywhere in the row does the same.
      await first.locator('td[data-heading="Date"]').click();
      await page.getByRole('heading', { name: /^Remittance from / }).waitFor();
    });

    it('names each amount on a phone, and shows what needs a decision first', async () => {
      const { page } = visitor;
      await page.setViewportSize({ width: 390, height: 844 });
      const card = page.locator('tr.row').first();
      for (const [part, main, button] of [
        ['cod', 'Still owed', null],
        ['remittances', 'Paid', null],
        ['weights', 'Billed more', 'Accept'],
      ] as const) {
        await page.goto(`/money?part=${part}`);
        await card.locator('.record-main').getByText(main).waitFor();
        if (button !== null) await card.getByRole('button', { name: button }).waitFor();
      }
      const counted = page.getByRole('button', { name: /^To decide/ });
      const inMiddle = (box: { y: number; height: number } | null) =>
        box === null ? null : Math.round(box.y + box.height / 2);
      const count = counted.locator('.count');
      await count.waitFor();
      // The count stands beside its word, not below it.
      expect(inMiddle(await count.boundingBox())).toBe(inMiddle(await counted.boundingBox()));
      await page.getByRole('button', { name: 'Details' }).click();
      await page.locator('.more-sums').getByText('Billed').waitFor();
      await page.setViewportSize({ width: 1360, height: 850 });
    });

    it('offers to clear filters that match nothing', async () => {
      const { page } = visitor;
      await page.goto('/money?part=cod&from=2001-01-01&to=2001-01-31');
      await page.getByRole('heading', { name: 'Nothing matches these filters' }).waitFor();
      await page.locator('.empty').getByRole('link', { name: 'Clear filters' }).click();
      await page.locator('tr.row').first().waitFor();
      expect(visitor.complaints).toEqual([]);
    });
  });
}

/** A sum above a list, as it is written. */
async function sumAt(page: Page, name: string): Promise<string> {
  const sum = page
    .locator('.figures .figure')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
  await expect.poll(() => sum.textContent()).toMatch(/₹/);
  return (await sum.textContent()) ?? '';
}

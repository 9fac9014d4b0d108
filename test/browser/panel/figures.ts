import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Figures, and the lists of shipments that they link to. */
export function testFigures(ground: () => Ground): void {
  describe('figures', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/?days=90');
    });
    afterAll(() => visitor.context.close());

    it.each(['courier', 'zone', 'state'])(
      'by %s link to exactly the shipments that they count',
      async (of) => {
        const { page } = visitor;
        await page.goto('/?days=90');
        await page.getByRole('button', { name: new RegExp(`^Table.*By ${of}$`) }).click();
        const cells = page
          .getByRole('region', { name: `By ${of}` })
          .locator('tbody tr')
          .first()
          .locator('td');
        await cells.first().waitFor();
        for (const column of [1, 2, 4, 5]) {
          const link = cells.nth(column).locator('a');
          const count = await link.textContent();
          const beside = await visitor.context.newPage();
          await beside.goto((await link.getAttribute('href')) ?? '');
          const said = count === '1' ? '1 shipment' : `${count} shipments`;
          await beside.locator('.bar').getByText(said, { exact: true }).waitFor();
          await beside.close();
        }
      },
    );

    it('are exported as CSV with the field names of the API', async () => {
      const { page } = visitor;
      await page.goto('/?days=90');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^CSV.*By zone$/ }).click(),
      ]);
      const parts: Buffer[] = [];
      for await (const part of await file.createReadStream()) parts.push(part as Buffer);
      const [heading, first] = Buffer.concat(parts).toString('utf8').split('\r\n');
      expect(heading).toContain('Zone,shipments,delivered,promised');
      expect(first).toMatch(/^Zone [A-E],\d+,\d+,/);
    });

    it('count each value of a filter within the other filters', async () => {
      const { page } = visitor;
      const totalOf = async () =>
        Number((await page.locator('.bar span').first().textContent())?.split(' ')[0]);
      const counted = async () => {
        await page.getByRole('button', { name: 'Courier', exact: true }).click();
        await page.locator('.popover .count').first().waitFor();
        const counts = await page.locator('.popover .count').allTextContents();
        await page.keyboard.press('Escape');
        return counts.reduce((sum, one) => sum + Number(one), 0);
      };
      await page.goto('/shipments?status=delivered');
      await page.locator('tr.row').first().waitFor();
      expect(await counted()).toBe(await totalOf());
      await page.goto('/shipments?status=delivered&cod=yes');
      await page.locator('tr.row').first().waitFor();
      expect(await counted()).toBe(await totalOf());
    });

    it('cause no error in the browser', () => expect(visitor.complaints).toEqual([]));
  });
}

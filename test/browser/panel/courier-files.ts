import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** The import of a courier's file shows what it would save before it saves anything. */
export function testCourierFiles(ground: () => Ground): void {
  describe("a courier's file", () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/money?part=imports');
    });
    afterAll(() => visitor.context.close());

    const payments = async () => (await ground().account.get('/remittances')).json().meta.total;

    it('is recognised, checked and imported, and its differences stay listed', async () => {
      const { page } = visitor;
      const { account } = ground();
      const { data } = (await account.post('/shipments', { is_cod_owed: true, per_page: 2 })).json();
      const parcels = data.map(
        ({ attributes }: { attributes: { tracking_number: string; cod_amount: number } }) =>
          [attributes.tracking_number, attributes.cod_amount] as const,
      );
      const [[first, cod], [second, right]] = parcels;
      const rows = [
        'AWB,Amount,Payment Date',
        `${first},${(cod - 49).toFixed(2)},2026-01-05`,
        `${second},${right},2026-01-05`,
        'NOPE-1,1,2026-01-05',
        '',
      ];
      const before = await payments();
      const file = { name: 'paid.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('Recognised from the tracking numbers').waitFor();
      await page.getByText('The file has no UTR column.').waitFor();
      await page.getByLabel('Bank reference (UTR)').fill('PANEL-1');
      await page.getByRole('button', { name: 'Check' }).click();
      const isShown = async () => {
        await page.getByText('1 row has an error').waitFor();
        await page.getByRole('heading', { name: '1 row differs' }).waitFor();
        await page.locator('.figure').getByText('-₹49.00').waitFor();
        await page.getByRole('link', { name: first, exact: true }).waitFor();
      };
      await isShown();
      await page.getByText('AWB NOPE-1 does not exist in your account').waitFor();
      expect(await payments()).toBe(before);
      // Only what was checked can be imported.
      await page.getByLabel('Bank reference (UTR)').fill('PANEL-2');
      expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Check' }).click();
      await isShown();
      await page.getByRole('button', { name: 'Import 2 rows' }).click();
      await page.getByText('2 rows imported').waitFor();
      await isShown();
      expect(await payments()).toBe(before + 1);
      await page.reload();
      await page.getByText('2 rows imported').waitFor();
      await isShown();
      await page.getByRole('link', { name: 'All imports' }).click();
      const listed = page.locator('tr.row').filter({ hasText: 'paid.csv' });
      await listed.getByText('-₹49.00').waitFor();
      await listed.getByRole('link', { name: 'paid.csv' }).click();
      await page.getByRole('link', { name: first, exact: true }).click();
      await page.locator('.sheet').getByText(first).first().waitFor();
      expect(visitor.complaints.filter((one) => !one.includes('422'))).toEqual([]);
    });
  });
}

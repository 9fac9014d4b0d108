import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWarehouse, orderBody } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Each action, with a filter for shipments that it can change. */
const ACTIONS = [
  ['Labels', 'status=in_transit'],
  ['Book', 'q=BULK-OPEN'],
  ['Manifest', 'q=BULK-PACKED'],
  ['Tags', 'status=delivered'],
  ['Reattempt', 'granular=ndr_raised&attempts_to=1'],
  ['Return to origin', 'granular=ndr_raised&attempts_to=1'],
  ['Cancel', 'q=BULK-UNWANTED'],
] as const;

/** Actions on selected shipments: each runs as a job, and shows its progress and result. */
export function testBulk(ground: () => Ground): void {
  describe('a job on selected shipments', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      const { account, visit } = ground();
      const warehouseId = await makeWarehouse(account, { name: 'Bulk' });
      const make = async (path: string, order_id: string) =>
        expect((await account.post(path, orderBody(warehouseId, { order_id }))).statusCode).toBe(200);
      await make('/forward-order', 'BULK-OPEN');
      await make('/forward-order-orchestration', 'BULK-PACKED');
      await make('/forward-order-orchestration', 'BULK-UNWANTED');
      visitor = await visit();
      await signIn(visitor, ground());
    });
    afterAll(() => visitor.context.close());

    it.each(ACTIONS)('does %s and reports the result', async (action, filter) => {
      const { page } = visitor;
      await page.goto(`/shipments?${filter}`);
      const selected = action === 'Tags' ? 2 : 1;
      for (let nth = 0; nth < selected; nth += 1) await page.locator('tr.row input').nth(nth).check();
      await page.getByText(`${selected} selected`).waitFor();
      await page.locator('.bar').getByRole('button', { name: action, exact: true }).click();
      const dialog = page.getByRole('dialog');
      if (action === 'Tags') await dialog.getByLabel('Add tags').fill('looked at');
      await dialog.getByRole('button', { name: action, exact: true }).last().click();
      await dialog.getByText('All done').waitFor();
      await page.getByText(`${selected} selected`).waitFor({ state: 'detached' });
      if (action === 'Tags') {
        const tagged = await ground().account.post('/shipments', { tags: ['looked at'] });
        expect(tagged.json().meta.total).toBe(2);
      }
      expect(await dialog.getByRole('heading').textContent()).not.toMatch(/\b0\b/);
      await dialog.getByRole('link', { name: 'Download results' }).waitFor();
    });

    it('says why a shipment was not changed', async () => {
      const { page } = visitor;
      await page.goto('/shipments?status=cancelled');
      await page.locator('tr.row input').first().check();
      await page.locator('.bar').getByRole('button', { name: 'Reattempt', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Reattempt', exact: true }).click();
      await dialog.getByText('1 failed').waitFor();
      await dialog.getByText(/has no failed delivery to decide on/).waitFor();
    });
  });
}

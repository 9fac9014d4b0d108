import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API, makeWarehouse, orderBody } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Each action with the shipments that it applies to. */
const ACTIONS = [
  ['Labels', 'status=in_transit'],
  ['Book', 'q=BULK-OPEN'],
  ['Manifest', 'q=BULK-PACKED'],
  ['Tags', 'status=delivered'],
  ['Reattempt', 'granular=ndr_raised&attempts_to=1'],
  ['Return to origin', 'granular=ndr_raised&attempts_to=1'],
  ['Cancel', 'q=BULK-UNWANTED'],
] as const;

/** Bulk actions on a selection: a job with its description, progress and result. */
export function testBulk(ground: () => Ground): void {
  describe('of what is selected', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      const { test, account, visit } = ground();
      const warehouseId = await makeWarehouse(account, { name: 'Bulk' });
      const make = async (path: string, order_id: string) => {
        const payload = orderBody(warehouseId, { order_id });
        const url = `${API}${path}`;
        expect(
          (await test.app.inject({ method: 'POST', url, headers: account.headers, payload })).statusCode,
        ).toBe(200);
      };
      await make('/forward-order', 'BULK-OPEN');
      await make('/forward-order-orchestration', 'BULK-PACKED');
      await make('/forward-order-orchestration', 'BULK-UNWANTED');
      visitor = await visit();
      await signIn(visitor, ground());
    });
    afterAll(() => visitor.context.close());

    it.each(ACTIONS)('%s is done as a job', async (action, filter) => {
      const { page } = visitor;
      await page.goto(`/shipments?${filter}`);
      await page.locator('tr.row input').first().check();
      await page.getByText('1 selected').waitFor();
      await page.locator('.bar').getByRole('button', { name: action, exact: true }).click();
      const dialog = page.getByRole('dialog');
      if (action === 'Tags') await dialog.getByLabel('Add tags').fill('looked at');
      await dialog.getByRole('button', { name: action, exact: true }).last().click();
      await dialog.getByText('All done').waitFor();
      await page.getByText('1 selected').waitFor({ state: 'detached' });
      expect(await dialog.getByRole('heading').textContent()).not.toMatch(/\b0\b/);
      await dialog.getByRole('link', { name: 'Download results' }).waitFor();
    });

    it('what could not be done says why', async () => {
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

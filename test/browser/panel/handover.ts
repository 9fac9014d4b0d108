import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../support/app.ts';
import { type Booked, bookOrder, CARRIER } from '../../support/carriers.ts';
import { makeWarehouse, scan } from '../../support/orders.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** A parcel is packed, put into a manifest, handed over, and taken back by *Undo*. */
export function testHandover(ground: () => Ground): void {
  describe('the handover', () => {
    let account: TestAccount;
    let visitor: Visitor;
    let parcels: Booked[];
    beforeAll(async () => {
      account = await ground().test.account('Handover');
      const warehouseId = await makeWarehouse(account);
      parcels = [
        await bookOrder(account, warehouseId, CARRIER),
        await bookOrder(account, warehouseId, CARRIER),
      ];
      visitor = await ground().visit();
      await signIn(visitor, { ...ground(), account }, '/packing');
    });
    afterAll(async () => {
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });

    /** The number of waiting parcels in the API's list and on *Today*. */
    async function waiting(page: Page): Promise<[listed: number, today: string | null]> {
      const listed = (await account.post('/shipments', { handover: 'waiting' })).json().meta.total;
      await page.goto('/');
      const tile = page.getByRole('link', { name: 'To pack and hand over' }).locator('b');
      await expect.poll(() => tile.textContent()).not.toBe('…');
      return [listed, await tile.textContent()];
    }
    const typed = async (page: Page, code = '') => {
      await page.goto('/packing');
      await page.locator('#scan').fill(code);
      await page.locator('#scan').press('Enter');
    };

    it('packs a parcel, makes a manifest and hands it over, and then no parcel waits', async () => {
      const { page } = visitor;
      await typed(page, parcels[0]?.trackingNumber);
      await page.getByText('Ready to pack').waitFor();
      await page.getByRole('link', { name: 'Handover 2' }).click();
      await page.getByText('2 parcels waiting for couriers').waitFor();
      await page.getByRole('button', { name: 'Create manifest' }).click();
      const made = page.locator('.handover').filter({ hasText: 'Manifest with 2 parcels' });
      const href = await made.getByRole('link', { name: 'Print (A4)' }).getAttribute('href');
      const file = await visitor.context.request.get(`${ground().address}${href}`);
      expect(file.headers()['content-type']).toBe('application/pdf');
      expect(await page.getByRole('button', { name: /Create manifest/ }).count()).toBe(0);
      expect(await waiting(page)).toEqual([2, '2']);

      await page.goto('/packing?part=handover');
      await made.getByRole('button', { name: 'Mark as handed over' }).click();
      const dialog = page.getByRole('dialog', { name: 'Hand over 2 parcels?' });
      await dialog.getByText('can’t go into another manifest', { exact: false }).waitFor();
      await dialog.getByRole('button', { name: 'Mark as handed over' }).click();
      await page.getByText('Everything is handed over').waitFor();
      await page.getByRole('row', { name: /Handed over/ }).waitFor();
      expect(await waiting(page)).toEqual([0, '0']);
      await typed(page, parcels[1]?.trackingNumber);
      await page.getByText('Already handed over').waitFor();
    });

    it('can be undone until the courier has scanned a parcel', async () => {
      const { page } = visitor;
      await page.goto('/packing?part=handover');
      await page
        .getByRole('row', { name: /Handed over/ })
        .getByRole('button', { name: 'Undo' })
        .click();
      await page.getByText('2 parcels waiting for couriers').waitFor();
      expect(await waiting(page)).toEqual([2, '2']);

      await page.goto('/packing?part=handover');
      await page.locator('.handover').getByRole('button', { name: 'Mark as handed over' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as handed over' }).click();
      // *Undo* in the message does the same.
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('2 parcels waiting for couriers').waitFor();

      await page.locator('.handover').getByRole('button', { name: 'Mark as handed over' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as handed over' }).click();
      await page.getByText('Everything is handed over').waitFor();
      await scan(ground().test, account, parcels[0]?.shipmentId ?? '', ['picked_up']);
      await page.reload();
      await page.getByRole('row', { name: /Handed over/ }).waitFor();
      expect(await page.getByRole('row').getByRole('button', { name: 'Undo' }).count()).toBe(0);
    });

    it('returns a parcel to the waiting ones when it is removed from its manifest', async () => {
      const { page } = visitor;
      await page.goto('/packing?part=handover');
      await page.getByRole('row').getByRole('button', { name: '2 parcels' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Picked up').waitFor();
      await dialog.getByRole('button', { name: `Remove ${parcels[1]?.trackingNumber}` }).click();
      await expect.poll(() => dialog.locator('tr.row').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.getByText('1 parcel waiting for couriers').waitFor();
      expect(await waiting(page)).toEqual([1, '1']);
    });

    it('has buttons that are large enough for a thumb on a phone', async () => {
      const phone = await ground().visit({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      await signIn(phone, { ...ground(), account }, '/packing?part=handover');
      const { page } = phone;
      await page.locator('.handover').first().waitFor();
      for (const button of await page.locator('.handover .button').all()) {
        await button.scrollIntoViewIfNeeded();
        const { x = -1, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
        expect([await button.textContent(), x >= 0 && x + width <= 390, height >= 44]).toEqual([
          expect.any(String),
          true,
          true,
        ]);
      }
      await page.goto('/packing');
      await page.locator('#scan').fill(parcels[1]?.trackingNumber ?? '');
      await page.locator('#scan').press('Enter');
      const label = page.getByRole('link', { name: 'Open label' });
      const answer = await phone.context.request.get(
        `${ground().address}${await label.getAttribute('href')}`,
      );
      expect(answer.headers()['content-type']).toBe('application/pdf');
      expect(await page.evaluate('document.activeElement?.id')).toBe('scan');
      expect(phone.complaints).toEqual([]);
      await phone.context.close();
    });
  });
}

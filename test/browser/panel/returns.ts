import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookOrder, CARRIER } from '../../support/carriers.ts';
import { makeWarehouse, scan } from '../../support/orders.ts';
import { bookReturn, QC_ITEM, type ServedPicture, servePicture } from '../../support/returns.ts';
import { type Ground, signIn, type Visitor } from './ground.ts';

/** Fields of a return, in addition to its items. */
const SIZE = { Length: '30', Breadth: '20', Height: '5' };

/** Returns and exchanges, starting from a delivered parcel. */
export function testReturns(ground: () => Ground): void {
  describe('a return', () => {
    let visitor: Visitor;
    /** Closed after the last test. */
    let picture: ServedPicture;
    beforeAll(async () => {
      picture = await servePicture();
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/shipments?status=delivered');
    });
    afterAll(async () => {
      await visitor.context.close();
      picture.close();
    });

    async function fillIn({ page }: Visitor): Promise<void> {
      // No courier accepts the invented phones of the demo customers.
      await page.getByLabel('Phone for pickup').fill('9876543210');
      for (const [side, centimetres] of Object.entries(SIZE))
        await page.getByLabel(`${side} (cm)`).fill(centimetres);
    }

    it('is booked from a delivered shipment, with a quality check at pickup', async () => {
      const { page } = visitor;
      await page.locator('tr.row .row-link').first().click();
      await page.getByRole('link', { name: 'Return', exact: true }).click();
      await page.getByLabel('Quality check at pickup').first().check();
      await page.getByLabel('Picture URL').fill('ftp://shop.example/kurta.jpg');
      await page.getByLabel('Questions for the rider').fill('Is the tag on?');
      await page.getByLabel('Reason').fill('Too small');
      await fillIn(visitor);
      await page.getByRole('button', { name: 'Book pickup' }).click();
      await page.getByText(/Enter a web address/).waitFor();
      await page.getByLabel('Picture URL').fill(picture.address);
      await page.getByRole('button', { name: 'Book pickup' }).click();
      const sheet = page.getByRole('complementary', { name: 'Return details' });
      await sheet.getByText('Quality check: Pending').waitFor();
      await sheet.getByText('Too small').waitFor();
      await sheet.getByRole('button', { name: 'Reference picture' }).click();
      const enlarged = page.getByRole('dialog', { name: 'Reference picture' });
      await enlarged.getByRole('img').waitFor();
      const width = page.evaluate<number>(`{
        const picture = document.querySelector('dialog[open] img');
        picture.decode().then(() => picture.naturalWidth);
      }`);
      expect(await width).toBeGreaterThan(0);
      await enlarged.getByRole('button', { name: 'Close' }).click();
    });

    it('shows a picture on the next visit although it failed to load before', async () => {
      const { test, visit } = ground();
      const account = await test.account('Pictures');
      const order_items = [{ ...QC_ITEM, qc_product_image: picture.address }];
      const made = await bookReturn(account, await makeWarehouse(account), { order_items });
      const again = await visit();
      const { page } = again;
      await page.route(/\/picture\?/, (route) => route.fulfill({ status: 404 }));
      await signIn(again, { ...ground(), account }, `/returns?open=${made.return_id}`);
      const sheet = page.getByRole('complementary', { name: 'Return details' });
      await sheet.getByRole('link', { name: 'Reference picture' }).waitFor();
      await page.unroute(/\/picture\?/);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await page.goBack();
      await sheet.getByRole('button', { name: 'Reference picture' }).waitFor();
      await again.context.close();
    });

    it('can be an exchange: one parcel comes back, another goes out', async () => {
      const { test, visit } = ground();
      const account = await test.account('Exchanges');
      const { shipmentId } = await bookOrder(account, await makeWarehouse(account), CARRIER);
      await scan(test, account, shipmentId, ['picked_up', 'delivered']);
      const own = await visit();
      const { page } = own;
      await signIn(own, { ...ground(), account }, '/returns/new?kind=exchange');
      await page.getByRole('link', { name: /^Choose / }).click();
      await fillIn(own);
      await page.getByRole('button', { name: 'Create exchange' }).click();
      const sheet = page.getByRole('complementary', { name: 'Return details' });
      await sheet.getByText('Part of an exchange').waitFor();
      await own.context.close();
    });

    it('causes no error in the browser but the expected 422', () => {
      expect(visitor.complaints.filter((one) => !one.includes('422'))).toEqual([]);
    });
  });
}

import { describe, expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import { ShopifyStandIn } from '../../../simulators/shops/shopify/shopify-stand-in.ts';
import { WooCommerceStandIn } from '../../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { type Ground, signIn } from './ground.ts';
import { expectNoFindings } from './pages.ts';

const PARCEL = { weight: 0.5, length: 20, breadth: 15, height: 10 };
const ADDRESS = {
  firstName: 'Ravi',
  address1: '4, Temple Street',
  city: 'Mumbai',
  zip: '1',
  countryCodeV2: 'IN',
};

/** Shops: connecting one, correcting an order, and trying rules. */
export function testShops(ground: () => Ground): void {
  describe('a connected shop', () => {
    it('is connected with its keys, brings orders in, and lets one be corrected and rules be tried', async () => {
      const { test } = ground();
      const shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
      onTestFinished(() => shop.stop());
      shop.clock.forward(test.service.now().getTime() - Date.now());
      const good = shop.courier.place();
      const bad = shop.courier.place({ billing: { postcode: '1' }, shipping: {} });
      const account = await test.account();
      await makeWarehouse(account, { name: 'Main' });
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account }, '/shops');
      await page.getByRole('link', { name: /^WooCommerce/ }).click();
      await page.getByText('WooCommerce > Settings > Advanced > REST API', { exact: true }).waitFor();
      await expectNoFindings(page);
      await page.getByLabel('Address of the shop').fill(shop.url);
      await page.getByLabel('Consumer key').fill(WooCommerceStandIn.settings.consumer_key);
      const secret = page.getByLabel('Consumer secret');
      await secret.fill('cs_wrong');
      const check = page.getByRole('button', { name: 'Check', exact: true });
      await check.click();
      await page.getByText('WooCommerce can’t be connected like this').waitFor();
      await secret.fill(WooCommerceStandIn.settings.consumer_secret);
      await check.click();
      await page.getByText('WooCommerce accepted the credentials.').waitFor();
      expect((await account.get('/shops')).json().data).toEqual([]);

      await page.getByLabel('Name that customers see').fill('Chai & Co');
      for (const [label, value] of [
        ['Weight (kg)', '0.5'],
        ['Length (cm)', '20'],
        ['Width (cm)', '15'],
        ['Height (cm)', '10'],
      ] as const) {
        await page.getByLabel(label).fill(value);
      }
      await page.getByRole('combobox', { name: 'When an order comes in' }).click();
      await page.getByRole('option', { name: /^Book the cheapest courier/ }).click();
      await page.getByRole('button', { name: 'Connect and bring orders in' }).click();
      await page.getByText('2 orders have come in').waitFor();
      await page.getByText('Created').first().waitFor();
      await page.getByText('Needs you', { exact: true }).first().waitFor();
      await expectNoFindings(page);
      await page.reload();
      await page.getByText('2 orders have come in').waitFor();

      await page.getByRole('link', { name: 'Open the shop’s page' }).click();
      const waiting = page.getByRole('article', { name: `Order ${bad}` });
      await waiting.getByRole('button', { name: 'Correct' }).click();
      const pincode = waiting.getByLabel('Pincode');
      expect(await pincode.inputValue()).toBe('1');
      expect(await pincode.getAttribute('aria-invalid')).toBe('true');
      await expectNoFindings(page);
      await pincode.fill('400001');
      await waiting.getByRole('button', { name: 'Save and try again' }).click();
      await page.getByText(`Order ${bad} created`).waitFor();
      await page.getByText('Nothing needs you.').waitFor();
      await expect.poll(() => shop.courier.fulfilments(bad)).toHaveLength(1);
      expect(shop.courier.fulfilments(good)).toHaveLength(1);

      await page.getByRole('link', { name: 'Rules' }).click();
      await page.getByText('Of the last 2 parcels, 1 would have been booked').waitFor();
      await expectNoFindings(page);
      await page.getByLabel('Hold COD orders above (₹)').fill('100');
      await page.getByText('2 held until you confirm the cash').waitFor();
      await page.getByText('Not saved yet. Your changes are kept in this browser.').waitFor();
      page.once('dialog', (dialog) => void dialog.accept());
      await page.reload();
      expect(await page.getByLabel('Hold COD orders above (₹)').inputValue()).toBe('100');
      await page.getByText('When orders become Completed').waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Rules saved').waitFor();
      const [{ rules }] = (await account.get('/shops')).json().data;
      expect(rules).toMatchObject({ confirm_cod_above: 100, booking: 'cheapest', cod_methods: ['cod'] });
      expect(rules).toMatchObject({ complete_prepaid: 'delivered', complete_cash: 'remitted' });

      const narrow = { width: 360, height: 740 };
      await page.setViewportSize(narrow);
      const tabs = page.getByRole('navigation', { name: 'Parts of the shop' });
      for (const part of ['Rules', 'Orders', 'Connection']) {
        await tabs.getByRole('link', { name: part }).click();
        await tabs.locator('[aria-current="page"]', { hasText: part }).waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(narrow.width);
      }
      const statuses = visitor.complaints.map((complaint) => /status of (\d+)/.exec(complaint)?.[1]);
      expect(statuses).toEqual([]);
      await visitor.context.close();
    });

    it('shows what the customer chose at checkout beside the order, and suggests no order id of the shop', async () => {
      const { test } = ground();
      const shop = await startStandIn((dependencies) => new WooCommerceStandIn(dependencies));
      onTestFinished(() => shop.stop());
      shop.clock.forward(test.service.now().getTime() - Date.now());
      const [express, gone, none] = ['express', 'nosuch-express', null].map((code) =>
        shop.courier.place({ isPaid: true, ...(code !== null && { service: { code, price: 500 } }) }),
      );
      const account = await test.account();
      const connected = await account.post('/shops', {
        shop: 'woocommerce',
        name: 'Chai shop',
        brand_name: 'Chai & Co',
        settings: { base_url: shop.url, ...WooCommerceStandIn.settings },
        rules: { warehouse_id: await makeWarehouse(account), usual_parcel: PARCEL, booking: 'cheapest' },
      });
      expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
      const orders = async (): Promise<{ number: string; shipment_id: string; state: string }[]> =>
        (await account.get('/shop-orders')).json().data;
      await expect
        .poll(async () => (await orders()).map(({ state }) => state))
        .toEqual(Array(3).fill('made'));
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account }, '/orders/new');
      await expect.poll(() => page.getByLabel('Order ID').inputValue()).toBe('M-1');
      const open = async (number: number | undefined) => {
        const found = (await orders()).find((one) => one.number === String(number));
        await page.goto(`/shipments?open=${found?.shipment_id}`);
        const sheet = page.getByRole('complementary', { name: 'Shipment details' });
        await sheet.getByText('Order in the shop').waitFor();
        return sheet;
      };
      await (await open(express)).getByText('Express · ₹500').waitFor();
      const sheet = await open(gone);
      await sheet.getByText('Nosuch express · ₹500').waitFor();
      await sheet
        .getByText(/^The customer paid .*500 for nosuch-express, but no courier offers it/)
        .waitFor();
      await expectNoFindings(page);
      expect(await (await open(none)).getByText('Chosen at checkout').count()).toBe(0);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });

    it('says that an order could not be read again, and shows rates at checkout when they are switched on', async () => {
      const { test } = ground();
      const shop = await startStandIn((dependencies) => new ShopifyStandIn(dependencies));
      onTestFinished(() => shop.stop());
      shop.clock.forward(test.service.now().getTime() - Date.now());
      shop.courier.book.place({ address: ADDRESS });
      const account = await test.account();
      const connected = await account.post('/shops', {
        shop: 'shopify',
        name: 'Chai shop',
        brand_name: 'Chai & Co',
        settings: { base_url: shop.url, ...ShopifyStandIn.settings },
        rules: { warehouse_id: await makeWarehouse(account), usual_parcel: PARCEL },
      });
      expect([connected.statusCode, connected.body]).toEqual([201, expect.anything()]);
      const { id } = connected.json().data;
      const orders = async () => (await account.get('/shop-orders')).json().data;
      await expect.poll(orders).toMatchObject([{ state: 'needs_attention' }]);
      await test.sql(
        `update shop_orders set failure = 'did not answer within 30 s', next_try_at = '2100-01-01' where account_id = $1`,
        [account.accountId],
      );
      const visitor = await ground().visit();
      const { page } = visitor;
      await signIn(visitor, { ...ground(), account }, `/shops/${id}`);
      await page
        .getByText('It may have changed in the shop; we ask again: Chai shop did not answer within 30 s')
        .waitFor();
      await expectNoFindings(page);
      await page.getByRole('link', { name: 'Rules' }).click();
      const tick = page.getByLabel('Customers see these rates in the shop’s checkout');
      await tick.check();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Rules saved: The shop takes the app and sells in rupees').waitFor();
      expect(shop.courier.carrierServices).toMatchObject([{ active: true }]);
      expect(await tick.isChecked()).toBe(true);
      await expectNoFindings(page);
      expect(await page.getByRole('button', { name: 'Create a key for the plugin' }).count()).toBe(0);
      await tick.uncheck();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => shop.courier.carrierServices).toEqual([]);
      expect(visitor.complaints).toEqual([]);
      await visitor.context.close();
    });
  });
}

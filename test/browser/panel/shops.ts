import { describe, expect, it, onTestFinished } from 'vitest';
import { startStandIn } from '../../../simulators/kit/start-stand-in.ts';
import { WooCommerceStandIn } from '../../../simulators/shops/woocommerce/woocommerce-stand-in.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { type Ground, signIn } from './ground.ts';
import { expectNoFindings } from './pages.ts';

/** A shop, from its keys to a corrected order and rules that were tried. */
export function testShops(ground: () => Ground): void {
  describe('a connected shop', () => {
    it('is led from its keys to its first orders; one is corrected, and rules are tried', async () => {
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
      await page.getByText('Order made').first().waitFor();
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
      await page.getByText(`Order ${bad} made`).waitFor();
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
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Rules saved').waitFor();
      const [{ rules }] = (await account.get('/shops')).json().data;
      expect(rules).toMatchObject({ confirm_cod_above: 100, booking: 'cheapest', cod_methods: ['cod'] });

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
  });
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { makeFirstStartLink } from '../../../src/usecases/accounts/first-start.ts';
import { findNamedUser } from '../../../src/usecases/accounts/users.ts';
import { makeWarehouse } from '../../support/orders.ts';
import { choose, type Ground, signIn, USERNAME } from './ground.ts';

/** What the panel shows without a connection or a session; languages, views, prices and logos. */
export function testStates(ground: () => Ground): void {
  describe('the panel', () => {
    it('says that there is no connection, keeps what it shows, and continues by itself', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground());
      await page.locator('tr.row').first().waitFor();
      await context.setOffline(true);
      await page.getByRole('button', { name: /^Delivered/ }).click();
      await page
        .getByText(/No connection/)
        .first()
        .waitFor();
      await context.setOffline(false);
      await page
        .getByText(/No connection/)
        .first()
        .waitFor({ state: 'detached' });
      await page.locator('tr.row').first().waitFor();
      await context.close();
    });

    it('asks to sign in again over a form and keeps what is typed', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/orders/new');
      await page.getByLabel('Order ID').fill('TYPED-1');
      await context.clearCookies();
      await page.getByLabel('Pincode').fill('560038');
      const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' });
      await dialog.getByRole('tab', { name: 'API key' }).click();
      await dialog.getByLabel('API key').last().fill(ground().account.apiKey);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Order ID').inputValue()).toBe('TYPED-1');
      await expect.poll(() => page.getByLabel('City').inputValue()).toMatch(/Bengaluru|Bangalore/i);
      await context.close();
    });

    it('leaves a half-typed form when another account signs in over it', async () => {
      const { test, visit } = ground();
      const other = await test.account('Other');
      await makeWarehouse(other);
      const visitor = await visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/orders/new');
      await page.getByLabel('Order ID').fill('TYPED-2');
      await context.clearCookies();
      await page.getByLabel('Pincode').fill('560038');
      const dialog = page.getByRole('dialog', { name: 'You’ve been signed out' });
      await dialog.getByRole('tab', { name: 'API key' }).click();
      await dialog.getByLabel('API key').last().fill(other.apiKey);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('1 of 5 steps are done.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goto('/orders/new');
      await page.getByLabel('Order ID').waitFor();
      expect(await page.getByLabel('Order ID').inputValue()).not.toBe('TYPED-2');
      await context.close();
    });

    it('stays in Hindi after a reload', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground());
      await page.getByRole('button', { name: /^Account: .*Demo$/ }).click();
      await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
      await page.getByRole('heading', { name: 'शिपमेंट' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'शिपमेंट' }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('hi');
      await page.locator('tr.row').first().click();
      await page.getByRole('heading', { name: 'इतिहास' }).waitFor();
      expect(visitor.complaints).toEqual([]);
      await page.goto('/settings/warehouses');
      await page.getByRole('button', { name: 'नया गोदाम' }).click();
      await page.getByRole('button', { name: 'सेव करें' }).click();
      await page.getByText('यह भरना ज़रूरी है').first().waitFor();
      const filled = {
        नाम: 'दुकान',
        'संपर्क व्यक्ति': 'आशा',
        फ़ोन: '123',
        ईमेल: 'a@shop.example',
        पता: '12, MG Road',
      };
      for (const [label, text] of Object.entries(filled))
        await page.getByLabel(label, { exact: true }).fill(text);
      await page.getByLabel('पिनकोड', { exact: true }).fill('199999');
      await page.getByLabel('शहर', { exact: true }).fill('Pune');
      await page.getByLabel('राज्य', { exact: true }).fill('Maharashtra');
      await page.getByRole('button', { name: 'सेव करें' }).click();
      await page.getByText(/^10 अंकों का मोबाइल नंबर/).waitFor();
      await page.getByText('199999 पिनकोड सूची में नहीं है').waitFor();
      await context.close();
    });

    it('opens the demo account once by the link of the first start', async () => {
      const { test, account, visit } = ground();
      const { userId } = await findNamedUser(test.service, USERNAME);
      const { token } = await makeFirstStartLink(test.service, account.accountId, userId);
      const visitor = await visit();
      const { page, context } = visitor;
      await page.goto(`/first-start#${token}`);
      await page.getByRole('button', { name: 'Open demo account' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      const again = await visit();
      await again.page.goto(`/first-start#${token}`);
      await again.page.getByRole('button', { name: 'Open demo account' }).click();
      await again.page.getByText(/This link does not work/).waitFor();
      await Promise.all([context.close(), again.context.close()]);
    });

    it('saves a view under a name, and shows it again', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/shipments?cod=yes&amount_from=500');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByLabel('Name of this view').fill('Much cash');
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('button', { name: 'Remove Much cash' }).waitFor();
      await page.goto('/shipments');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('button', { name: 'Much cash', exact: true }).click();
      await page.waitForURL(
        (url) => url.search.includes('amount_from=500') && url.search.includes('cod=yes'),
      );
      await context.close();
    });

    it('keeps edited prices in the browser, previews and publishes them, and restores the default', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/rates/cards');
      const price = page.getByLabel('Morpankhi Surface 500 g: First, zone D');
      await price.fill('fifty');
      await page.getByRole('status').getByText('1 value isn’t a number').waitFor();
      await price.fill('50');
      const factor = page.getByLabel('Morpankhi Surface 500 g: RTO as a multiple of the forward freight');
      const was = await factor.inputValue();
      await factor.fill('');
      await factor.fill(was);
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await page.getByText('1 price changed, not published').waitFor();
      expect(await price.inputValue()).toBe('50');
      await page.getByRole('button', { name: 'Review and publish' }).click();
      const review = page.getByRole('dialog');
      await review.getByText(/^With the cheapest courier for each, they’d cost/).waitFor();
      await review.getByText(/^Morpankhi Surface 500 g: \d+ parcels would cost ₹/).waitFor();
      await review.getByText('Forward, first weight, zone D').waitFor();
      await review.getByRole('button', { name: 'Publish prices' }).click();
      await page.getByText('Prices published').waitFor();
      await page.getByText('Edited here').waitFor();
      expect(await price.inputValue()).toBe('50');
      await page.getByRole('button', { name: 'Reset to default rates' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset to default rates' }).click();
      await page.getByText('Restored').waitFor();
      await expect.poll(() => price.inputValue()).toBe('45');
      expect(visitor.complaints).toEqual([]);
      await context.close();
    });

    it('edits and publishes other tables of the rates', async () => {
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/rates/cards?kind=carrier-settings');
      await page.getByRole('button', { name: 'Add a row' }).click();
      await choose(page, 'Service, row 1', 'Morpankhi Surface 500 g');
      await choose(page, 'Offered, row 1', 'Yes');
      await page.getByLabel('Markup (%), row 1').fill('7.5');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('paragraph').getByText('1 added, 0 changed, 0 removed').waitFor();
      await page.getByRole('button', { name: 'Publish' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
      await page.getByText('Published').waitFor();
      await page.getByRole('button', { name: 'Reset to default rates' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reset to default rates' }).click();
      await page.getByText('You’re using the default rates').waitFor();
      expect(visitor.complaints).toEqual([]);
      await context.close();
    });

    it('shows a new logo on the label and the tracking page of a store', async () => {
      const { account } = ground();
      const visitor = await ground().visit();
      const { page, context } = visitor;
      await signIn(visitor, ground(), '/stores');
      await page.locator('iframe').waitFor();
      const name = await page.getByLabel('Short name').inputValue();
      const stores = async () => (await account.get('/client-stores')).json().data;
      const logoOf = async () =>
        (await stores()).find((one: { store_name: string }) => one.store_name === name)?.logo_url;
      const before = await logoOf();
      const buffer = readFileSync(join(PACKAGE_ROOT, 'examples/logo.png'));
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
      const unsaved = page.getByText('Not saved yet');
      await unsaved.waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.toast').getByText('saved').waitFor();
      await unsaved.waitFor({ state: 'detached' });
      const logo = await logoOf();
      expect(logo).not.toBe(before);
      const shown = page.frameLocator('iframe').locator(`img[src="${new URL(logo).pathname}"]`);
      await shown.first().waitFor();
      await page.getByRole('tab', { name: 'Label' }).click();
      const label = (await page.locator('iframe').getAttribute('src')) ?? '';
      const paper = await context.request.get(`${ground().address}${label}`);
      expect((await paper.body()).toString('latin1')).toContain('/Subtype /Image');
      await context.close();
    });
  });
}

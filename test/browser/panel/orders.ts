import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, type Ground, signIn, type Visitor } from './ground.ts';

const FILE = `Order ID,Customer Name,Mobile,Address Line 1,Pincode,Product Name,Quantity,Price,Package Weight,length,breadth,height,payment_method,warehouse_name
WEB-1,Asha Rao,9876543210,"12, 4th Cross",560038,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
WEB-2,Ravi Kumar,12345,9 MG Road,560001,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
`;

/** Orders from the form and from a file, and how they are packed. */
export function testOrders(ground: () => Ground): void {
  describe('orders', () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await ground().visit();
      await signIn(visitor, ground(), '/orders/new');
    });
    afterAll(() => visitor.context.close());

    it('keep what is typed when a suggestion arrives late', async () => {
      const other = await ground().visit();
      const { page, context } = other;
      await signIn(other, ground(), '/orders');
      await page.locator('tr.row').first().waitFor();
      let release = () => {};
      const held = new Promise<void>((done) => {
        release = done;
      });
      let asked = 0;
      await page.route(/\/api\/v1\/(?:shipments$|pincodes\/)/, async (route) => {
        asked += 1;
        await held;
        await route.continue();
      });
      await page.goto('/orders/new');
      const id = page.getByLabel('Order ID');
      const city = page.getByLabel('City');
      await page.getByLabel('Pincode').fill('560038');
      await city.fill('Whitefield');
      await id.click();
      await expect.poll(() => asked).toBeGreaterThan(1);
      const newest = page.waitForResponse(/\/api\/v1\/shipments$/);
      release();
      await newest;
      await expect.poll(() => page.getByLabel('State').inputValue()).toBe('Karnataka');
      expect(await city.inputValue()).toBe('Whitefield');
      await page.keyboard.type('TYPED-1');
      expect(await id.inputValue()).toBe('TYPED-1');
      await id.fill('');
      await city.click();
      await expect.poll(() => id.inputValue()).toMatch(/\d$/);
      await context.close();
    });

    it('show at each field what is missing until it is corrected, in the language of the panel', async () => {
      const { page } = visitor;
      await page.goto('/orders/new');
      await page.getByRole('button', { name: 'Save without booking' }).click();
      const wrong = page.getByText('Name is required');
      await wrong.waitFor();
      await page.getByText('Address is required').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('A');
      expect(await wrong.count()).toBe(0);
      await page.getByText('Address is required').waitFor();
      await page.evaluate(`localStorage.setItem('dakiya.preferences', '{"language":"hi"}')`);
      await page.reload();
      await page.getByRole('button', { name: 'सेव करें, बाद में बुक करें' }).click();
      await page.getByText('ज़रूरी है', { exact: true }).first().waitFor();
      await page.evaluate("localStorage.removeItem('dakiya.preferences')");
      await page.goto('/orders/new');
    });

    it('have charges and a discount, whose total is the cash, and show their parts and what is odd', async () => {
      const { page } = visitor;
      const { account } = ground();
      await page.goto('/orders/new');
      for (const [label, value] of [
        ['Order ID', 'SUMS-1'],
        ['Name', 'Asha Rao'],
        ['Phone', '9876543210'],
        ['Address', '12, 4th Cross'],
        ['Pincode', '560038'],
        ['City', 'Mumbai'],
        ['State', 'Karnataka'],
        ['Item', 'Chai'],
        ['Units', '2'],
        ['Unit price', '249.50'],
        ['Weight (kg)', '0.5'],
        ['Length (cm)', '10'],
        ['Breadth (cm)', '10'],
        ['Height (cm)', '10'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value);
      await choose(page, 'How it is paid', 'COD');
      await page.getByText('Charges and discount').click();
      await page.getByLabel('Delivery charge').fill('50');
      await page.getByLabel('Discount on order').fill('20');
      const sum = async () => (await page.locator('.sum-up').innerText()).replace(/\s+/g, ' ');
      await expect
        .poll(sum)
        .toContain(
          'Items ₹499.00 Delivery charge ₹50.00 Discount on order -₹20.00 Total ₹529.00 COD amount ₹529.00',
        );
      await page.getByRole('button', { name: 'Save without booking' }).click();
      await page.getByText('Order SUMS-1 created').waitFor();
      await page.getByText('Mumbai does not fit').waitFor();
      const found = async () =>
        (await account.post('/shipments', { order_display_id: ['SUMS-1'] })).json().data[0];
      const { id, attributes } = await found();
      expect(attributes).toMatchObject({ total_price: 529, cod_amount: 529 });
      await account.put('/order', { order_id: 'SUMS-1', cod_collectible: 559 });
      await page.goto(`/orders?open=${id}`);
      await page.getByText('COD amount: ₹30 of it is in no part of the order.').waitFor();
      const facts = await page.getByRole('region', { name: 'Parcel and money' }).innerText();
      expect(facts.replace(/\s+/g, ' ')).toContain(
        'Items ₹499.00 Discount on order -₹20.00 Delivery charge ₹50.00 Other amount ₹30.00 Value ₹559.00',
      );
      await page.goto('/shipments?q=SUMS-1');
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByRole('button', { name: 'Orders with warnings' }).click();
      await page.waitForURL(/odd=yes/);
      await page.locator('tr.row').first().waitFor();
      await page.goto('/orders/new');
    });

    it('of a file are created only after its wrong cells are corrected', async () => {
      const { page } = visitor;
      await page.goto('/orders/new?way=file');
      const file = { name: 'diwali.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByText('1 row needs fixing').first().waitFor();
      const wrong = page.locator('.cell-wrong input');
      expect(await wrong.inputValue()).toBe('12345');
      await wrong.fill('9876500000');
      // Only what was checked can be imported.
      await page.getByText('You changed the file.').waitFor();
      expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0);
      await page.reload();
      await page.getByText('You changed the file.').waitFor();
      expect(await page.getByLabel('Row 3, Phone').inputValue()).toBe('9876500000');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('2 orders ready, from 2 rows').waitFor();
      const { account } = ground();
      const made = async () =>
        (await account.post('/shipments', { order_display_id: ['WEB-1', 'WEB-2'] })).json().meta.total;
      expect(await made()).toBe(0);
      await page.getByRole('button', { name: 'Import 2 orders' }).click();
      await page.getByText('2 orders created').waitFor();
      expect(await made()).toBe(2);
    });

    it('of a file show warnings at the cell, also after a reload, and are listed by import', async () => {
      const { page } = visitor;
      await page.goto('/orders/new?way=file');
      const odd = FILE.replace('WEB-1', 'ODD-1').replace('WEB-2', 'ODD-2').replace(',0.4,', ',2400,');
      const file = { name: 'odd.csv', mimeType: 'text/csv', buffer: Buffer.from(odd) };
      await page.locator('input[type=file]').setInputFiles(file);
      const isSaid = async () => {
        await page.getByText('1 order has a warning').waitFor();
        await page.getByText('1 row needs fixing').first().waitFor();
        await page.locator('.cell-odd').getByText('This looks like grams.').waitFor();
        await page.getByText('No courier can ship this.').waitFor();
      };
      await isSaid();
      await page.waitForURL(/check=/);
      await page.reload();
      await isSaid();
      const address = page.url();
      // In another tab, the file is not at hand.
      await page.evaluate('sessionStorage.clear()');
      await page.reload();
      await page.getByRole('heading', { name: 'Last check' }).waitFor();
      await page.getByText('Weight (kg): This looks like grams.').waitFor();
      await page.getByText('Phone: Enter a 10-digit mobile number').waitFor();
      await page.getByRole('link', { name: 'Download rows with errors' }).waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      await page.waitForURL((url) => /check=/.test(url.href) && url.href !== address);
      await page.getByLabel('Book a courier for each order').check();
      await page.getByText('2 rows need fixing').first().waitFor();
      expect(await page.getByRole('button', { name: 'Import 0 orders' }).isDisabled()).toBe(true);
      await page.getByLabel('Book a courier for each order').uncheck();
      await page.getByRole('button', { name: 'Import 1 order' }).click();
      await page.getByText('1 order created').waitFor();
      await page.reload();
      await page.getByText('1 order created').waitFor();
      await page.getByRole('link', { name: 'Show imported orders' }).click();
      await page.getByRole('button', { name: 'From one import' }).waitFor();
      await expect.poll(() => page.locator('tr.row').count()).toBe(1);
      await page.getByText('ODD-1').first().waitFor();
      await page.goBack();
      await page.getByRole('button', { name: 'Fix the skipped rows' }).click();
      await page.locator('.cell-wrong input').fill('9876500000');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('1 order ready, from 1 row').waitFor();
      await page.getByRole('button', { name: 'Import 1 order' }).waitFor();
    });

    it('of a file offer a value that fits an odd cell', async () => {
      const { page } = visitor;
      await page.goto('/orders/new?way=file');
      await page.getByRole('button', { name: 'Choose another file' }).click();
      const odd = FILE.split('\n')[1]?.replace('WEB-1', 'FIT-1').replace(',0.4,', ',400,') ?? '';
      const text = `City,${FILE.split('\n')[0]}\nPune,${odd}\n`;
      const file = { name: 'fit.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('button', { name: 'Use 0.4' }).click();
      await page.getByRole('button', { name: 'Use Bengaluru' }).click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('1 order ready, from 1 row').waitFor();
      expect(await page.getByText('has a warning').count()).toBe(0);
    });

    it('of a file can be corrected in a column that was matched by hand', async () => {
      const { page } = visitor;
      await page.goto('/orders/new?way=file');
      await page.getByRole('button', { name: 'Choose another file' }).click();
      const text = FILE.replace('Mobile', 'Ring them at').replaceAll('WEB-', 'HAND-');
      const file = { name: 'by-hand.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('input[type=file]').setInputFiles(file);
      await choose(page, 'Ring them at', 'Phone');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('1 row needs fixing').first().waitFor();
      const wrong = page.locator('.cell-wrong input');
      expect(await wrong.inputValue()).toBe('12345');
      expect(await page.getByRole('columnheader', { name: 'Phone' }).count()).toBe(1);
      await wrong.fill('9876500000');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('2 orders ready, from 2 rows').waitFor();
      await page.getByRole('button', { name: 'Choose another file' }).click();
    });

    it('of a shop are recognised, and what their file lacks is given once and remembered', async () => {
      const { page } = visitor;
      const sample = readFileSync(
        join(import.meta.dirname, '../../fixtures/order-files/shopify.csv'),
        'utf8',
      );
      await page.goto('/orders/new?way=file');
      const drop = (name: string, text: string) =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'utf16le') });
      await drop('orders_export.csv', `\ufeffOrders of the week;\r\n${sample.replaceAll('\r\n', '\n')}`);
      await page.getByText('Shopify orders').waitFor();
      await page.getByText('UTF-16, commas, column names in row 2').waitFor();
      await page.getByText('1 order is left out: already fulfilled').waitFor();
      await choose(page, 'Warehouse', 'Peenya');
      for (const [label, value] of [
        ['Weight (kg)', '0.5'],
        ['Length (cm)', '20'],
        ['Breadth (cm)', '15'],
        ['Height (cm)', '10'],
      ] as const)
        await page.getByLabel(label, { exact: true }).fill(value);
      await page.getByText('You changed the file.').waitFor();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText(/^3 orders ready/).waitFor();
      await page.getByRole('button', { name: 'Import 3 orders' }).click();
      await page.getByText('3 orders created').waitFor();
      await page.getByRole('button', { name: 'Choose another file' }).click();
      await drop('next.csv', sample.replaceAll('#10', '#20'));
      await page.getByText(/^3 orders ready/).waitFor();
      expect(await page.getByLabel('Weight (kg)', { exact: true }).inputValue()).toBe('0.5');
      await page.getByRole('button', { name: 'Choose another file' }).click();
    });

    it('open the import from its old address', async () => {
      const { page } = visitor;
      await page.goto('/orders?way=file');
      await page.waitForURL('**/orders/new?way=file');
      await page.locator('input[type=file]').waitFor({ state: 'attached' });
    });

    it('are packed by scanner, and booked first if they are not booked', async () => {
      const { page } = visitor;
      await page.goto('/packing');
      await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('scan');
      await page.keyboard.type('WEB-1');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Book cheapest and print' }).click();
      await page.getByRole('button', { name: 'Print again' }).waitFor();
      await page.keyboard.type('NOTHING-1');
      await page.keyboard.press('Enter');
      await page.getByText('No order or tracking number “NOTHING-1”').waitFor();
    });
  });
}

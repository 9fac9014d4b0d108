import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeWarehouse } from '../../support/orders.ts';
import { workbook } from '../../support/workbook.ts';
import { choose, type Ground, signIn, type Visitor } from './ground.ts';
import { expectNoFindings } from './pages.ts';

/** Opens the page of order files as somebody whose account has one warehouse and nothing else. */
async function stranger(ground: Ground, options?: Parameters<Ground['visit']>[0]): Promise<Visitor> {
  const account = await ground.test.account();
  await makeWarehouse(account, { name: 'Peenya' });
  const visitor = await ground.visit(options);
  await signIn(visitor, { ...ground, account }, '/orders/new?way=file');
  return visitor;
}

async function drop({ page }: Visitor, name: string, content: Buffer | string): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.locator('input[type=file]').setInputFiles(file);
}

const KARRIO_AND_OURS = [
  'Order number,Item title,Item quantity,Item price,Shipping name,Shipping phone,Shipping address 1,Shipping city,Shipping state,Shipping postal code,Order ID,Customer Name,Address Line 1,Package Weight,RTO Warehouse ID,Mobile,Pincode,Product Name,Quantity,Price,Payment,Warehouse,Length,Breadth,Height',
  'K-1,Assam tea,1,249,Asha Rao,9876543210,12 4th Cross,Bengaluru,Karnataka,560038,V-1,Ravi Kumar,9 MG Road,0.5,,9876500001,560001,Clay cup,1,150,PREPAID,Peenya,20,15,10',
].join('\n');

const COUNTER = [
  'Order ID,Customer name,Ring them at,Address,Pincode,Product,Quantity,Price,Payment,Warehouse,Weight (kg),Length,Breadth,Height,Remarks',
  'C-1,Asha Rao,9876543210,12 4th Cross,560038,Assam tea,1,249,PREPAID,Peenya,0.5,20,15,10,fragile',
].join('\n');

/** An Excel sheet as a person keeps it: a merged title, days as numbers, and a row of totals. */
const SHEET = workbook([
  ['Orders of November', null, null],
  ['Order No', 'Date', 'Customer', 'Phone', 'Address', 'Pincode', 'Item', 'Qty', 'Price', 'Payment'],
  ['XL-1', { day: 46_340 }, 'Asha Rao', 9876543210, '12 4th Cross', 560038, 'Assam tea', 2, 249.5, 'COD'],
  ['XL-2', { day: 46_340 }, 'Ravi Kumar', 9876500001, '9 MG Road', 560001, 'Clay cup', 1, 150, 'Prepaid'],
  ['Total', null, null, null, null, null, null, 3, 649, null],
]);

const SIZES = [
  ['Weight (kg)', '0.5'],
  ['Length (cm)', '20'],
  ['Breadth (cm)', '15'],
  ['Height (cm)', '10'],
] as const;

/** Answers what the page asks about a file. */
async function answerQuestions({ page }: Visitor): Promise<void> {
  const asked = page.getByRole('region', { name: 'What the file is' });
  await asked.waitFor();
  if (await asked.getByRole('combobox', { name: 'Warehouse' }).isVisible())
    await choose(page, 'Warehouse', 'Peenya');
  for (const [label, value] of SIZES) {
    const field = asked.getByLabel(label, { exact: true });
    if (await field.isVisible()) await field.fill(value);
  }
  const check = page.getByRole('button', { name: 'Check', exact: true });
  if (await page.getByText('You changed the file.').isVisible()) await check.click();
}

/** Files of orders as merchants have them, dropped by somebody who has read nothing. */
export function testOrderFiles(ground: () => Ground): void {
  describe('a file of orders', () => {
    it.each([
      ['shopify.csv', 'Shopify orders', 3],
      ['woocommerce.csv', 'WooCommerce orders (Order Export & Import)', 2],
      ['woocommerce-titles.csv', 'WooCommerce orders (Advanced Order Export)', 1],
      ['amazon.txt', 'Amazon orders', 2],
      ['shiprocket-report.csv', 'Shiprocket orders', 1],
      ['shiprocket-quick.csv', 'Shiprocket upload sheet', 1],
      ['nimbuspost.csv', 'NimbusPost orders', 1],
      ['velocity.csv', 'Velocity sheet', 1],
      ['orders.xlsx', 'Your own columns', 2],
      ['indian-excel.csv', 'Your own columns', 2],
    ] as const)('%s becomes orders by what the page asks alone', async (name, kind, orders) => {
      const visitor = await stranger(ground());
      const { page, context } = visitor;
      const folder = join(import.meta.dirname, '../../fixtures/order-files');
      await drop(visitor, name, name === 'orders.xlsx' ? SHEET : readFileSync(join(folder, name)));
      await answerQuestions(visitor);
      const many = orders === 1 ? '1 order' : `${orders} orders`;
      await page.getByText(new RegExp(`^${many} ready`)).waitFor();
      expect(await page.getByRole('combobox', { name: 'Kind of file' }).innerText()).toBe(kind);
      await page.getByRole('button', { name: `Import ${many}` }).click();
      await page.getByText(`${many} created`).waitFor();
      await context.close();
    });

    it('that fits two kinds is asked about once, and its kind can be changed', async () => {
      const visitor = await stranger(ground());
      const { page, context } = visitor;
      await drop(visitor, 'both.csv', KARRIO_AND_OURS);
      const question = page.getByRole('alert', { name: 'Which file is this?' });
      await question.waitFor();
      expect(await question.getByRole('button').allInnerTexts()).toEqual([
        'Velocity sheet',
        'Karrio orders',
        'Your own columns',
      ]);
      await expectNoFindings(page);
      await question.getByRole('button', { name: 'Velocity sheet' }).click();
      await page.getByText('1 order ready, from 1 row').waitFor();
      await choose(page, 'Kind of file', 'Karrio orders');
      await page.getByLabel('Weight (kg)', { exact: true }).waitFor();
      // Nothing of the file is known by this kind: another one can be chosen nevertheless.
      await choose(page, 'Kind of file', 'Shopify orders');
      await page.getByRole('alert').waitFor();
      await choose(page, 'Kind of file', 'Your own columns');
      await page.getByText('1 order ready, from 1 row').waitFor();
      await page.getByRole('button', { name: 'Import 1 order' }).click();
      await page.getByText('1 order created').waitFor();
      await context.close();
    });

    it('whose columns somebody has matched is read in the same way the next time, until that is forgotten', async () => {
      const visitor = await stranger(ground());
      const { page, context } = visitor;
      await drop(visitor, 'counter.csv', COUNTER);
      await choose(page, 'Ring them at', 'Phone');
      await choose(page, 'Remarks', 'Don’t import');
      await page.getByLabel('Keep these columns as').fill('Counter sales');
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Keep', exact: true }).click();
      await page.getByText('Its columns are matched as you kept them.').waitFor();
      await page.getByText('1 order ready, from 1 row').waitFor();
      await page.getByRole('button', { name: 'Choose another file' }).click();
      await page.getByRole('region', { name: 'Your own kinds of files' }).waitFor();
      await drop(visitor, 'next.csv', COUNTER.replace('C-1', 'C-2'));
      await page.getByText('1 order ready, from 1 row').waitFor();
      expect(await page.getByRole('combobox', { name: 'Kind of file' }).innerText()).toBe('Counter sales');
      await page.getByRole('button', { name: 'Import 1 order' }).click();
      await page.getByText('1 order created').waitFor();
      await page.getByRole('button', { name: 'Choose another file' }).click();
      await page.getByRole('button', { name: 'Forget: Counter sales' }).click();
      await page.getByRole('region', { name: 'Your own kinds of files' }).waitFor({ state: 'detached' });
      await context.close();
    });

    it('that fits two kinds is asked about in Hindi on a phone', async () => {
      const visitor = await stranger(ground(), { viewport: { width: 390, height: 800 }, hasTouch: true });
      const { page, context } = visitor;
      await page.evaluate(`localStorage.setItem('dakiya.preferences', '{"language":"hi"}')`);
      await page.reload();
      await drop(visitor, 'both.csv', KARRIO_AND_OURS);
      const question = page.getByRole('alert', { name: 'यह इनमें से कौन सी फ़ाइल है?' });
      await question.waitFor();
      await expectNoFindings(page);
      await question.getByRole('button', { name: 'आपके अपने कॉलम' }).click();
      await page.getByText('1 लाइनों से 1 ऑर्डर तैयार').waitFor();
      await expectNoFindings(page);
      await context.close();
    });
  });
}

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ground, lay, signIn, type Visitor } from '../browser/panel/ground.ts';
import { makeWarehouse } from '../support/orders.ts';

// The shortest way of a parcel through the panel; all else in a browser is tested in test/browser.
let ground: Ground;
let visitor: Visitor;
beforeAll(async () => {
  ground = await lay({ data: 'none' });
  await makeWarehouse(ground.account, { name: 'Peenya' });
  visitor = await ground.visit();
  await signIn(visitor, ground, '/orders/new');
});
afterAll(() => ground?.stop());

const FILE = `Order ID,Customer Name,Mobile,Address Line 1,Pincode,Product Name,Quantity,Price,Package Weight,length,breadth,height,payment_method,warehouse_name
FILE-1,Asha Rao,9876543210,"12, 4th Cross",560038,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
FILE-2,Ravi Kumar,9876543211,9 MG Road,560001,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
`;

it('books the order of a form with the cheapest courier and opens its label', async () => {
  const { page, context } = visitor;
  await page.getByLabel('Order ID').fill('FORM-1');
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Phone', { exact: true }).fill('12');
  await page.getByLabel('Address', { exact: true }).fill('12, 4th Cross, Indiranagar');
  await page.getByLabel('Pincode').fill('560038');
  await expect.poll(() => page.getByLabel('City').inputValue()).toMatch(/Bengaluru|Bangalore/i);
  await page.getByLabel('Item', { exact: true }).fill('Masala chai');
  await page.getByLabel('Unit price', { exact: true }).fill('249.50');
  await page.getByLabel('Weight (kg)').fill('0.4');
  for (const side of ['Length', 'Breadth', 'Height']) await page.getByLabel(`${side} (cm)`).fill('10');
  await page.locator('.offer').first().waitFor();
  await page.getByRole('button', { name: /^Book .+ for ₹/ }).click();
  const wrong = page.getByText('Enter a 10-digit mobile number', { exact: false });
  await wrong.waitFor();
  expect(await page.evaluate('document.activeElement.name')).toBe('phone');
  await page.reload();
  expect(await page.getByLabel('Order ID').inputValue()).toBe('FORM-1');
  await page.getByLabel('Phone', { exact: true }).fill('9876543210');
  await page.locator('.offer').first().waitFor();
  await page.getByText(/^Cheapest/).waitFor();
  const book = page.getByRole('button', { name: /^Book .+ for ₹/ });
  const said = (await book.textContent())?.replace('Book ', '') ?? '';
  await book.click();
  await page.getByText('Order FORM-1 created').waitFor();
  await page.getByText(`Booked with ${said}`, { exact: false }).waitFor();
  const label = await page.getByRole('link', { name: 'Open label' }).getAttribute('href');
  const answer = await context.request.get(`${ground.address}${label}`);
  expect(answer.headers()['content-type']).toBe('application/pdf');
});

it('imports a file, books its orders, packs one and hands both over with a manifest', async () => {
  const { page } = visitor;
  await page.goto('/orders/new?way=file');
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByLabel('Book a courier for each order').check();
  await page.getByRole('button', { name: 'Import 2 orders' }).click();
  await page.getByText('2 booked').waitFor();
  await page.goto('/packing');
  await page.locator('#scan').fill('FILE-1');
  await page.locator('#scan').press('Enter');
  await page.getByText('Ready to pack').waitFor();
  await page.getByRole('link', { name: /^Handover/ }).click();
  await page.getByRole('button', { name: /^Create manifest/ }).click();
  await page.getByRole('link', { name: 'Print (A4)' }).first().waitFor();
  await page.locator('.handover').getByRole('button', { name: 'Mark as handed over' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as handed over' }).click();
  await page.getByText('Everything is handed over').waitFor();
  const waiting = await ground.account.post('/shipments', { handover: 'waiting' });
  expect(waiting.json().meta.total).toBe(0);
  expect(visitor.complaints.filter((one) => !one.includes('422'))).toEqual([]);
});

it('shows customers the tracking page without a script and without another host', async () => {
  const asked = new Set<string>();
  const { page, context } = await ground.visit({ javaScriptEnabled: false });
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await page.goto('/track?order=FILE-1&phone=3210');
  await page.getByText('Chai', { exact: true }).waitFor();
  expect([...asked]).toEqual([ground.address]);
  await context.close();
});

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { bookOrderWith, CARRIER } from '../../support/carriers.ts';
import { makeWarehouse, scan } from '../../support/orders.ts';
import { type Ground, signIn } from './ground.ts';

/** Counts clicks, also Enter and shortcuts, and typed fields. */
class Person {
  clicks = 0;
  fields = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  /** Clicks a button or a link by its name. */
  async press(name: string, within: Locator | Page = this.page): Promise<void> {
    const exact = { name, exact: true };
    await this.click(within.getByRole('button', exact).or(within.getByRole('link', exact)).first());
  }

  async key(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.clicks += 1;
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).first().fill(text);
    this.fields += 1;
  }

  /** Goes to a page of the menu. */
  goTo(name: string): Promise<void> {
    return this.click(this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }));
  }
}

interface Task {
  readonly name: string;
  readonly most: { readonly clicks: number; readonly fields?: number };
  /** In an empty account. */
  readonly isEmpty?: boolean;
  readonly walk: (person: Person, ground: Ground) => Promise<void>;
}

/** Each task starts at *Today*, and states how many clicks and fields it may take. */
const TASKS: readonly Task[] = [
  {
    name: 'find an order by its id, and see where its parcel is',
    most: { clicks: 2, fields: 1 },
    walk: async (person) => {
      await search(person, 'DEMO-1300');
    },
  },
  {
    name: 'enter an order, compare couriers, book one, and have its label',
    most: { clicks: 6, fields: 10 },
    walk: async (person, { account }) => {
      // The form suggests the number after the newest one.
      const newest = { carrier_id: CARRIER, order_id: 'TASK-FORM-1' };
      await bookOrderWith(account, await makeWarehouse(account), newest);
      await person.goTo('Orders');
      await person.press('New order');
      await enterOrder(person);
      await person.click(person.page.getByRole('button', { name: /^Book .+ for ₹/ }));
      await person.page.getByTitle('Open label').waitFor();
    },
  },
  {
    name: 'go from a file of orders to the manifest of its parcels',
    most: { clicks: 11 },
    walk: async (person, ground) => {
      const { page } = person;
      await person.goTo('Orders');
      await person.press('Import CSV');
      const chooser = page.waitForEvent('filechooser');
      await person.press('Choose a file');
      await (await chooser).setFiles({ name: 'diwali.csv', mimeType: 'text/csv', buffer: FILE });
      // The file is chosen in the window of the operating system.
      person.clicks += 2;
      await person.click(page.getByLabel('Book a courier for each order'));
      await person.press('Import 2 orders');
      await page.getByText('2 booked').waitFor();
      await person.goTo('Packing');
      await person.click(page.getByRole('link', { name: /^Handover/ }));
      const parcels = page.locator('.handover').filter({ hasText: await carrierOf(ground, 'TASK-C-1') });
      await person.click(parcels.getByRole('button', { name: /^Create manifest/ }).first());
      await parcels.getByRole('link', { name: 'Print (A4)' }).first().waitFor();
    },
  },
  {
    name: 'answer twelve failed deliveries',
    most: { clicks: 13 },
    walk: async (person, ground) => {
      await haveFailed(ground, 12);
      await person.goTo('NDR desk');
      // The id of the order: two customers may have the same name.
      const current = person.page.locator('.queue-item[aria-current] .mono');
      for (let left = 12; left > 0; left -= 1) {
        const order = await current.textContent();
        await person.press('Reattempt', person.page.getByRole('article'));
        if (left > 1) await expect.poll(() => current.textContent()).not.toBe(order);
      }
      await person.page.getByText('Reattempt requested').first().waitFor();
    },
  },
  {
    name: 'see what each courier owes, and how much of it is overdue',
    most: { clicks: 2 },
    walk: async (person) => {
      await person.click(person.page.getByRole('link', { name: 'COD that couriers owe' }));
      await person.page.locator('tr.row').first().waitFor();
    },
  },
  {
    name: 'ask what a parcel costs with each courier, and when it arrives',
    most: { clicks: 4, fields: 2 },
    walk: async (person) => {
      await person.goTo('Rates');
      await person.type('To pincode', '560038');
      await person.type('Weight (g)', '750');
      await person.page.locator('tr.row, .offer').first().waitFor();
    },
  },
  {
    name: 'cancel a booked parcel',
    most: { clicks: 4, fields: 1 },
    walk: async (person, ground) => {
      await search(person, await orderIn(ground, 'ready_for_pickup'));
      const sheet = person.page.getByRole('complementary', { name: 'Shipment details' });
      await person.press('Cancel shipment', sheet);
      await person.press('Cancel shipment', person.page.getByRole('dialog'));
      await sheet.getByText('Cancelled').first().waitFor();
    },
  },
  {
    name: 'book the return of a delivered parcel',
    most: { clicks: 4, fields: 4 },
    walk: async (person, ground) => {
      await search(person, await deliveredOrder(ground));
      await person.press('Return', person.page.getByRole('complementary'));
      for (const side of ['Length', 'Breadth', 'Height']) await person.type(`${side} (cm)`, '10');
      await person.press('Book pickup');
      await person.page.waitForURL('**/returns?open=*');
    },
  },
  {
    name: 'book the first parcel of an empty account, with a warehouse and a store',
    most: { clicks: 8, fields: 24 },
    isEmpty: true,
    walk: async (person) => {
      const { page } = person;
      const step = (name: string) => person.click(page.getByRole('link', { name }));
      await step('Add a warehouse');
      for (const [label, text] of WAREHOUSE) await person.type(label, text);
      await person.press('Save', page.getByRole('dialog'));
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await person.goTo('Today');
      await step('Create a store');
      await person.type('Short name', 'chai-shop');
      await person.press('Create store');
      await page.getByText('chai-shop saved').waitFor();
      await person.goTo('Today');
      await page.getByText('2 of 5 steps are done.').waitFor();
      await step('Create an order');
      await person.type('Order ID', 'FIRST-1');
      await enterOrder(person);
      await person.click(person.page.getByRole('button', { name: /^Book .+ for ₹/ }));
      await page.getByTitle('Open label').waitFor();
    },
  },
  {
    name: 'decide a weight difference',
    most: { clicks: 4 },
    walk: async (person) => {
      await person.click(person.page.getByRole('link', { name: 'Weight differences to decide' }));
      await person.press('Accept', person.page.getByRole('main'));
      await person.press('Accept', person.page.getByRole('dialog'));
      await person.page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'change a price, and see the effect before it is published',
    most: { clicks: 4, fields: 1 },
    walk: async (person) => {
      const { page } = person;
      await person.goTo('Rates');
      await person.press('Rate cards');
      const price = page.getByRole('textbox', { name: /: First, zone A$/ }).first();
      const name = await price.getAttribute('aria-label');
      await person.type(name ?? '', '61.5');
      await person.press('Review and publish');
      const review = page.getByRole('dialog');
      await review.getByText('₹61.5').first().waitFor();
      await person.press('Publish prices', review);
      await review.waitFor({ state: 'detached' });
      await page.reload();
      await expect.poll(() => page.getByLabel(name ?? '').inputValue()).toMatch(/^61\.50?$/);
    },
  },
  {
    name: 'invite a colleague',
    most: { clicks: 4, fields: 2 },
    walk: async (person) => {
      await person.press('Settings');
      await person.press('Users');
      await person.press('Invite user');
      await person.type('Name', 'Lata');
      await person.type('Email', 'lata@example.in');
      await person.press('Invite', person.page.getByRole('dialog'));
      await person.page.getByText(/\/join#/).waitFor();
    },
  },
];

const WAREHOUSE = [
  ['Name', 'Okhla'],
  ['Contact person', 'Ravi Kumar'],
  ['Phone', '9876500000'],
  ['Email', 'okhla@example.in'],
  ['Address', 'A-12, Okhla Phase I'],
  ['Pincode', '110020'],
] as const;

const FILE =
  Buffer.from(`Order ID,Customer Name,Mobile,Address Line 1,Pincode,Product Name,Quantity,Price,Package Weight,length,breadth,height,payment_method,warehouse_name
TASK-C-1,Asha Rao,9876543210,"12, 4th Cross",560038,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
TASK-C-2,Ravi Kumar,9876543211,9 MG Road,560001,Chai,1,249,0.4,10,10,10,PREPAID,Peenya
`);

/** The carrier with which an order is booked. */
async function carrierOf({ account }: Ground, order: string): Promise<string> {
  const [one] = (await account.post('/shipments', { order_display_id: [order] })).json().data;
  return one.attributes.carrier.name;
}

/** Searches from anywhere; Enter opens the order. */
async function search(person: Person, order: string): Promise<void> {
  await person.key('Control+k');
  await person.page.keyboard.type(order);
  person.fields += 1;
  await person.key('Enter');
  await person.page.getByRole('complementary', { name: 'Shipment details' }).waitFor();
}

/** The fields that the form does not fill in by itself. */
async function enterOrder(person: Person): Promise<void> {
  const { page } = person;
  await person.type('Name', 'Asha Rao');
  await person.type('Phone', '9876543210');
  await person.type('Address', '12, 4th Cross, Indiranagar');
  await person.type('Pincode', '560038');
  await expect.poll(() => page.getByLabel('City').inputValue()).toMatch(/Bengaluru|Bangalore/i);
  await person.type('Item', 'Masala chai');
  await person.type('Unit price', '249.50');
  await person.type('Weight (kg)', '0.4');
  for (const side of ['Length', 'Breadth', 'Height']) await person.type(`${side} (cm)`, '10');
  await page.locator('.offer').first().waitFor();
}

/** The id of an order whose parcel is in a status. */
async function orderIn({ account }: Ground, status: string): Promise<string> {
  const filter = { granular_status: [status], per_page: 1 };
  const [one] = (await account.post('/shipments', filter)).json().data;
  return one.attributes.order.display_id;
}

/** Delivers an order of somebody with a phone, and returns its id. */
async function deliveredOrder({ test, account }: Ground): Promise<string> {
  const order = { carrier_id: CARRIER, order_id: 'TASK-DELIVERED' };
  const { shipmentId } = await bookOrderWith(account, await makeWarehouse(account), order);
  await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'delivered']);
  return order.order_id;
}

/** Makes parcels whose delivery has failed. */
async function haveFailed({ test, account }: Ground, parcels: number): Promise<void> {
  const warehouseId = await makeWarehouse(account);
  for (let left = parcels; left > 0; left -= 1) {
    const order = { carrier_id: CARRIER, order_id: `TASK-FAILED-${left}` };
    const { shipmentId } = await bookOrderWith(account, warehouseId, order);
    await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  }
}

export function testTasks(ground: () => Ground): void {
  describe('a daily task takes few clicks', () => {
    it.each(TASKS)('$name', async ({ most, isEmpty, walk }) => {
      const visitor = await ground().visit();
      const account = isEmpty ? await ground().test.account() : ground().account;
      await signIn(visitor, { ...ground(), account }, '/');
      await visitor.page.locator('#page h1').waitFor();
      const person = new Person(visitor.page);
      await walk(person, ground());
      expect(person.clicks).toBeLessThanOrEqual(most.clicks);
      expect(person.fields).toBeLessThanOrEqual(most.fields ?? 0);
      await visitor.context.close();
    });
  });
}

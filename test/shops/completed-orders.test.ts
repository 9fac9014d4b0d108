import { beforeEach, describe, expect, it } from 'vitest';
import { fieldsOf, itemsOf } from '../../src/partners/answer-fields.ts';
import type { TestAccount } from '../support/app.ts';
import { csvOf, importFile } from '../support/files.ts';
import { makeWarehouse } from '../support/orders.ts';
import { connectTestShop, openShopApp, pushScans, type TestShop } from '../support/shops.ts';

const test = await openShopApp();
const { rounds, later } = test;

let shop: TestShop;
let account: TestAccount;

beforeEach(async () => {
  shop = await test.openShop();
  account = await test.account();
});

async function connect(rules: object): Promise<string> {
  const warehouse_id = await makeWarehouse(account, { name: 'Main' });
  const answer = await connectTestShop(account, shop, { warehouse_id, ...rules });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  return answer.json().data.id;
}

interface Shown {
  readonly id: string;
  readonly attributes: {
    readonly tracking_number: string;
    readonly status: string;
    readonly cod_amount: number;
    readonly carrier: { readonly id: string };
    readonly order: { readonly display_id: string };
  };
}

async function shipmentOf(displayId: number | string): Promise<Shown> {
  const shown: Shown[] = (await account.post('/shipments', {})).json().data;
  const found = shown.find(({ attributes }) => attributes.order.display_id === String(displayId));
  if (found === undefined) throw new Error(`there is no shipment of ${displayId}`);
  return found;
}

const paid = (more: object = {}) => shop.courier.place({ isPaid: true, ...more });
const statusOf = (id: number) => shop.courier.order(id)?.status;

async function remit({ attributes }: Shown): Promise<void> {
  const { tracking_number: awb, cod_amount: amount } = attributes;
  const rows = [
    ['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'],
    [awb, amount, `UTR${awb}`, '2026-11-15'],
  ];
  await importFile(test, account, '/remittances/import?courier=Blue%20Kite', csvOf(rows));
  await later();
}

/** Adds a line to an order that was sent, so that it has a further parcel. */
function addLine(id: number): void {
  const lines = itemsOf(shop.courier.order(id)?.line_items);
  const further = { ...fieldsOf(lines[0]), id: id * 10 + 5, product_id: 12, sku: 'GINGER', name: 'Ginger' };
  shop.courier.change(id, { line_items: [...lines, further] });
}

describe('a prepaid order of WooCommerce', () => {
  it.each(['booked', 'picked_up', 'delivered', 'never'] as const)(
    'is completed once it was: %s',
    async (rule) => {
      await connect({ complete_prepaid: rule });
      const [id, other] = [paid(), paid()];
      await rounds();
      const seen = [statusOf(id)];
      const shipment = await shipmentOf(id);
      for (const status of ['picked_up', 'out_for_delivery', 'delivered'] as const) {
        await pushScans(test, shipment, [status]);
        await later();
        seen.push(statusOf(id));
      }
      const done = { booked: 4, picked_up: 3, delivered: 1, never: 0 }[rule];
      expect(seen).toEqual(
        Array.from({ length: 4 }, (_, at) => (at < 4 - done ? 'processing' : 'completed')),
      );
      // The one beside it was only booked.
      expect(statusOf(other)).toBe(rule === 'booked' ? 'completed' : 'processing');
      expect(shop.courier.mails(id)).toEqual(rule === 'never' ? [] : ['completed']);
    },
  );

  it('is completed when all of its parcels are delivered, and not again after the merchant opened it', async () => {
    await connect({});
    const id = paid();
    await rounds();
    addLine(id);
    await later();
    await pushScans(test, await shipmentOf(id), ['picked_up', 'delivered']);
    await later();
    expect(statusOf(id)).toBe('processing');
    const second = await shipmentOf(`${id}-2`);
    await pushScans(test, second, ['picked_up', 'delivered']);
    await later();
    expect(statusOf(id)).toBe('completed');
    shop.courier.change(id, { status: 'processing' });
    for (const one of [await shipmentOf(id), second]) {
      await test.service.database.run('update shop_parcels set next_try_at = now() where shipment_id = $1', [
        one.id,
      ]);
      await later();
    }
    expect(statusOf(id)).toBe('processing');
  });

  it('is completed when the rest of it is wanted no more', async () => {
    await connect({});
    const id = paid();
    await rounds();
    await pushScans(test, await shipmentOf(id), ['picked_up']);
    addLine(id);
    await later();
    await pushScans(test, await shipmentOf(id), ['delivered']);
    await account.post('/cancel-order', { awbs: [(await shipmentOf(`${id}-2`)).attributes.tracking_number] });
    await later();
    expect(statusOf(id)).toBe('processing');
    const [line] = itemsOf(shop.courier.order(id)?.line_items);
    shop.courier.change(id, { line_items: [line] });
    await later();
    await rounds();
    expect(statusOf(id)).toBe('completed');
  });

  it('is not completed while a parcel comes back, waits or was cancelled in the shop', async () => {
    await connect({ complete_prepaid: 'picked_up' });
    const [returned, held, cancelled] = [paid(), paid(), paid()];
    await rounds();
    await pushScans(test, await shipmentOf(returned), ['picked_up', 'rto_initiated']);
    shop.courier.change(held, { status: 'on-hold' });
    shop.courier.change(cancelled, { status: 'cancelled' });
    for (const id of [held, cancelled]) await pushScans(test, await shipmentOf(id), ['picked_up']);
    await later();
    expect([returned, held, cancelled].map(statusOf)).toEqual(['processing', 'on-hold', 'cancelled']);
    const tasks = (await account.get('/shop-orders'))
      .json()
      .data.map((one: { number: string; task: string }) => [...[Number(one.number), one.task]]);
    expect(new Map(tasks).get(held)).toContain('has the order on hold or unpaid');
  });

  it('is opened again when its parcel is cancelled, so that it ships once more', async () => {
    await connect({ complete_prepaid: 'booked' });
    const [id, other] = [paid(), paid()];
    await rounds();
    await later();
    expect(statusOf(id)).toBe('completed');
    await account.post('/cancel-order', { awbs: [(await shipmentOf(id)).attributes.tracking_number] });
    await later();
    await later();
    expect([statusOf(id), statusOf(other)]).toEqual(['processing', 'completed']);
    const parcels = (await account.get('/shop-orders')).json().data;
    const parcel = parcels.find(({ number }: { number: string }) => number === String(id));
    expect(parcel).toMatchObject({ task_action: 'ship_again' });
    await account.put(`/shop-orders/${parcel.id}`, { ship_again: true });
    await later();
    await later();
    expect((await shipmentOf(`${id}-R2`)).attributes.tracking_number).toEqual(expect.any(String));
    expect(statusOf(id)).toBe('completed');
  });

  it('leaves a task where the shop does not change its status', async () => {
    await connect({});
    const id = paid();
    await rounds();
    shop.courier.keepsStatus = true;
    await pushScans(test, await shipmentOf(id), ['picked_up', 'delivered']);
    await later();
    const [{ task }] = (await account.get('/shop-orders')).json().data;
    expect(task).toContain('did not change the status of the order');
  });
});

describe('a cash order of WooCommerce', () => {
  it('is completed once its cash was paid out, also if the shop had dated it before', async () => {
    await connect({ complete_prepaid: 'booked' });
    const [id, dated] = [shop.courier.place(), shop.courier.place()];
    shop.courier.processOutside(dated);
    await rounds();
    for (const one of [id, dated]) await pushScans(test, await shipmentOf(one), ['picked_up', 'delivered']);
    await later();
    expect([statusOf(id), statusOf(dated)]).toEqual(['processing', 'processing']);
    await remit(await shipmentOf(id));
    expect([statusOf(id), statusOf(dated)]).toEqual(['completed', 'processing']);
    expect(shop.courier.order(id)?.date_paid_gmt).not.toBeNull();
    await remit(await shipmentOf(dated));
    expect(statusOf(dated)).toBe('completed');
  });

  it('is never completed by the other rule: one private note tells the payment, which is not dated', async () => {
    await connect({ complete_cash: 'never', customer_news: 'shop' });
    const id = shop.courier.place();
    await rounds();
    await pushScans(test, await shipmentOf(id), ['picked_up', 'delivered']);
    await later();
    await remit(await shipmentOf(id));
    await later();
    expect([statusOf(id), shop.courier.order(id)?.date_paid_gmt]).toEqual(['processing', null]);
    const about = shop.courier.notes(id).filter(({ note }) => String(note).includes('paid out'));
    expect(about).toMatchObject([{ customer_note: false }]);
  });
});

describe('what a shop tells its customers', () => {
  const TO_THE_DOOR = [
    'picked_up',
    'in_transit',
    'out_for_delivery',
    'ndr_raised',
    'out_for_delivery',
  ] as const;

  it.each([true, false])(
    'is at most that it was sent, could not be delivered, comes back, was delivered (fulfilments: %s)',
    async (hasFulfilments) => {
      shop.courier.hasFulfilments = hasFulfilments;
      await connect({ customer_news: 'shop' });
      const [prepaid, cash, returned] = [paid(), shop.courier.place(), paid()];
      await rounds();
      for (const id of [prepaid, cash, returned]) {
        const shipment = await shipmentOf(id);
        const end =
          id === returned ? (['rto_initiated', 'rto_delivered'] as const) : (['delivered'] as const);
        for (const status of [...TO_THE_DOOR, ...end]) {
          await pushScans(test, shipment, [status]);
          await later();
        }
      }
      const told = (id: number) =>
        shop.courier
          .mails(id)
          .map((mail) => mail.replace(/^The parcel \S+ (.*?)(?: to \S+: http\S+)?\.?$/, '$1'));
      const sent = hasFulfilments ? 'fulfillment' : 'was given';
      const failed = 'could not be delivered; the courier tries again';
      expect(told(prepaid)).toEqual([sent, failed, 'completed']);
      expect(told(cash)).toEqual([sent, failed, 'was delivered']);
      expect(told(returned)).toEqual([sent, failed, 'goes back to the sender']);
    },
  );

  it('is not told twice when the order is completed as it is sent, also beside a part that is fetched', async () => {
    await connect({ customer_news: 'shop', complete_prepaid: 'booked' });
    const lines = [
      { productId: 10, units: 1 },
      { productId: 12, units: 2 },
    ];
    const packages = [
      { methodId: 'flat_rate', lines: [0] },
      { methodId: 'local_pickup', lines: [1] },
    ];
    const [whole, mixed] = [paid(), paid({ lines, packages })];
    await rounds();
    await later();
    expect([whole, mixed].map((id) => shop.courier.mails(id))).toEqual([['completed'], ['completed']]);
  });

  it('is nothing by a shop that was connected before there was a rule, unless it told them before', async () => {
    const stored = async (news: string) => {
      const shopId = await connect({ customer_news: news });
      await test.service.database.run(
        `update shops set rules = rules - 'completePrepaid' - 'completeCash' where shop_id = $1`,
        [shopId],
      );
      return (await account.get(`/shops/${shopId}`)).json().data.rules;
    };
    expect(await stored('dakiya')).toMatchObject({ complete_prepaid: 'never', complete_cash: 'remitted' });
    account = await test.account();
    expect(await stored('shop')).toMatchObject({ complete_prepaid: 'delivered', complete_cash: 'remitted' });
  });
});

import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { STAND_IN_SETTINGS as OF_BLUE_DART } from '../../simulators/couriers/blue-dart/settings.ts';
import { STAND_IN_SETTINGS as OF_DELHIVERY } from '../../simulators/couriers/delhivery/settings.ts';
import { STAND_IN_SETTINGS as OF_EKART } from '../../simulators/couriers/ekart/settings.ts';
import { STAND_IN_SETTINGS as OF_SHIPROCKET } from '../../simulators/couriers/shiprocket/settings.ts';
import { STAND_INS } from '../../simulators/couriers/stand-ins.ts';
import type { StandIn } from '../../simulators/kit/stand-in.ts';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { START } from '../support/clock.ts';
import { connectCourier, courierLoopback } from '../support/connected-courier.ts';
import { runJobs } from '../support/jobs.ts';
import { lawRuns } from '../support/laws.ts';
import { makeWarehouse, orderBody } from '../support/orders.ts';
import { connectTestShop, openShopApp } from '../support/shops.ts';

const test = await openShopApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);
await account.post('/client-stores', { store_name: 'chai' });
/** The service that may ask stand-ins of couriers. */
const booking = await openApp({ shipping: { courierOutgoing: courierLoopback() } });
const stops: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));
/** Orders of one run: few, because every one is sent four times. */
const ORDERS = 6;
const RUNS = { numRuns: Math.min(lawRuns(3).numRuns, 8) };

type Sent = Record<string, unknown>;

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
/** Rupees with paise. */
const rupees = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((paise) => paise / 100);
/** A word as people send it: with characters that nobody sees, other scripts, quotes and signs. */
const word = (...some: string[]) =>
  fc.constantFrom(...some, 'Ａsha', 'आशा', '"Chai", großer', 'O’Neil\u200b');

const ITEM = fc.record(
  {
    name: word('Masala chai 250 g', 'Cup\ufeff'),
    sku: maybe(fc.constantFrom('CHAI-250', '=1+1', '00123', 'É/7', 'CUP\u200d')),
    units: fc.integer({ min: 1, max: 5 }),
    selling_price: fc.integer({ min: 100, max: 99_999 }).map((paise) => paise / 100),
    discount: maybe(rupees(1)),
    tax: maybe(fc.constantFrom(0, 5, 12, 18, '18.00')),
    hsn: maybe(fc.constantFrom('0902', '902', '09021010', '12')),
  },
  { requiredKeys: ['name', 'units', 'selling_price'] },
);

const PLACES = fc.constantFrom(
  { city: 'Mumbai', pincode: '400020', state: 'Maharashtra' },
  { city: 'Bijapur', pincode: '586101', state: 'KARNATAKA' },
  { city: 'Leh', pincode: 194101, state: 'Ladakh' },
  { city: 'Chennai', pincode: '560 038', state: 'Tamil Nadu' },
);
const PHONES = fc.constantFrom('9812345678', '+91 98123-45678', '09812345678', 9812345678);

/** A recipient as an order has one: none, with all parts, or without those that the buyer has too. */
const RECIPIENT = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom<Sent>({}, { shipping_is_billing: true }, { shipping_is_billing: null }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          flag: maybe(fc.constantFrom(false, null)),
          place: PLACES,
          name: maybe(word('Meera')),
          phone: maybe(PHONES),
          address: word('9 Marine Drive', '14 Rue de la Paix, 560001'),
        },
        { requiredKeys: ['place', 'address'] },
      )
      .map(
        ({ flag, place, name, phone, address }): Sent => ({
          shipping_is_billing: flag,
          shipping_customer_name: name,
          shipping_address: address,
          shipping_city: place.city,
          shipping_pincode: place.pincode,
          shipping_state: place.state,
          shipping_phone: phone,
        }),
      ),
  },
);

const ORDER = fc
  .record(
    {
      items: fc.array(ITEM, { minLength: 1, maxLength: 3 }),
      recipient: RECIPIENT,
      name: word('Asha'),
      place: PLACES,
      phone: PHONES,
      charges: fc.record(
        { shipping_charges: rupees(90), giftwrap_charges: rupees(20), transaction_charges: rupees(10) },
        { requiredKeys: [] },
      ),
      total_discount: maybe(rupees(1)),
      sub_total: fc.constantFrom('absent', 'goods', 'whole'),
      cash: fc.constantFrom('prepaid', 'absent', 'total', 'a part', 'more'),
      more: fc.record(
        {
          store_name: fc.constantFrom('chai', 'CHAI'),
          channel: fc.constantFrom('Shopify', 'web'),
          tags: fc.constantFrom(['gift', 'vip'], ['fragile']),
          external_id: fc.constantFrom('5501', '#5501\u200b'),
          order_date: fc.constantFrom('2026-11-15 23:59', '2026-11-16 00:00', '2026-11-14'),
          other_amount: rupees(5),
        },
        { requiredKeys: [] },
      ),
    },
    {
      requiredKeys: ['items', 'recipient', 'name', 'place', 'phone', 'charges', 'sub_total', 'cash', 'more'],
    },
  )
  .map(sentOf);

interface Drawn {
  readonly items: readonly {
    readonly units: number;
    readonly selling_price: number;
    readonly discount?: number | undefined;
  }[];
  readonly recipient: Sent;
  readonly name: string;
  readonly place: { readonly city: string; readonly pincode: string | number; readonly state: string };
  readonly phone: string | number;
  readonly charges: Readonly<Record<string, number>>;
  readonly total_discount?: number | undefined;
  readonly sub_total: string;
  readonly cash: string;
  readonly more: Sent;
}

function sentOf(drawn: Drawn): Sent {
  const { items, recipient, name, place, phone, charges, total_discount, sub_total, cash, more } = drawn;
  const paise = (value: number) => Math.round(value * 100);
  const goods =
    items.reduce(
      (sum, { units, selling_price, discount = 0 }) => sum + units * paise(selling_price) - paise(discount),
      0,
    ) - paise(total_discount ?? 0);
  const added = Object.values(charges).reduce((sum, charge) => sum + paise(charge), 0);
  const total = goods + added + paise(Number(more.other_amount ?? 0));
  const cashOf: Record<string, number | undefined> = {
    total,
    'a part': Math.ceil(total / 2),
    more: total + 4_900,
  };
  const cod = cashOf[cash];
  const sums: Record<string, number | undefined> = { goods: goods / 100, whole: (goods + added) / 100 };
  return {
    order_items: items,
    ...recipient,
    billing_customer_name: name,
    billing_city: place.city,
    billing_pincode: place.pincode,
    billing_state: place.state,
    billing_phone: phone,
    ...charges,
    total_discount,
    sub_total: sums[sub_total],
    payment_method: cash === 'prepaid' ? 'PREPAID' : 'COD',
    ...(cod !== undefined && { cod_collectible: cod / 100 }),
    ...more,
  };
}

let serial = 0;
/** The order under a new id, without the fields that it does not have. */
function named(door: string, order: Sent) {
  serial += 1;
  const body = orderBody(warehouseId, {
    shipping_is_billing: undefined,
    ...order,
    order_id: `${door}-${serial}`,
  });
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Sent & {
    order_id: string;
  };
}

/** All that is stored of an order, without ids and times of the making; null if it was not made. */
async function stored(orderId: string): Promise<unknown> {
  const [row] = await test.sql(
    `select to_jsonb(o) - $3::text[] as "order", to_jsonb(s) - $3::text[] as shipment, to_jsonb(p) - $3::text[] as parcel,
        (select jsonb_agg(to_jsonb(i) - $3::text[] order by i.position) from order_items i where i.account_id = $1 and i.order_id = o.order_id) as items,
        (select jsonb_agg(to_jsonb(c) - $3::text[] order by c.role) from order_contacts c where c.account_id = $1 and c.order_id = o.order_id) as contacts
      from orders o join shipments s using (account_id, order_id) join parcels p using (account_id, shipment_id)
      where o.account_id = $1 and o.display_id = $2`,
    [
      account.accountId,
      orderId,
      [
        'order_id',
        'display_id',
        'shipment_id',
        'item_id',
        'created_at',
        'updated_at',
        'newest_event_at',
        'newest_arrival',
      ],
    ],
  );
  if (row === undefined) return null;
  const { shipment, ...rest } = row as { shipment: Sent };
  // An external id that was not sent is the order's own.
  const text = JSON.stringify({ ...rest, shipment }).replaceAll(orderId, 'the id');
  return JSON.parse(text);
}

/** The rows of a file: one for each item, and the order in each of them. */
function rowsOf({ order_items, tags, ...order }: Sent): Sent[] {
  return (order_items as { name: string }[]).map(({ name, ...item }) => ({
    ...order,
    ...(tags !== undefined && { tags: (tags as string[]).join(', ') }),
    item_name: name,
    ...item,
  }));
}

function csvOf(rows: readonly Sent[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const quoted = (value: unknown) => (value == null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n');
}

describe('an order', () => {
  it('is stored alike by JSON, as a file, as lines of JSON, and by a change of another order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ORDER, { minLength: ORDERS, maxLength: ORDERS }), async (orders) => {
        const byJson = [];
        for (const order of orders) {
          const body = named('JSON', order);
          const answer = await account.post('/forward-order', body);
          expect([200, 422]).toContain(answer.statusCode);
          byJson.push({ body, answer: answer.json(), stored: await stored(body.order_id) });
        }
        const inFile = orders.map((order) => named('FILE', order));
        await account.post('/orders/import', csvOf(inFile.flatMap(rowsOf)), { 'content-type': 'text/csv' });
        const inLines = orders.map((order) => named('LINE', order));
        await account.post('/orders/import', inLines.map((line) => JSON.stringify(line)).join('\n'), {
          'content-type': 'application/x-ndjson',
        });
        await runJobs(test);
        for (const [at, made] of byJson.entries()) {
          if (made.stored !== null) {
            const { order_id } = named('PUT', {});
            await account.post('/forward-order', orderBody(warehouseId, { order_id }));
            const { order_id: _, ...change } = made.body;
            const changed = await account.put('/order', { ...change, order_id });
            expect(
              await stored(order_id),
              `as a change: ${JSON.stringify([made.body, changed.json()])}`,
            ).toEqual(made.stored);
          }
          const seen = JSON.stringify([made.body, made.answer]);
          expect(await stored(inLines[at]?.order_id ?? ''), `as a line: ${seen}`).toEqual(made.stored);
          expect(await stored(inFile[at]?.order_id ?? ''), `as a row: ${seen}`).toEqual(made.stored);
        }
      }),
      // Smaller orders would be sent one by one for minutes; what failed is shown with each order.
      { ...RUNS, endOnFailure: true },
    );
  });

  it('has the same amounts and items from a shop', async () => {
    const shop = await test.openShop();
    expect((await connectTestShop(account, shop, { booking: 'none' })).statusCode).toBe(201);
    const line = fc.record({
      units: fc.integer({ min: 1, max: 5 }),
      paise: fc.integer({ min: 2_000, max: 99_999 }),
    });
    const placed = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      delivery: fc.integer({ min: 0, max: 9_900 }),
      more: fc.constantFrom(0, 0, 2_000),
    });
    const text = (paise: number) => (paise / 100).toFixed(2);
    await fc.assert(
      fc.asyncProperty(fc.array(placed, { minLength: ORDERS, maxLength: ORDERS }), async (orders) => {
        const ids = [];
        for (const { lines, delivery, more } of orders) {
          const sold = lines.map(({ units, paise }) => {
            serial += 1;
            const product = {
              id: 1_000 + serial,
              name: `Cup ${serial}`,
              sku: `CUP-${serial}`,
              price: text(paise),
            };
            shop.courier.addProduct(product);
            return { ...product, units };
          });
          const total = lines.reduce((sum, { units, paise }) => sum + units * paise, delivery + more);
          const id = shop.courier.place({
            lines: sold.map((item) => ({ productId: item.id, units: item.units })),
          });
          shop.courier.change(id, {
            total: text(total),
            shipping_lines: delivery === 0 ? [] : [{ total: text(delivery), total_tax: '0.00' }],
          });
          const body = named('SHOP', {
            order_items: sold.map(({ name, sku, price, units }) => ({
              name,
              sku,
              units,
              selling_price: price,
            })),
            sub_total: undefined,
            payment_method: 'COD',
            shipping_charges: delivery / 100,
            cod_collectible: total / 100,
          });
          const answer = await account.post('/forward-order', body);
          expect(answer.statusCode, answer.body).toBe(200);
          ids.push([String(id), body.order_id] as const);
        }
        await test.later();
        for (const [ofShop, byJson] of ids) expect(await amountsOf(ofShop)).toEqual(await amountsOf(byJson));
      }),
      { ...RUNS, endOnFailure: true },
    );
  });
});

/** Writes down the bookings that a courier is asked for. */
function writingDown(courier: StandIn, asked: string[]): StandIn {
  const routes = courier.routes.map((route) => ({
    ...route,
    answer: (request: Parameters<typeof route.answer>[0]) => {
      if (['create', 'waybill'].includes(route.call)) asked.push(decodeURIComponent(request.body));
      return route.answer(request);
    },
  }));
  return Object.assign(courier, { routes });
}

describe('the courier of an order', () => {
  it.each([
    ['delhivery', OF_DELHIVERY, 'Surface'],
    ['ekart', OF_EKART, 'SURFACE'],
    ['shiprocket', OF_SHIPROCKET, '10'],
    ['blue_dart', OF_BLUE_DART, ''],
  ])('%s is asked for the same by JSON and by a file', async (name, settings, courierProduct) => {
    const asked: string[] = [];
    const Played = await STAND_INS[name]?.();
    if (Played === undefined) expect.fail(`${name} has no stand-in`);
    const standIn = await startStandIn((dependencies) => writingDown(new Played(dependencies), asked), {
      startsAt: START,
    });
    stops.push(() => standIn.stop());
    booking.takeAlong(standIn.clock);
    const merchant = await connectCourier(
      { test: booking, standIn, stop: async () => undefined },
      { settings, courierProduct, warehouse: { name: `Okhla ${name.slice(0, 4)}` } },
    );
    await merchant.account.post('/client-stores', { store_name: 'chai' });
    /** What the courier was asked for this order, without our names of the booking. Each text once, because a booking may be repeated. */
    const bookingsOf = (orderId: string) => {
      const ours = asked.filter((body) => body.includes(orderId));
      const plain = ours.map((body) =>
        body.replaceAll(orderId, 'the id').replace(/"(waybill|CreditReferenceNo)":"\w+"/g, '"$1":"ours"'),
      );
      return [...new Set(plain)];
    };
    let booked = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ORDER, { minLength: ORDERS, maxLength: ORDERS }), async (orders) => {
        const of = { warehouse_id: merchant.warehouseId, carrier_id: CARRIER };
        const byJson = orders.map((order) => ({ ...named('BOOK', order), ...of }));
        for (const body of byJson) await merchant.account.post('/forward-order-orchestration', body);
        const inFile = orders.map((order) => ({ ...named('FILE', order), ...of }));
        const file = csvOf(inFile.flatMap(rowsOf));
        await merchant.account.post('/orders/import?book=1', file, { 'content-type': 'text/csv' });
        await runJobs(booking);
        for (const [at, body] of byJson.entries()) {
          const wanted = bookingsOf(body.order_id);
          booked += wanted.length;
          expect(bookingsOf(inFile[at]?.order_id ?? ''), JSON.stringify(body)).toEqual(wanted);
        }
      }),
      { ...RUNS, endOnFailure: true },
    );
    expect(booked).toBeGreaterThan(0);
  });
});

/** The amounts of an order, and its items. */
async function amountsOf(orderId: string): Promise<unknown> {
  const rows = await test.sql(
    `select array[o.sub_total_paise, o.total_discount_paise, o.shipping_charges_paise, o.giftwrap_charges_paise,
            o.transaction_charges_paise, o.other_amount_paise, s.total_price_paise, s.cod_amount_paise]::text[] as amounts,
        (select jsonb_agg(jsonb_build_array(i.name, i.sku, i.units, i.selling_price_paise, i.discount_paise) order by i.position)
           from order_items i where i.account_id = $1 and i.order_id = o.order_id) as items
      from orders o join shipments s using (account_id, order_id) where o.account_id = $1 and o.display_id = $2`,
    [account.accountId, orderId],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

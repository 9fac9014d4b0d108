import { MOMENTS } from '../../src/domain/tracking/moments.ts';
import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import type { OutgoingText, Transports } from '../../src/messages/transport.ts';
import { runMaintenance } from '../../src/usecases/maintenance.ts';
import { linkCodeOf } from '../../src/usecases/tracking/tracking-links.ts';
import { PUBLIC_URL, startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { multipart } from '../support/multipart.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { bookReturn } from '../support/returns.ts';
import { BRANDS } from './brands.ts';

/** The journeys to each state of a customer's page. */
export const JOURNEYS: Readonly<Record<string, readonly GranularStatus[]>> = {
  booked: [],
  'on-its-way': ['picked_up', 'in_transit'],
  'out-for-delivery': ['picked_up', 'in_transit', 'out_for_delivery'],
  delivered: ['picked_up', 'in_transit', 'out_for_delivery', 'delivered'],
  'not-delivered': ['picked_up', 'in_transit', 'out_for_delivery', 'ndr_raised'],
  'on-hold': ['picked_up', 'in_transit', 'on_hold'],
  'going-back': [
    'picked_up',
    'in_transit',
    'out_for_delivery',
    'ndr_raised',
    'rto_initiated',
    'rto_in_transit',
  ],
  'back-with-the-seller': ['picked_up', 'in_transit', 'rto_initiated', 'rto_in_transit', 'rto_delivered'],
  lost: ['picked_up', 'in_transit', 'lost'],
  damaged: ['picked_up', 'in_transit', 'damaged'],
  cancelled: ['cancelled'],
};

/** The journeys of returns, in the words of couriers: from the customer to the seller. */
export const RETURNS: Readonly<Record<string, readonly string[]>> = {
  'return-is-fetched': [],
  'return-was-missed': ['not_picked'],
  'return-on-its-way': ['picked_up'],
  'return-received': ['picked_up', 'delivered'],
  'return-cancelled': ['cancelled'],
};

const STATE = 'out-for-delivery';
/** A store that writes in Hindi. */
const HINDI_STORE = { store_name: 'haat', brand_name: 'Haat', brand_color: '#5B3A8C', logo: null } as const;

/** A service with an order in every state, and one of each brand. */
export interface PictureGround {
  readonly test: TestApp;
  readonly account: TestAccount;
  /** `http://127.0.0.1:...`. */
  readonly address: string;
  /** The page paths of each state's order, and of each store's. */
  readonly pages: ReadonlyMap<string, string>;
  readonly shipmentIds: readonly string[];
  /** Indexed by the name of the store. */
  readonly storeIds: ReadonlyMap<string, string>;
  readonly warehouseId: string;
  /** The last code that was texted to a customer. */
  readonly lastCode: () => string;
}

const ITEMS = [
  {
    name: 'Cotton kurta, indigo, size L',
    sku: 'KUR-IND-L',
    units: 2,
    selling_price: 649.5,
    tax: 5,
    hsn: '6204',
  },
  {
    name: 'Block print bedsheet with two pillow covers',
    sku: 'BED-2',
    units: 1,
    selling_price: 1299,
    tax: 5,
    hsn: '6302',
  },
];

/** How long ago the delayed parcel was booked. */
const DELAY_MS = 7 * 86_400_000;

/** A Wednesday at 10:30 in India. All dates in the pictures depend on it. */
const NOW = new Date('2026-11-25T05:00:00.000Z');

export async function openGround(): Promise<PictureGround> {
  let lastCode = '';
  const transports: Transports = {
    email: {
      moments: new Set([...MOMENTS, 'code']),
      send: async () => ({ outcome: 'sent', providerId: null }),
    },
    sms: {
      moments: new Set(['code']),
      send: async ({ values }: OutgoingText) => {
        lastCode = values.code;
        return { outcome: 'sent', providerId: null };
      },
    },
  };
  const messaging = { transports, publicUrl: () => PUBLIC_URL };
  const test = await startApp({ now: new Date(NOW.getTime() - DELAY_MS), shipping: { messaging } });
  const account = await test.account('Sunrise Traders');
  const warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
  const messages = MOMENTS.map((moment) => ({ moment, enabled: true }));
  const settings = { payment_link: 'https://pay.shop.example/{order_id}', messages };
  const told = { method: 'PUT', url: `${API}/message-settings`, headers: account.headers } as const;
  await test.app.inject({ ...told, payload: settings });
  const storeIds = new Map<string, string>();
  for (const { logo, ...fields } of [...BRANDS, HINDI_STORE]) {
    const texts = { ...fields, support_phone: '1800 123 4567', support_email: 'help@shop.example' };
    const form = multipart([
      ...Object.entries(texts).map(([name, value]) => ({ name, value })),
      ...(logo === null ? [] : [{ name: 'logo', file: await logo(), filename: 'logo.png' }]),
    ]);
    const made = await account.post('/client-stores', form.payload, form.headers);
    if (made.statusCode !== 201) throw new Error(made.body);
    storeIds.set(fields.store_name, made.json().data.id);
    const languages = fields.store_name === 'haat' ? ['hi', 'en'] : ['en', 'hi', 'bn', 'mr', 'ta'];
    const payload = { languages, return_days: 7 };
    await account.put(`/client-stores/${made.json().data.id}`, payload);
  }
  const courier = await carrierHeaders(test);
  const pages = new Map<string, string>();
  const shipmentIds: string[] = [];
  const book = async (
    name: string,
    store: string,
    statuses: readonly GranularStatus[],
    order_id = `KH-${1000 + pages.size}`,
  ): Promise<string> => {
    const order = {
      order_id,
      store_name: store,
      carrier_id: CARRIER,
      order_items: ITEMS,
      sub_total: 2598,
      payment_method: 'COD',
      cod_collectible: 2598,
    };
    const payload = orderBody(warehouseId, order);
    const booked = await account.post('/forward-order-orchestration', payload);
    const { shipment_id, awb_code } = booked.json().payload;
    for (const status of statuses) {
      test.advance(60_000);
      const event = { tracking_number: awb_code, status, event_date_time: test.service.now().toISOString() };
      await sendEvents(test, courier, { events: [event] });
    }
    const query = new URLSearchParams({ order: order.order_id, phone: '3210' });
    const { headers } = await test.app.inject({ url: `/track?${query}` });
    pages.set(name, String(headers.location));
    return shipment_id;
  };
  await book('delayed', 'kavi', JOURNEYS['on-its-way'] ?? [], 'KH-987');
  test.advance(NOW.getTime() - test.service.now().getTime());
  await runMaintenance(test.service, (error) => {
    throw error;
  });
  for (const [name, statuses] of Object.entries(JOURNEYS))
    shipmentIds.push(await book(name, 'kavi', statuses));
  for (const { store_name } of BRANDS) {
    shipmentIds.push(await book(store_name, store_name, JOURNEYS[STATE] ?? []));
  }
  shipmentIds.push(await book('asked-again', 'chai', JOURNEYS['not-delivered'] ?? []));
  shipmentIds.push(await book('asked-back', 'ghar-bazaar', JOURNEYS.delivered ?? []));
  shipmentIds.push(await book('hindi-store', 'haat', JOURNEYS['not-delivered'] ?? []));
  const received = orderBody(warehouseId, { store_name: 'kavi', order_items: ITEMS, sub_total: 2598 });
  await account.post('/forward-order', received);
  for (const [name, statuses] of Object.entries(RETURNS)) {
    const back = await bookReturn(account, warehouseId, {
      store_name: 'kavi',
      order_items: [{ ...ITEMS[0], units: 1 }],
    });
    const fetching = await carrierHeaders(test, [back.courier_company_id]);
    for (const status of statuses) {
      test.advance(60_000);
      const event_date_time = test.service.now().toISOString();
      const events = [{ tracking_number: back.awb_code, status, event_date_time }];
      await sendEvents(test, fetching, { events });
    }
    const shipment = { accountId: account.accountId, shipmentId: back.shipment_id };
    pages.set(name, `/t/${await linkCodeOf(test.service, shipment)}`);
  }
  return {
    test,
    account,
    address: await test.app.listen({ host: '127.0.0.1', port: 0 }),
    pages,
    shipmentIds,
    storeIds,
    warehouseId,
    lastCode: () => lastCode,
  };
}

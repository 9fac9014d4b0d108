import { SYSTEM } from '../../src/domain/actor.ts';
import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import { applyEvents } from '../../src/storage/tracking/apply-events.ts';
import { changeBy } from '../../src/usecases/service.ts';
import type { TestAccount, TestApp } from './app.ts';

import { API } from './client.ts';

export { API };

/** A valid order; change what a test is about. */
export function orderBody(warehouseId: string, changes: Record<string, unknown> = {}) {
  counter += 1;
  return {
    order_id: `CHAI-${counter}`,
    order_date: '2026-11-16 10:30',
    billing_customer_name: 'Asha',
    billing_last_name: 'Rao',
    billing_address: '12, 4th Cross, Indiranagar',
    billing_city: 'Bengaluru',
    billing_pincode: '560038',
    billing_state: 'Karnataka',
    billing_country: 'India',
    billing_email: 'asha@example.in',
    billing_phone: '9876543210',
    shipping_is_billing: true,
    order_items: [{ name: 'Masala chai 250 g', sku: 'CHAI-250', units: 2, selling_price: 249.5 }],
    payment_method: 'PREPAID',
    sub_total: 499,
    length: 10,
    breadth: 10,
    height: 10,
    weight: 0.45,
    warehouse_id: warehouseId,
    ...changes,
  };
}

/** A delivery to another person and city than those of the bill. */
export const DELIVERED_ELSEWHERE = {
  shipping_is_billing: false,
  shipping_customer_name: 'Meera',
  shipping_address: '9 Marine Drive',
  shipping_city: 'Mumbai',
  shipping_pincode: '400020',
  shipping_state: 'Maharashtra',
  shipping_phone: '9812345678',
} as const;

// So that no id is the beginning of the SKU CHAI-250, which a search would find too.
let counter = 1_000;

export function warehouseBody(changes: Record<string, unknown> = {}) {
  return {
    name: 'Okhla',
    phone_number: '9876500000',
    email: 'okhla@example.in',
    contact_person: 'Ravi Kumar',
    address_attributes: {
      street_address: 'A-12, Okhla Phase I',
      zip: '110020',
      city: 'New Delhi',
      state: 'Delhi',
      country: 'India',
    },
    ...changes,
  };
}

/** Makes a warehouse in Delhi and gives its id. */
export async function makeWarehouse(account: TestAccount, changes: object = {}): Promise<string> {
  const response = await account.post('/warehouse', warehouseBody({ ...changes }));
  return response.json().payload.warehouse_id;
}

/** Scans a shipment through these statuses, a minute apart, the last one now. */
export async function scan(
  test: TestApp,
  { accountId }: TestAccount,
  shipmentId: string,
  statuses: readonly GranularStatus[],
): Promise<void> {
  const { service } = test;
  for (const status of statuses) {
    test.advance(60_000);
    await service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
      writer.skipAudit('a scan of a test');
      await applyEvents(writer, [scanNow(test, shipmentId, status)]);
    });
  }
}

/** A scan of this moment. */
export function scanNow({ service }: TestApp, shipmentId: string, status: GranularStatus) {
  return {
    shipmentId,
    eventId: service.newId(),
    carrierEventKey: null,
    status,
    eventTime: service.now().getTime(),
    reason: null,
    actor: SYSTEM,
    location: null,
    description: null,
    carrierStatus: null,
    carrierReason: null,
  };
}

const WRITTEN_TABLES = [
  'orders',
  'order_contacts',
  'order_items',
  'shipments',
  'parcels',
  'bookings',
  'tracking_numbers',
  'tracking_events',
  'shipment_skus',
  'shipment_tags',
  'shipment_search',
  'idempotency_keys',
];

/** The number of rows in each table that orders write to: a refusal leaves all unchanged. */
export async function countRows({ database }: TestApp): Promise<Record<string, number>> {
  const counts = WRITTEN_TABLES.map((table) => `(select count(*)::integer from ${table}) as ${table}`);
  const rows = await database.sql(`select ${counts.join(', ')}`);
  return rows[0];
}

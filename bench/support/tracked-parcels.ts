import { CARRIER } from './live-shipments.ts';
import type { RunningService } from './server-process.ts';

const API = '/custom/api/v1';
const CITIES = ['New Delhi', 'Jaipur', 'Vadodara', 'Mumbai', 'Pune', 'Bengaluru'];
const DAY_MS = 86_400_000;

/** The history on a customer's page of a parcel that was in transit for long. */
export interface Trail {
  readonly items: number;
  readonly scans: number;
}

/**
 * Makes booked parcels with such histories, each out for delivery. @returns their order ids and tracking
 * numbers
 */
export async function makeTrackedParcels(
  service: RunningService,
  courier: string,
  parcels: number,
  { items, scans }: Trail,
): Promise<{ readonly orderId: string; readonly trackingNumber: string }[]> {
  const post = async <Answer>(path: string, body: object, authorization: string): Promise<Answer> => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  await post(
    `${API}/client-stores`,
    {
      store_name: 'kavi',
      brand_name: 'Kavi Handlooms',
      brand_color: '#B3261E',
      support_phone: '1800 123 4567',
      support_email: 'help@shop.example',
    },
    service.apiKey,
  );
  const warehouse = await post<{ payload: { warehouse_id: string } }>(
    `${API}/warehouse`,
    {
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
    },
    service.apiKey,
  );
  const made: { orderId: string; trackingNumber: string }[] = [];
  for (let number = 1; number <= parcels; number += 1) {
    const orderId = `KH-${number}`;
    const { payload } = await post<{ payload: { awb_code: string } }>(
      `${API}/forward-order-orchestration`,
      orderOf(orderId, warehouse.payload.warehouse_id, items),
      service.apiKey,
    );
    made.push({ orderId, trackingNumber: payload.awb_code });
  }
  for (const { trackingNumber } of made) {
    const events = Array.from({ length: scans }, (_, index) => scanOf(trackingNumber, index, scans));
    await post('/carrier-events', { events }, courier);
  }
  return made;
}

function orderOf(orderId: string, warehouseId: string, items: number): object {
  return {
    order_id: orderId,
    order_date: '2026-11-16 10:30',
    store_name: 'kavi',
    carrier_id: CARRIER,
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
    order_items: Array.from({ length: items }, (_, index) => ({
      name: `Cotton kurta number ${index + 1}, hand block print, indigo`,
      sku: `KUR-${index + 1}`,
      units: 1 + (index % 3),
      selling_price: 100,
    })),
    payment_method: 'COD',
    cod_collectible: 1299,
    sub_total: 1299,
    length: 10,
    breadth: 10,
    height: 10,
    weight: 0.2,
    warehouse_id: warehouseId,
  };
}

/** Four days of hubs, and out for delivery today. */
function scanOf(trackingNumber: string, index: number, scans: number): object {
  const isLast = index === scans - 1;
  const status = index === 0 ? 'picked_up' : isLast ? 'out_for_delivery' : 'in_transit';
  const at = Date.now() - ((scans - 1 - index) * 4 * DAY_MS) / scans - 60_000;
  return {
    tracking_number: trackingNumber,
    status,
    event_date_time: new Date(at).toISOString(),
    location: `${CITIES[index % CITIES.length]} gateway`,
    description: `Scanned at hub ${index}`,
  };
}

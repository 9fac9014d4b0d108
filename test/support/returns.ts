import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.ts';
import type { TestAccount } from './app.ts';

let counter = 0;

/** A valid return, with changes. */
export function returnBody(warehouseId: string, changes: Record<string, unknown> = {}) {
  counter += 1;
  return {
    order_id: `RET-${counter}`,
    order_date: '2026-11-16 10:30',
    pickup_customer_name: 'Asha',
    pickup_last_name: 'Rao',
    pickup_address: '12, 4th Cross, Indiranagar',
    pickup_city: 'Bengaluru',
    pickup_state: 'Karnataka',
    pickup_country: 'India',
    pickup_pincode: '560038',
    pickup_email: 'asha@example.in',
    pickup_phone: '9876543210',
    order_items: [{ name: 'Kurta, blue', sku: 'KURTA-M', units: 1, selling_price: 899 }],
    payment_method: 'PREPAID',
    sub_total: 899,
    length: 20,
    breadth: 15,
    height: 5,
    weight: 0.34,
    warehouse_id: warehouseId,
    return_reason: 'Too small',
    ...changes,
  };
}

/** An item that the courier checks at pickup (QC). */
export const QC_ITEM = {
  name: 'Kurta, blue',
  sku: 'KURTA-M',
  units: 1,
  selling_price: 899,
  qc_enable: true,
  qc_product_name: 'Blue kurta',
  qc_product_image: 'https://shop.example/kurta.jpg',
  qc_brand: 'Chai Shop',
};

/** A picture on somebody else's server. */
export interface ServedPicture {
  readonly address: string;
  /** How often it was requested. */
  readonly asked: number;
  readonly close: () => void;
}

/**
 * Serves a picture until it is closed.
 *
 * @param before each answer waits for it
 */
export async function servePicture(
  before: () => Promise<void> = async () => undefined,
): Promise<ServedPicture> {
  let asked = 0;
  const server = createServer((_, reply) => {
    asked += 1;
    void before().then(() => reply.end(readFileSync(join(PACKAGE_ROOT, 'examples/logo.png'))));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/door.png`,
    get asked() {
      return asked;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Makes and books a return, and returns the payload of the answer. */
export async function bookReturn(
  account: TestAccount,
  warehouseId: string,
  changes: Record<string, unknown> = {},
) {
  const response = await account.post('/reverse-order-orchestration', returnBody(warehouseId, changes));
  return response.json().payload;
}

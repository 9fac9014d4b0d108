import { type Client, post, type RunningService } from './server-process.ts';

/** A quote from Delhi to Mumbai, as `POST /rates` takes it. */
export const QUOTE_BODY = JSON.stringify({
  journey_type: 'forward',
  origin_pincode: '110001',
  destination_pincode: '400001',
  dead_weight: 500,
  length: 10,
  width: 10,
  height: 10,
  payment_method: 'prepaid',
});

/**
 * Bodies of orders with unique ids, for a new store and a new warehouse.
 *
 * @param extra further fields of each order
 */
export async function orderBodies(client: Client, extra: object = {}): Promise<() => string> {
  await post(client, '/client-stores', { store_name: 'Chai-Point', brand_name: 'Chai Point' });
  const warehouse_id = await makeOkhla(client);
  let orders = 0;
  return () => {
    orders += 1;
    return JSON.stringify({
      order_id: `CHAI-${orders}`,
      order_date: '2026-11-16 10:30',
      store_name: 'Chai-Point',
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
      order_items: [
        { name: 'Masala chai 250 g', sku: 'CHAI-250', units: 2, selling_price: 249.5 },
        { name: 'Ginger chai 100 g', sku: 'CHAI-100', units: 1, selling_price: 120 },
      ],
      payment_method: 'COD',
      cod_collectible: 619,
      sub_total: 619,
      length: 10,
      breadth: 10,
      height: 10,
      weight: 0.45,
      warehouse_id,
      tags: 'festive',
      ...extra,
    });
  };
}

/** Makes a warehouse in Delhi. @returns its id */
export async function makeOkhla(client: Client): Promise<string> {
  const { payload } = await post<{ payload: { warehouse_id: string } }>(client, '/warehouse', {
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
  });
  return payload.warehouse_id;
}

/** @returns a credential for the scans of all carriers */
export async function carrierCredential(service: RunningService): Promise<string> {
  const carriers = JSON.parse(await service.command('carrier', 'list', '--json')) as { carrier_id: string }[];
  const ids = carriers.map(({ carrier_id }) => carrier_id).join(',');
  const made = await service.command('carrier', 'credential', 'create', '--carriers', ids, '--json');
  return (JSON.parse(made) as { credential: string }).credential;
}

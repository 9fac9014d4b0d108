import type { components, operations } from '../../../../.cache/typed-client/dakiya-api.ts';

/* Compiled against the client that the test before it has generated: what it names must be there. */

type Order = components['schemas']['Order'];
type Shipment = components['schemas']['Shipment'];
type Quote = components['schemas']['Quote'];
type NewOrder = components['schemas']['NewOrder'];
type NdrReason = components['schemas']['NdrReason'];

type OperationId = keyof operations;

type Parts<Id extends OperationId> = {
  path?: operations[Id]['parameters']['path'];
  query?: operations[Id]['parameters']['query'];
  body?: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : never;
};

type Answer<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : operations[Id]['responses'] extends { 201: { content: { 'application/json': infer Body } } }
    ? Body
    : string;

type Send = <Id extends OperationId>(id: Id, parts?: Parts<Id>) => Promise<Answer<Id>>;

interface World {
  readonly warehouseId: string;
  readonly webhookUrl: string;
  readonly now: string;
  readonly user: { username: string; password: string };
}

/** One call of each tag. */
export async function callEachTag(send: Send, { warehouseId, webhookUrl, now, user }: World): Promise<void> {
  const { token }: { token: string } = await send('createToken', { body: user });
  use(token);
  const store = await send('createStore', { body: { store_name: 'typed', brand_name: 'Chai & Co' } });
  use<'connected' | 'disconnected'>(store.data.status);
  const warehouse = await send('getWarehouse', { path: { id: warehouseId } });
  use<boolean>(warehouse.data.is_active);
  const quote: Quote = await send('quoteRates', {
    body: {
      journey_type: 'forward',
      origin_pincode: '560001',
      destination_pincode: '110001',
      dead_weight: 500,
      length: 10,
      width: 10,
      height: 10,
      payment_method: 'prepaid',
    },
  });
  use<'A' | 'B' | 'C' | 'D' | 'E'>(quote.result.shipment_details.zone);
  const wanted: NewOrder = {
    order_id: 'TYPED-1',
    order_date: now,
    billing_customer_name: 'Asha',
    billing_address: '14, Lajpat Nagar II',
    billing_city: 'New Delhi',
    billing_pincode: '110024',
    billing_state: 'Delhi',
    billing_phone: '9876543210',
    order_items: [{ name: 'Assam tea 250 g', units: 2, selling_price: 249.5 }],
    payment_method: 'PREPAID',
    sub_total: 499,
    length: 10,
    breadth: 10,
    height: 10,
    weight: 0.5,
    warehouse_id: warehouseId,
  };
  const { payload: order }: { payload: Order } = await send('createOrderAndBook', { body: wanted });
  const number = order.awb_code ?? '';
  const { data: shipments }: { data: Shipment[] } = await send('listShipments', { body: { search: number } });
  const reason: NdrReason | null | undefined = shipments[0]?.attributes.ndr_reason;
  use(reason);
  const { data: charged } = await send('getShippingCharges', { body: { awbs: [number] } });
  use(charged.length);
  const { data: returns } = await send('listReturns', { body: { qc_status: ['pending'] } });
  use<'pending' | 'passed' | 'failed' | null | undefined>(returns[0]?.attributes.qc_status);
  const file: string = await send('createLabels', {
    body: { shipment_ids: [order.shipment_id], format: 'zpl' },
  });
  use(file);
  const { data: requests } = await send('listCustomerRequests', { query: { state: 'waiting' } });
  use<string | undefined>(requests[0]?.landmark ?? undefined);
  const { data: messages } = await send('listMessages', { query: { per_page: 5 } });
  use<'email' | 'sms' | 'whatsapp' | undefined>(messages[0]?.channel);
  const hook = { url: webhookUrl, events: ['status_change' as const] };
  use<string>((await send('createWebhook', { body: hook })).data.secret);
  const key = { name: 'typed', scope: 'read' as const };
  use<string | null>((await send('createKey', { body: key })).data.attributes.token);
  const event = { tracking_number: number, status: 'picked_up', event_date_time: now };
  const { data: results } = await send('recordCarrierEvents', { body: { events: [event] } });
  use<string | undefined>(results[0]?.result);
  use<string>(await send('showParcelPage', { path: { number } }));
  const { data: records } = await send('listAudit');
  use<'key' | 'user' | 'operator' | 'system' | 'carrier' | undefined>(records[0]?.actor.kind);
  const { data: jobs } = await send('listJobs', { query: { per_page: 5 } });
  use<'ship' | 'cancel' | 'reattempt' | 'rto' | 'label' | 'manifest' | 'tag' | undefined>(jobs[0]?.action);
  const { data: couriers } = await send('listCouriers');
  use<string | undefined>(couriers[0]?.courier);
  const { data: shops } = await send('listShopSystems');
  use<boolean | undefined>(shops[0]?.can.webhooks);
  const { data: manifests } = await send('listManifests', { query: { per_page: 5 } });
  use<string | undefined>(manifests[0]?.carrier.name);
  const { data: invoices } = await send('listInvoices', { query: { per_page: 5 } });
  use<'invoice' | 'credit_note' | undefined>(invoices[0]?.kind);
  const { meta: imports } = await send('listImports', { query: { per_page: 5 } });
  use<number>(imports.total);
  const { data: me } = await send('getSession');
  use<'viewer' | 'packer' | 'manager' | 'owner'>(me.role);
  const { meta: views } = await send('listViews', { query: { page: 'shipments' } });
  use<number>(views.total);
  const { status } = await send('getHealth');
  use<'up'>(status);
}

/** That a value is of this type is all that is asked of it. */
function use<T>(value: T): T {
  return value;
}

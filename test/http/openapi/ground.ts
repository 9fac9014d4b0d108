import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { createUser } from '../../../src/usecases/accounts/create-user.ts';
import { startApp, type TestAccount, type TestApp } from '../../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders } from '../../support/carriers.ts';
import { csvOf, importFile } from '../../support/files.ts';
import { runJobs } from '../../support/jobs.ts';
import { multipart } from '../../support/multipart.ts';
import { API, makeWarehouse, orderBody, scan } from '../../support/orders.ts';
import { returnBody } from '../../support/returns.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../../support/webhooks.ts';

/** What a request names that must be there, in place of the ids of the examples. */
export interface Ground {
  readonly headers: { authorization?: string };
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Fields of the body, wherever they stand. */
  readonly body?: Readonly<Record<string, unknown>>;
}

type MakeGround = (at: { test: TestApp; account: TestAccount }) => Promise<Partial<Ground>>;

/** Of the operations whose examples name something: what makes it. */
const GROUNDS: Readonly<Record<string, MakeGround>> = {
  createToken: async ({ test, account }) => {
    await createUser(test.service, OPERATOR, account.accountId, {
      name: 'Asha',
      phone: null,
      email: 'asha@example.in',
      password: 'correct horse battery',
    });
    return {};
  },
  revokeKey: withKey,
  revokeApiKey: withKey,
  createOrder: withWarehouse,
  createOrderAndBook: withWarehouse,
  bookShipment: async ({ test, account }) => {
    const payload = orderBody(await makeWarehouse(test, account));
    const answer = await post(test, account, '/forward-order', payload);
    return { body: { shipment_id: answer.payload.shipment_id } };
  },
  createReturn: withWarehouse,
  createReturnAndBook: withWarehouse,
  createExchangeAndBook: async ({ test, account }) => {
    return { body: { forward_warehouse_id: await makeWarehouse(test, account) } };
  },
  bookReturn: async ({ test, account }) => {
    const payload = returnBody(await makeWarehouse(test, account));
    const answer = await post(test, account, '/reverse-order', payload);
    return { body: { return_id: answer.payload.return_id } };
  },
  getReturn: async ({ test, account }) => {
    const payload = returnBody(await makeWarehouse(test, account));
    const answer = await post(test, account, '/reverse-order', payload);
    return { path: { id: answer.payload.return_id } };
  },
  updateOrder: async ({ test, account }) => {
    const payload = orderBody(await makeWarehouse(test, account), { order_id: 'CHAI-1001' });
    await post(test, account, '/forward-order', payload);
    return {};
  },
  cancelShipments: async (at) => ({ body: { awbs: [(await booked(at)).trackingNumber] } }),
  trackShipments: async (at) => ({ body: { awbs: [(await booked(at)).trackingNumber] } }),
  getShippingCharges: async (at) => ({ body: { awbs: [(await booked(at)).trackingNumber] } }),
  requestReattempt: failedDelivery,
  initiateRto: failedDelivery,
  recordCarrierEvents: async (at) => {
    const { trackingNumber } = await booked(at);
    return { headers: await carrierHeaders(at.test), body: { tracking_number: trackingNumber } };
  },
  getShipment: async (at) => ({ path: { id: (await booked(at)).shipmentId } }),
  setShipmentTags: async (at) => ({ path: { id: (await booked(at)).shipmentId } }),
  addShipmentNote: async (at) => ({ path: { id: (await booked(at)).shipmentId } }),
  createWebhook: async () => ({ body: WEBHOOK }),
  getWebhook: withWebhook,
  updateWebhook: async (at) => ({ ...(await withWebhook(at)), body: WEBHOOK }),
  deleteWebhook: withWebhook,
  rotateWebhookSecret: withWebhook,
  testWebhook: withWebhook,
  replayWebhookDeliveries: withWebhook,
  listWebhookDeliveries: withWebhook,
  resendWebhookDelivery: async (at) => {
    const { id } = await makeWebhook(at.test, at.account, WEBHOOK);
    await booked(at);
    await sendDueWebhooks(at.test);
    const { data } = await get(at.test, at.account, `/webhooks/${id}/deliveries`);
    return { path: { id, delivery: data[0].id } };
  },
  getRemittance: async (at) => ({ path: { id: (await withRemittance(at)).remittanceId } }),
  exportRemittance: async (at) => ({ path: { id: (await withRemittance(at)).remittanceId } }),
  acceptWeightDifference: withDifference,
  disputeWeightDifference: withDifference,
  settleWeightDifference: async (at) => {
    const ground = await withDifference(at);
    await post(at.test, at.account, `/weight-differences/${ground.path?.id}/dispute`, {});
    return ground;
  },
  getImport: async (at) => ({ path: { id: (await withRemittance(at)).importId } }),
  getRejectedRows: async (at) => ({ path: { id: (await withRemittance(at)).importId } }),
  getJob: withJob,
  stopJob: withJob,
  getJobResults: withJob,
  getJobLabels: withJob,
  createManifest: async ({ test, account }) => {
    const warehouseId = await makeWarehouse(test, account);
    await bookOrder(test, account, warehouseId, CARRIER);
    return { body: { warehouse_id: warehouseId } };
  },
  getManifest: withManifest,
  getManifestFile: withManifest,
  createPickup: withWarehouse,
  createLabels: async (at) => ({ body: { shipment_ids: [(await booked(at)).shipmentId] } }),
  getLabel: async (at) => {
    const { shipmentId } = await booked(at);
    const { data } = await get(at.test, at.account, `/shipments/${shipmentId}`);
    const url = new URL(data.attributes.label_url);
    const [, , accountId = '', id = ''] = url.pathname.split('/');
    return { path: { accountId, shipmentId: id }, query: url.searchParams.toString() };
  },
  showParcelPage: async (at) => ({ path: { number: (await booked(at)).trackingNumber } }),
  getStore: withStore,
  updateStore: withStore,
  deleteStore: withStore,
  getLogo: async ({ test, account }) => {
    const file = readFileSync(join(PACKAGE_ROOT, 'examples/logo.png'));
    const form = multipart([
      { name: 'store_name', value: 'with-logo' },
      { name: 'logo', file, filename: 'logo.png' },
    ]);
    const url = `${API}/client-stores`;
    const headers = { ...form.headers, ...account.headers };
    const made = await test.app.inject({ method: 'POST', url, headers, payload: form.payload });
    const [, , storeId = '', name = ''] = new URL(made.json().data.logo_url).pathname.split('/');
    return { path: { storeId, file: name } };
  },
  getWarehouse: withWarehousePath,
  updateWarehouse: withWarehousePath,
  previewMessage: async (at) => {
    const { shipmentId } = await booked(at);
    await scan(at.test, at.account, shipmentId, ['picked_up']);
    const { data } = await get(at.test, at.account, '/messages');
    return { path: { id: data[0].id } };
  },
};

/** Starts the service for the examples: webhooks may go to this machine. */
export function startExampleApp(): Promise<TestApp> {
  return startApp({ shipping: { outgoing: loopbackAllowed() } });
}

/** What the example of an operation stands on, in an account of its own. */
export async function groundOf(test: TestApp, operationId: string): Promise<Ground> {
  const account = await test.account();
  const made = await GROUNDS[operationId]?.({ test, account });
  return { headers: account.headers, ...made };
}

/** Nobody listens there. */
export const WEBHOOK = { url: 'http://127.0.0.1:9/hooks' };

async function withWebhook({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { path: { id: (await makeWebhook(test, account, WEBHOOK)).id } };
}

async function withKey({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(test, account, '/keys', { name: 'to be revoked' });
  return { path: { id: data.id } };
}

/** A job of labels that is done. */
async function withJob(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { shipmentId } = await booked(at);
  const job = { action: 'label', shipment_ids: [shipmentId] };
  const { data } = await post(at.test, at.account, '/jobs', job);
  await runJobs(at.test);
  return { path: { id: data.id } };
}

/** A manifest of one parcel. */
async function withManifest(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { test, account } = at;
  const warehouseId = await makeWarehouse(test, account);
  await bookOrder(test, account, warehouseId, CARRIER);
  const payload = { warehouse_id: warehouseId, carrier_id: CARRIER };
  await test.app.inject({ method: 'POST', url: `${API}/manifests`, headers: account.headers, payload });
  const { data } = await get(test, account, '/manifests');
  return { path: { id: data[0].id } };
}

/** A courier's file of which one row is taken, and the other names nothing. */
async function withRemittance({ test, account }: Parameters<MakeGround>[0]) {
  const payload = orderBody(await makeWarehouse(test, account), {
    payment_method: 'COD',
    cod_collectible: 499,
    carrier_id: CARRIER,
  });
  const made = await post(test, account, '/forward-order-orchestration', payload);
  await scan(test, account, made.payload.shipment_id, ['picked_up', 'delivered']);
  const rows = [made.payload.awb_code, 'NONE'].map((awb) => [awb, '499.00', 'UTR1', '15-11-2026']);
  const file = csvOf([['AWB No.', 'COD Amount', 'UTR', 'Remittance Date'], ...rows]);
  const { id } = await importFile(test, account, '/remittances/import?courier=Titlipath', file);
  const { data } = await get(test, account, '/remittances');
  return { importId: id as string, remittanceId: data[0].id as string };
}

/** A courier's invoice of a parcel that it found too heavy. */
async function withDifference(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { trackingNumber } = await booked(at);
  const rows = [
    ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'],
    [trackingNumber, 9, 999, 'INV-1'],
  ];
  await importFile(at.test, at.account, '/courier-invoices/import?courier=Titlipath', csvOf(rows));
  const { data } = await get(at.test, at.account, '/weight-differences');
  return { path: { id: data[0].id } };
}

async function withWarehouse({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { body: { warehouse_id: await makeWarehouse(test, account) } };
}

async function withWarehousePath({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { path: { id: await makeWarehouse(test, account) } };
}

async function withStore({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(test, account, '/client-stores', { store_name: 'a-store' });
  return { path: { id: data.id } };
}

async function failedDelivery(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { shipmentId, trackingNumber } = await booked(at);
  await scan(at.test, at.account, shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  return { body: { awb: trackingNumber } };
}

async function booked({ test, account }: Parameters<MakeGround>[0]): Promise<Booked> {
  return bookOrder(test, account, await makeWarehouse(test, account), CARRIER);
}

async function post(test: TestApp, { headers }: TestAccount, path: string, payload: object) {
  return (await test.app.inject({ method: 'POST', url: `${API}${path}`, headers, payload })).json();
}

async function get(test: TestApp, { headers }: TestAccount, path: string) {
  return (await test.app.inject({ url: `${API}${path}`, headers })).json();
}

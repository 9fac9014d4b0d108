import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { OPERATOR } from '../../../src/domain/actor.ts';
import { PACKAGE_ROOT } from '../../../src/package-root.ts';
import { insertRequest } from '../../../src/storage/customer-requests/requests.ts';
import { findShop } from '../../../src/storage/shops/shops.ts';
import { makeFirstStartLink } from '../../../src/usecases/accounts/first-start.ts';
import { makeResetLink } from '../../../src/usecases/accounts/reset-password.ts';
import { createUser, findNamedUser } from '../../../src/usecases/accounts/users.ts';
import { CUSTOMER } from '../../../src/usecases/customer-requests/customer.ts';
import { changeBy } from '../../../src/usecases/service.ts';
import { openShopSecrets } from '../../../src/usecases/shops/shop-secrets.ts';
import { linkCodeOf } from '../../../src/usecases/tracking/tracking-links.ts';
import { startApp, type TestAccount, type TestApp } from '../../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders } from '../../support/carriers.ts';
import { csvOf, importFile } from '../../support/files.ts';
import { runJobs } from '../../support/jobs.ts';
import { multipart } from '../../support/multipart.ts';
import { API, makeWarehouse, orderBody, scan } from '../../support/orders.ts';
import { makeUser, signInBy } from '../../support/people.ts';
import { QC_ITEM, returnBody, servePicture } from '../../support/returns.ts';
import { hookOf, openTestShop, shopWithWaitingOrder } from '../../support/shops.ts';
import { loopbackAllowed, makeWebhook, sendDueWebhooks } from '../../support/webhooks.ts';

/** Existing data that a request names, replacing the ids of the examples. */
export interface Ground {
  readonly headers: Readonly<Partial<Record<SentHeader, string>>>;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Fields of the body, at any depth. */
  readonly body?: Readonly<Record<string, unknown>>;
}

type SentHeader =
  | 'authorization'
  | 'cookie'
  | 'x-csrf-token'
  | 'x-wc-webhook-topic'
  | 'x-wc-webhook-signature';

type MakeGround = (at: { test: TestApp; account: TestAccount }) => Promise<Partial<Ground>>;

/** For operations whose examples name something: how to make it. */
const GROUNDS: Readonly<Record<string, MakeGround>> = {
  createToken: (at) => withUser(at, 'asha@example.in'),
  createSession: async (at) => {
    const username = 'of-a-browser@example.in';
    await withUser(at, username);
    return { body: { username } };
  },
  endSession: async (at) => {
    const { cookie, csrf } = await signInBy(at.test, { api_key: at.account.apiKey });
    return { headers: { cookie, 'x-csrf-token': csrf } };
  },
  inviteUserAgain: async (at) => ({ path: { id: await withInvited(at) } }),
  updateUser: async (at) => ({ path: { id: (await withMember(at)).userId } }),
  endListedSession: async (at) => {
    await signInBy(at.test, { api_key: at.account.apiKey });
    const { data } = await get(at.test, at.account, '/sessions');
    return { path: { id: data[0].id } };
  },
  createUser: async () => ({ body: { email: 'made@example.in' } }),
  askPasswordReset: async () => ({}),
  lookAtLink: async (at) => ({ body: { token: await linkOf(at) } }),
  setPassword: async (at) => ({ body: { token: await linkOf(at) } }),
  beginFirstStart: async (at) => {
    const { accountId } = at.account;
    const { userId } = await withMember(at);
    return { body: { token: (await makeFirstStartLink(at.test.service, accountId, userId)).token } };
  },
  changeOwnPassword: async (at) => {
    const username = 'of-a-password@example.in';
    await withUser(at, username);
    const { cookie, csrf } = await signInBy(at.test, { username, password: 'correct horse battery' });
    return { headers: { cookie, 'x-csrf-token': csrf } };
  },
  explainRates: async () => ({ query: QUOTED }),
  updateView: withView,
  deleteView: withView,
  deleteOrderFileProfile: withFileProfile,
  revokeKey: withKey,
  revokeApiKey: withKey,
  createOrder: withWarehouse,
  createOrderAndBook: withWarehouse,
  bookShipment: async ({ test, account }) => {
    const payload = orderBody(await makeWarehouse(account));
    const answer = await post(test, account, '/forward-order', payload);
    return { body: { shipment_id: answer.payload.shipment_id } };
  },
  createReturn: withWarehouse,
  createReturnAndBook: withWarehouse,
  createExchangeAndBook: async ({ account }) => {
    return { body: { forward_warehouse_id: await makeWarehouse(account) } };
  },
  bookReturn: async ({ test, account }) => {
    const payload = returnBody(await makeWarehouse(account));
    const answer = await post(test, account, '/reverse-order', payload);
    return { body: { return_id: answer.payload.return_id } };
  },
  getReturn: async ({ test, account }) => {
    const payload = returnBody(await makeWarehouse(account));
    const answer = await post(test, account, '/reverse-order', payload);
    return { path: { id: answer.payload.return_id } };
  },
  getReturnPicture: async ({ test, account }) => {
    const { address, close } = await servePicture();
    onTestFinished(close);
    const payload = returnBody(await makeWarehouse(account), {
      order_items: [{ ...QC_ITEM, qc_product_image: address }],
    });
    const answer = await post(test, account, '/reverse-order', payload);
    return { path: { id: answer.payload.return_id }, query: `address=${encodeURIComponent(address)}` };
  },
  updateOrder: async ({ test, account }) => {
    const payload = orderBody(await makeWarehouse(account), { order_id: 'CHAI-1001' });
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
  listCourierExchanges: async (at) => ({ path: { id: (await booked(at)).shipmentId } }),
  refreshShipment: async (at) => ({ path: { id: await withCourier(at, await booked(at)) } }),
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
    const { id } = await makeWebhook(at.account, WEBHOOK);
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
  getRejectedFile: async (at) => ({ path: { id: (await withRemittance(at)).importId } }),
  getJob: withJob,
  stopJob: withJob,
  listJobResults: withJob,
  getJobResults: withJob,
  getJobLabels: withJob,
  updateCourierAccount: withCourierAccount,
  deleteCourierAccount: withCourierAccount,
  connectShop: async ({ account }) => {
    const { url } = await openTestShop();
    const warehouse_id = await makeWarehouse(account);
    return { body: { base_url: url, warehouse_id, locations: [], store_id: undefined } };
  },
  getShop: async (at) => ({ path: { id: (await withShop(at)).shopId } }),
  updateShop: async (at) => ({
    path: { id: (await withShop(at)).shopId },
    body: { rules: undefined, settings: undefined },
  }),
  disconnectShop: async (at) => ({ path: { id: (await withShop(at)).shopId } }),
  checkShop: async (at) => ({ path: { id: (await withShop(at)).shopId } }),
  checkNewShop: async () => ({ body: { base_url: (await openTestShop()).url } }),
  listShopLocations: async (at) => ({ path: { id: (await withShop(at)).shopId } }),
  dryRunShopRules: async (at) => ({
    path: { id: (await withShop(at)).shopId },
    body: { rules: undefined },
  }),
  makeCheckoutKey: async (at) => ({ path: { id: (await withShop(at)).shopId } }),
  quoteCheckout: async (at) => {
    const { shopId } = await withShop(at);
    const { data } = await post(at.test, at.account, `/shops/${shopId}/checkout-key`, {});
    return { headers: { authorization: data.key } };
  },
  quoteForShop: async (at) => {
    const made = await post(at.test, at.account, '/shops', {
      shop: 'shopify',
      settings: { base_url: 'http://127.0.0.1:9', client_id: 'c1', client_secret: 'shpss_1' },
      rules: {
        warehouse_id: await makeWarehouse(at.account),
        usual_parcel: { weight: 0.5, length: 20, breadth: 15, height: 10 },
      },
    });
    const { database, sealing } = at.test.service;
    const shop = await findShop(database.account(at.account.accountId), made.data.id);
    if (shop === null) throw new Error('the shop was not kept');
    return { path: { shop: 'shopify', key: openShopSecrets(sealing, shop).ratesToken } };
  },
  getShopOrder: async (at) => ({ path: { id: (await withShop(at)).parcelId } }),
  mendShopOrder: async (at) => ({ path: { id: (await withShop(at)).parcelId } }),
  takeShopWebhook: async (at) => {
    const { shop, shopId } = await withShop(at);
    const { address, sign } = await hookOf(at.account, shop, shopId);
    const [, , system = '', token = ''] = new URL(address).pathname.split('/');
    const signature = sign(JSON.stringify({ id: 727 }));
    return {
      headers: { 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': signature },
      path: { shop: system, token },
    };
  },
  checkCourierAccount: withCourierAccount,
  addCourierServices: withCourierAccount,
  listExchangesOfCourierAccount: withCourierAccount,
  rotatePushAddress: withCourierAccount,
  pushCarrierEvents: async (at) => {
    const { path = {} } = await withCourierAccount(at);
    const { data } = await post(at.test, at.account, `/courier-accounts/${path.id}/push-address`, {});
    const [, , courier = '', token = ''] = new URL(data.url).pathname.split('/');
    return { path: { courier, token } };
  },
  createManifest: async ({ account }) => {
    const warehouseId = await makeWarehouse(account);
    await bookOrder(account, warehouseId, CARRIER);
    return { body: { warehouse_id: warehouseId } };
  },
  createPapers: async (at) => ({ body: { shipment_ids: [(await booked(at)).shipmentId] } }),
  createInvoices: async (at) => ({ body: { shipment_ids: [await invoiceable(at)] } }),
  getInvoice: withInvoice,
  getInvoiceFile: withInvoice,
  cancelInvoice: withInvoice,
  getManifest: withManifest,
  getManifestFile: withManifest,
  closeManifest: withManifest,
  reopenManifest: withManifest,
  takeOutOfManifest: withManifest,
  createPickup: withWarehouse,
  createLabels: async (at) => ({ body: { shipment_ids: [(await booked(at)).shipmentId] } }),
  getLabel: async (at) => {
    const { shipmentId } = await booked(at);
    const { data } = await get(at.test, at.account, `/shipments/${shipmentId}`);
    const url = new URL(data.attributes.label_url);
    const [, , accountId = '', id = ''] = url.pathname.split('/');
    return { path: { accountId, shipmentId: id }, query: url.searchParams.toString() };
  },
  showOrderPage: async (at) => ({
    path: {
      code: await linkCodeOf(at.test.service, { accountId: at.account.accountId, ...(await booked(at)) }),
    },
  }),
  approveCustomerRequest: withRequest,
  rejectCustomerRequest: withRequest,
  getCustomerRequestPhoto: withRequest,
  showParcelPage: async (at) => ({ path: { number: (await booked(at)).trackingNumber } }),
  getStore: withStore,
  updateStore: withStore,
  deleteStore: withStore,
  getLogo: async ({ account }) => {
    const file = readFileSync(join(PACKAGE_ROOT, 'examples/logo.png'));
    const form = multipart([
      { name: 'store_name', value: 'with-logo' },
      { name: 'logo', file, filename: 'logo.png' },
    ]);
    const made = await account.post('/client-stores', form.payload, form.headers);
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

function withShop({ test, account }: Parameters<MakeGround>[0]) {
  return shopWithWaitingOrder(test, account);
}

/** Starts the service for the examples: webhooks and courier calls may go to this machine. */
export function startExampleApp(): Promise<TestApp> {
  return startApp({ shipping: { outgoing: loopbackAllowed(), courierOutgoing: loopbackAllowed() } });
}

/** Makes the data for the example of an operation, in an account of its own. */
export async function groundOf(test: TestApp, operationId: string): Promise<Ground> {
  const account = await test.account();
  const made = await GROUNDS[operationId]?.({ test, account });
  return { headers: account.headers, ...made };
}

/** A parcel for requests by query. */
const QUOTED =
  'journey_type=forward&origin_pincode=560001&destination_pincode=110001&dead_weight=500&length=10&width=10&height=10&payment_method=prepaid';

/** A view of the key's own. */
async function withView({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(test, account, '/views', { name: 'mine', page: 'shipments' });
  return { path: { id: data.id } };
}

async function withFileProfile({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const profile = { name: 'Counter sales', header: ['Bill no'], columns: { 'Bill no': 'order_id' } };
  const { data } = await post(test, account, '/order-file-profiles', profile);
  return { path: { id: data.id } };
}

let members = 0;
/** A user who is no owner. */
function withMember({ test, account }: Parameters<MakeGround>[0]): Promise<{ userId: string }> {
  members += 1;
  return createUser(test.service, OPERATOR, account.accountId, {
    name: 'Ravi',
    phone: null,
    email: `member-${members}@example.in`,
    password: 'correct horse battery',
    role: 'packer',
  });
}

/** A user who has set no password yet. */
async function withInvited({ test, account }: Parameters<MakeGround>[0]): Promise<string> {
  const { data } = await post(test, account, '/invitations', {
    name: 'Ravi',
    email: 'invited@example.in',
    role: 'packer',
  });
  return data.user_id;
}

/** The token of a password link. */
async function linkOf(at: Parameters<MakeGround>[0]): Promise<string> {
  const { userId } = await withMember(at);
  const user = await findNamedUser(at.test.service, userId);
  return (await makeResetLink(at.test.service, OPERATOR, user)).token;
}

/** The user of the examples. */
async function withUser(
  { test, account }: Parameters<MakeGround>[0],
  email: string,
): Promise<Partial<Ground>> {
  await makeUser(test, account, { email, password: 'correct horse battery' });
  return {};
}

/** Nobody listens there. */
export const WEBHOOK = { url: 'http://127.0.0.1:9/hooks' };

async function withWebhook({ account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { path: { id: (await makeWebhook(account, WEBHOOK)).id } };
}

/** Nobody listens at this address either. */
/** Assigns a booked shipment to a connected courier that cannot be reached. */
async function withCourier(
  at: Parameters<MakeGround>[0],
  { shipmentId }: Pick<Booked, 'shipmentId'>,
): Promise<string> {
  const { path = {} } = await withCourierAccount(at);
  await at.test.sql(
    `with parcel as (update bookings set adapter = 'delhivery', courier_account_id = $2 where shipment_id = $1 returning *)
     insert into courier_polls (account_id, shipment_id, courier_account_id, next_poll_at)
     select account_id, shipment_id, courier_account_id, asked_at from parcel`,
    [shipmentId, path.id],
  );
  return shipmentId;
}

async function withCourierAccount({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const settings = { base_url: 'http://127.0.0.1:9', token: 'no-token' };
  const { data } = await post(test, account, '/courier-accounts', { courier: 'delhivery', settings });
  return { path: { id: data.id } };
}

async function withKey({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(test, account, '/keys', { name: 'to be revoked' });
  return { path: { id: data.id } };
}

/** A finished job of labels. */
async function withJob(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { shipmentId } = await booked(at);
  const job = { action: 'label', shipment_ids: [shipmentId] };
  const { data } = await post(at.test, at.account, '/jobs', job);
  await runJobs(at.test);
  return { path: { id: data.id } };
}

/** A shipment with all data for an invoice. */
async function invoiceable({ test, account }: Parameters<MakeGround>[0]): Promise<string> {
  const payload = orderBody(await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' }), {
    order_items: [{ name: 'Masala chai 250 g', units: 2, selling_price: 249.5, tax: 5 }],
  });
  return (await post(test, account, '/forward-order', payload)).payload.shipment_id;
}

async function withInvoice(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(at.test, at.account, '/invoices', { shipment_ids: [await invoiceable(at)] });
  return { path: { id: data[0].id } };
}

/** A manifest of one parcel. */
async function withManifest(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { test, account } = at;
  const warehouseId = await makeWarehouse(account);
  const { shipmentId } = await bookOrder(account, warehouseId, CARRIER);
  const payload = { warehouse_id: warehouseId, carrier_id: CARRIER };
  await account.post('/manifests', payload);
  const { data } = await get(test, account, '/manifests');
  return { path: { id: data[0].id }, body: { shipment_ids: [shipmentId] } };
}

/** A courier's file with one good row and one unknown tracking number. */
async function withRemittance({ test, account }: Parameters<MakeGround>[0]) {
  const payload = orderBody(await makeWarehouse(account), {
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

/** A courier's invoice for a parcel that it found too heavy. */
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

async function withWarehouse({ account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { body: { warehouse_id: await makeWarehouse(account) } };
}

async function withWarehousePath({ account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  return { path: { id: await makeWarehouse(account) } };
}

async function withStore({ test, account }: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { data } = await post(test, account, '/client-stores', { store_name: 'a-store' });
  return { path: { id: data.id } };
}

/** A waiting refusal, with a photo. */
async function withRequest(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { test, account } = at;
  const { shipmentId } = await booked(at);
  await scan(test, account, shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  const { service } = test;
  const id = service.newId();
  await service.database.change(account.accountId, changeBy(service, CUSTOMER), async (writer) => {
    writer.skipAudit('what customers do is another test');
    await insertRequest(writer, {
      requestId: id,
      kind: 'refusal',
      isAtOnce: false,
      shipmentId,
      attempt: 1,
      deliveryDate: null,
      landmark: null,
      phone: null,
      note: null,
      returnReason: null,
      items: [],
      photos: [{ width: 1, height: 1, bytes: readFileSync(join(PACKAGE_ROOT, 'examples/logo.png')) }],
    });
  });
  return { path: { id, photo: '1' } };
}

async function failedDelivery(at: Parameters<MakeGround>[0]): Promise<Partial<Ground>> {
  const { shipmentId, trackingNumber } = await booked(at);
  await scan(at.test, at.account, shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
  return { body: { awb: trackingNumber } };
}

async function booked({ account }: Parameters<MakeGround>[0]): Promise<Booked> {
  return bookOrder(account, await makeWarehouse(account), CARRIER);
}

async function post(test: TestApp, { headers }: TestAccount, path: string, payload: object) {
  return (await test.app.inject({ method: 'POST', url: `${API}${path}`, headers, payload })).json();
}

async function get(test: TestApp, { headers }: TestAccount, path: string) {
  return (await test.app.inject({ url: `${API}${path}`, headers })).json();
}

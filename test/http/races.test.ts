import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { takeUnsettledBookings } from '../../src/storage/booking/bookings.ts';
import { findShipments } from '../../src/storage/booking/shipments.ts';
import type { DueTries } from '../../src/storage/cluster/each-account.ts';
import { WEIGHTS } from '../../src/storage/couriers/courier-charges.ts';
import { DECISIONS } from '../../src/storage/couriers/courier-decisions.ts';
import { takeDuePolls } from '../../src/storage/couriers/courier-polls.ts';
import { type ErrandTable, takeDueErrands } from '../../src/storage/couriers/errands.ts';
import { REGISTRATIONS } from '../../src/storage/couriers/warehouse-registrations.ts';
import type { Database } from '../../src/storage/database.ts';
import { PICKUPS } from '../../src/storage/handover/pickup-requests.ts';
import { LABELS } from '../../src/storage/labels/courier-labels.ts';
import { actOnShipment } from '../../src/usecases/jobs/act-on-shipment.ts';
import { actingFor } from '../../src/usecases/jobs/acting-for.ts';
import { linkCodeOf } from '../../src/usecases/tracking/tracking-links.ts';
import { switchOffEndpoint } from '../../src/usecases/webhooks/switch-off-endpoint.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { type Booked, bookOrder, CARRIER, carrierHeaders, sendEvents } from '../support/carriers.ts';
import { describeOnOneServer } from '../support/cluster.ts';
import { csvOf, importFile } from '../support/files.ts';
import { API, makeWarehouse, orderBody, scan } from '../support/orders.ts';
import { type RacedRows, raceFor } from '../support/race.ts';
import { returnBody } from '../support/returns.ts';
import { loopbackAllowed, makeWebhook } from '../support/webhooks.ts';

let test: TestApp;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp({ shipping: { outgoing: loopbackAllowed() } });
});
afterAll(() => test.stop());
beforeEach(async () => {
  account = await test.account();
  warehouseId = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
});

async function made(path: string, payload: object) {
  const response = await account.post(path, payload);
  expect(response.statusCode, response.body).toBeLessThan(300);
  const body = response.json();
  return body.data ?? body.payload ?? body;
}

const read = async (path: string) => (await account.get(path)).json();

/** The row of the account with this id. */
const rowsOf = (table: string, column: string, id: string): RacedRows => ({
  table,
  where: `account_id = $1 and ${column} = $2`,
  values: [account.accountId, id],
});
const theAccount = (): RacedRows => ({
  table: 'accounts',
  where: 'account_id = $1',
  values: [account.accountId],
});
const theShipment = ({ shipmentId }: Booked) => rowsOf('shipments', 'shipment_id', shipmentId);

/** Sends requests so that each has begun before one changes anything. @returns their statuses, ascending */
async function race(
  rows: RacedRows,
  ...requests: (() => ReturnType<TestAccount['post']>)[]
): Promise<number[]> {
  const answers = await raceFor(test.database, rows, requests);
  return answers.map(({ statusCode }) => statusCode).sort();
}

const twice = <T>(request: T): [T, T] => [request, request];

describeOnOneServer()('simultaneous changes of different fields are both kept:', () => {
  interface Thing {
    readonly path: string;
    readonly rows: RacedRows;
    readonly changes: readonly [object, object];
  }
  const things: [string, () => Promise<Thing>][] = [
    [
      'a store',
      async () => {
        const { id } = await made('/client-stores', { store_name: 'chai' });
        const changes = [{ brand_name: 'Chai & Co' }, { invoice_prefix: 'CHAI' }] as const;
        return { path: `/client-stores/${id}`, rows: rowsOf('stores', 'store_id', id), changes };
      },
    ],
    [
      'a warehouse',
      async () => ({
        path: `/warehouses/${warehouseId}`,
        rows: rowsOf('warehouses', 'warehouse_id', warehouseId),
        changes: [{ contact_person: 'Meera Iyer' }, { email: 'gate@example.in' }],
      }),
    ],
    [
      'a webhook',
      async () => {
        const { id } = await makeWebhook(account, { url: 'http://127.0.0.1:9/a' });
        const changes = [{ url: 'http://127.0.0.1:9/b' }, { events: ['qc_update'] }] as const;
        return { path: `/webhooks/${id}`, rows: rowsOf('webhook_endpoints', 'endpoint_id', id), changes };
      },
    ],
    [
      'a view',
      async () => {
        const { id } = await made('/views', { name: 'Stuck', page: 'shipments', query: 'status=in_transit' });
        const changes = [{ name: 'Stuck for days' }, { query: 'status=pending' }] as const;
        return { path: `/views/${id}`, rows: rowsOf('views', 'view_id', id), changes };
      },
    ],
    [
      'a courier account',
      async () => {
        // An address is checked when it is stored, and nothing is sent to it here.
        const settings = {
          base_url: 'https://8.8.8.8',
          client_id: 'CHAI',
          username: 'chai',
          password: 'x',
          seller_name: 'Chai & Co',
          seller_address: '12, 4th Cross',
          seller_gst_tin: '07ABCDE1234F1Z2',
        };
        const { id } = await made('/courier-accounts', { courier: 'ekart', settings });
        const rows = rowsOf('courier_accounts', 'courier_account_id', id);
        const changes = [{ name: 'North' }, { settings: { seller_name: 'Tea & Co' } }] as const;
        return { path: `/courier-accounts/${id}`, rows, changes };
      },
    ],
    [
      'a user',
      async () => {
        const ravi = { name: 'Ravi', email: `${account.accountId}@example.in`, role: 'packer' };
        const { id } = await made('/users', { ...ravi, password: 'correct horse battery' });
        return {
          path: `/users/${id}`,
          rows: theAccount(),
          changes: [{ name: 'Ravi Kumar' }, { role: 'viewer' }],
        };
      },
    ],
    [
      'the message settings',
      async () => ({
        path: '/message-settings',
        rows: theAccount(),
        changes: [{ payment_link: 'https://pay.example/' }, { review_link: 'https://say.example/' }],
      }),
    ],
  ];
  it.each(things)('%s', async (_, make) => {
    const { path, rows, changes } = await make();
    expect(await race(rows, ...changes.map((change) => () => account.put(path, change)))).toEqual([200, 200]);
    const shown = (await account.put(path, {})).json().data;
    for (const change of changes) expect(shown.attributes ?? shown).toMatchObject(change);
  });

  it('an order', async () => {
    const body = orderBody(warehouseId);
    const { shipment_id: shipmentId } = await made('/forward-order', body);
    const changes = [{ billing_customer_name: 'Meera' }, { billing_phone: '9820012345' }];
    const put = (change: object) => () => account.put('/order', { order_id: body.order_id, ...change });
    expect(await race(rowsOf('shipments', 'shipment_id', shipmentId), ...changes.map(put))).toEqual([
      200, 200,
    ]);
    const { data } = await read(`/shipments/${shipmentId}`);
    expect(data.attributes.shipping_address).toMatchObject({ name: 'Meera Rao', phone: '9820012345' });
  });
});

describeOnOneServer()('of two simultaneous requests', () => {
  let booked: Booked;
  beforeEach(async () => {
    booked = await bookOrder(account, warehouseId);
  });

  it('one takes the last place for a webhook', async () => {
    const body = { url: 'http://127.0.0.1:9/', events: ['qc_update'] };
    for (let count = 0; count < 9; count += 1) await makeWebhook(account, body);
    expect(
      await race({ table: 'webhook_endpoints' }, ...twice(() => account.post('/webhooks', body))),
    ).toEqual([201, 422]);
  });

  it('one takes the last place for a view of a person, and another person has places of their own', async () => {
    const view = { name: 'Stuck', page: 'shipments', query: 'status=in_transit' };
    for (let count = 0; count < 199; count += 1) await made('/views', view);
    const key = await made('/keys', { name: 'Desk', scope: 'packer' });
    const ofOther = () =>
      test.app.inject({
        method: 'POST',
        url: `${API}/views`,
        headers: { authorization: key.attributes.token },
        payload: view,
      });
    const requests = [...twice(() => account.post('/views', view)), ofOther];
    expect(await race({ table: 'views' }, ...requests)).toEqual([201, 201, 422]);
    expect((await read('/views')).meta.total).toBe(200);
  });

  it('one gets the name of a new key', async () => {
    const key = { name: 'Desk', scope: 'read' };
    expect(await race({ table: 'credentials' }, ...twice(() => account.post('/keys', key)))).toEqual([
      201, 422,
    ]);
  });

  it('one decides a weight difference, and the other learns the decision', async () => {
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    const header = ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'];
    const file = csvOf([header, [booked.trackingNumber, 2, 5_000, 'INV-1']]);
    await importFile(test, account, '/courier-invoices/import?courier=blue-kite', file);
    const { id } = (await read('/weight-differences')).data[0];
    const decide = (action: string) => () => account.post(`/weight-differences/${id}/${action}`, {});
    expect(await race(theShipment(booked), decide('accept'), decide('dispute'))).toEqual([200, 422]);
    const { steps } = (await read('/weight-differences')).data[0];
    // A dispute can be accepted, but an accepted difference cannot be disputed.
    expect(steps).toHaveLength(2);
  });

  it.each(['accept', 'dispute'])('both %s a weight difference, in one step', async (action) => {
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    const header = ['AWB', 'Charged Weight (kg)', 'Taxable Amount', 'Invoice No'];
    const file = csvOf([header, [booked.trackingNumber, 2, 5_000, 'INV-1']]);
    await importFile(test, account, '/courier-invoices/import?courier=blue-kite', file);
    const { id } = (await read('/weight-differences')).data[0];
    const decide = () => account.post(`/weight-differences/${id}/${action}`, {});
    expect(await race(theShipment(booked), ...twice(decide))).toEqual([200, 200]);
    expect((await read('/weight-differences')).data[0].steps).toHaveLength(2);
  });

  it('one makes a manifest of the waiting parcels', async () => {
    const body = { warehouse_id: warehouseId, carrier_id: CARRIER };
    const rows = rowsOf('warehouses', 'warehouse_id', warehouseId);
    expect(await race(rows, ...twice(() => account.post('/manifests', body)))).toEqual([201, 422]);
  });

  it('one closes a manifest, and one reopens it', async () => {
    await account.post('/manifests', { warehouse_id: warehouseId, carrier_id: CARRIER });
    const [{ id }] = (await read('/manifests')).data;
    const rows = rowsOf('warehouses', 'warehouse_id', warehouseId);
    const close = () => account.post(`/manifests/${id}/close`, {});
    expect(await race(rows, ...twice(close))).toEqual([200, 200]);
    const { data } = await read(`/audit?subject_id=${id}`);
    expect(data.filter(({ action }: { action: string }) => action === 'manifest.closed')).toHaveLength(1);
    const reopen = () => account.post(`/manifests/${id}/reopen`, {});
    expect(await race(rows, ...twice(reopen))).toEqual([200, 200]);
    const records = (await read(`/audit?subject_id=${id}`)).data.map(
      ({ action }: { action: string }) => action,
    );
    expect(records).toEqual(['manifest.reopened', 'manifest.closed', 'manifest.created']);
  });

  it('one issues an invoice, and one cancels it', async () => {
    await made('/client-stores', { store_name: 'chai', invoice_prefix: 'CHAI', gst_rate: 18 });
    const items = [{ name: 'Masala chai', sku: 'M1', units: 2, selling_price: 105, tax: 5, hsn: '0902' }];
    const body = orderBody(warehouseId, { order_items: items, sub_total: 210, store_name: 'chai' });
    const { shipment_id: shipmentId } = await made('/forward-order-orchestration', body);
    const rows = rowsOf('shipments', 'shipment_id', shipmentId);
    const issue = () => account.post('/invoices', { shipment_ids: [shipmentId] });
    expect(await race(rows, ...twice(issue))).toEqual([201, 201]);
    const { data, meta } = await read(`/invoices?shipment_id=${shipmentId}`);
    expect(meta.total).toBe(1);
    const cancel = () => account.post(`/invoices/${data[0].id}/cancel`, {});
    const [first, second] = await race(rows, ...twice(cancel));
    expect([first, second]).toEqual([201, 201]);
    expect((await read(`/invoices?shipment_id=${shipmentId}`)).meta.total).toBe(2);
  });

  it('one cancels a parcel', async () => {
    const cancel = () => account.post('/cancel-order', { awbs: [booked.trackingNumber] });
    expect(await race(theShipment(booked), ...twice(cancel))).toEqual([200, 200]);
    const rows = await test.sql(
      "select from tracking_events where shipment_id = $1 and status = 'cancelled'",
      [booked.shipmentId],
    );
    expect(rows).toHaveLength(1);
  });

  it('one answers a failed delivery', async () => {
    await scan(test, account, booked.shipmentId, ['picked_up', 'out_for_delivery', 'ndr_raised']);
    const answer = () => account.post('/initiate-rto', { awb: booked.trackingNumber });
    expect(await race(theShipment(booked), ...twice(answer))).toEqual([200, 422]);
  });

  it('both scans of a parcel are kept, and the later scan decides the status', async () => {
    const headers = await carrierHeaders(test);
    const at = (minute: number) => new Date(test.service.now().getTime() + minute * 60_000).toISOString();
    const event = (status: string, minute: number) => () =>
      sendEvents(test, headers, {
        events: [{ tracking_number: booked.trackingNumber, status, event_date_time: at(minute) }],
      });
    expect(
      await race(
        theShipment(booked),
        event('delivered', 3),
        event('out_for_delivery', 2),
        event('picked_up', 1),
      ),
    ).toEqual([200, 200, 200]);
    const rows = await test.sql(
      `select granular_status as status, (select count(*)::integer from tracking_events e
          where e.shipment_id = s.shipment_id and e.event_at > s.created_at) as events from shipments s where shipment_id = $1`,
      [booked.shipmentId],
    );
    expect(rows[0]).toMatchObject({ status: 'delivered' });
  });

  it('the second replaces the tags of the first', async () => {
    const tag =
      (...tags: string[]) =>
      () =>
        account.put(`/shipments/${booked.shipmentId}/tags`, { tags });
    expect(await race(theShipment(booked), tag('gift'), tag('fragile'))).toEqual([200, 200]);
    const rows = await test.sql('select tag from shipment_tags where shipment_id = $1', [booked.shipmentId]);
    expect(rows).toHaveLength(1);
  });

  it('one adds the last note that a shipment may have', async () => {
    await test.sql(
      `insert into shipment_notes select account_id, shipment_id, gen_random_uuid(), created_at, 'operator', null::uuid, 'x', 'x'
         from shipments, generate_series(1, 99) where shipment_id = $1`,
      [booked.shipmentId],
    );
    const note = () => account.post(`/shipments/${booked.shipmentId}/notes`, { note: 'fragile' });
    expect(await race(theShipment(booked), ...twice(note))).toEqual([201, 422]);
    const other = await bookOrder(account, warehouseId);
    await made(`/shipments/${other.shipmentId}/notes`, { note: 'of another parcel' });
    const { data } = await read(`/shipments/${other.shipmentId}`);
    expect(data.attributes.notes).toMatchObject([{ note: 'of another parcel' }]);
  });

  it('both get the same tracking link', async () => {
    const { accountId } = account;
    await test.sql('delete from tracking_links where shipment_id = $1', [booked.shipmentId]);
    const codes = await raceFor(
      test.database,
      theShipment(booked),
      twice(() => linkCodeOf(test.service, { accountId, shipmentId: booked.shipmentId })),
    );
    expect(new Set(codes).size).toBe(1);
  });

  it('one switches off a webhook', async () => {
    const { id: endpointId } = await makeWebhook(account, { url: 'http://127.0.0.1:9/' });
    const off = (why: string) => () =>
      switchOffEndpoint(test.service, { ...account, endpointId }, saidByPartner(why));
    await raceFor(test.database, rowsOf('webhook_endpoints', 'endpoint_id', endpointId), [
      off('a'),
      off('b'),
    ]);
    const { data } = await read(`/audit?subject_id=${endpointId}`);
    const isOff = ({ action }: { action: string }) => action === 'webhook.switched_off';
    expect(data.filter(isOff)).toHaveLength(1);
  });

  it('one makes a return of the same units', async () => {
    await scan(test, account, booked.shipmentId, ['picked_up', 'delivered']);
    const { data } = await read(`/shipments/${booked.shipmentId}`);
    const back = () =>
      account.post(
        '/reverse-order',
        returnBody(warehouseId, {
          forward_order_id: data.attributes.order.display_id,
          order_items: [{ name: 'Chai', sku: 'CHAI-250', units: 2, selling_price: 249.5 }],
        }),
      );
    // A request that does not wait for the order waits here, after checking its units.
    expect(await race({ table: 'returns' }, ...twice(back))).toEqual([200, 422]);
  });

  it('one job puts a parcel into a manifest, and the other names that manifest', async () => {
    const [shipment] = await findShipments(test.service.database.account(account.accountId), [
      booked.shipmentId,
    ]);
    if (shipment === undefined) throw new Error('Nothing was booked');
    const mine = await actingFor(test.service, account.accountId, OPERATOR);
    const put = () =>
      actOnShipment(
        mine,
        { jobId: test.service.newId(), action: 'manifest', options: {} } as never,
        shipment,
        async () => undefined,
      );
    const rows = rowsOf('warehouses', 'warehouse_id', warehouseId);
    expect(await raceFor(test.database, rows, twice(put))).toMatchObject([
      { isDone: true },
      { isDone: false, message: { text: expect.stringMatching(/^It is already in manifest .*$/) } },
    ]);
  });

  it('only one books an order or changes it', async () => {
    const body = orderBody(warehouseId);
    const { shipment_id: shipmentId } = await made('/forward-order', body);
    const rows = rowsOf('shipments', 'shipment_id', shipmentId);
    const statuses = await race(
      rows,
      () => account.post('/forward-order-shipment', { shipment_id: shipmentId, carrier_id: CARRIER }),
      () => account.put('/order', { order_id: body.order_id, weight: 1.9 }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });
});

describeOnOneServer()('a due row is taken by one of two processes:', () => {
  type Due = readonly { readonly accountId: string }[];
  const taking = (table: ErrandTable) => (database: Database, which: DueTries) =>
    takeDueErrands(database, table, { ...which, processId: '018f0000-0000-7000-8000-000000000001' }, []);
  const COURIER = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
  const OF_SHIPMENT = 'shipment_id';
  /** A table, the SQL that adds a due row for a shipment, and the function that takes it. */
  const kinds: [string, string, string, (database: Database, which: DueTries) => Promise<Due>][] = [
    [
      'pickup_requests',
      'warehouse_id',
      `insert into pickup_requests (account_id, warehouse_id, courier_account_id, day, next_try_at, updated_at, courier, state)
       values ($1, $2, '${COURIER}', '2026-11-16', $3, $3, 'delhivery', 'pending')`,
      taking(PICKUPS),
    ],
    [
      'courier_warehouses',
      'warehouse_id',
      `insert into courier_warehouses (account_id, warehouse_id, courier_account_id, next_try_at, updated_at, courier, state)
       values ($1, $2, '${COURIER}', $3, $3, 'delhivery', 'pending')`,
      taking(REGISTRATIONS),
    ],
    [
      'courier_labels',
      OF_SHIPMENT,
      'insert into courier_labels (account_id, shipment_id, next_try_at) values ($1, $2, $3)',
      taking(LABELS),
    ],
    [
      'courier_charges',
      OF_SHIPMENT,
      `insert into courier_charges (account_id, shipment_id, next_try_at, told_at, charged_weight)
       values ($1, $2, $3, $3, 50000)`,
      taking(WEIGHTS),
    ],
    [
      'courier_decisions',
      OF_SHIPMENT,
      `insert into courier_decisions (account_id, shipment_id, decision_id, asked_at, next_try_at, action, courier_action_id)
       values ($1, $2, gen_random_uuid(), $3, $3, 'reattempt', 'A-1')`,
      taking(DECISIONS),
    ],
    [
      'courier_polls',
      OF_SHIPMENT,
      `with booked as (update bookings set courier_account_id = '${COURIER}' where account_id = $1 and shipment_id = $2)
       insert into courier_polls (account_id, shipment_id, courier_account_id, next_poll_at) values ($1, $2, '${COURIER}', $3)`,
      (database, which) => takeDuePolls(database, which, []),
    ],
    [
      'bookings',
      OF_SHIPMENT,
      `update bookings set state = 'unknown', next_try_at = $3 where account_id = $1 and shipment_id = $2`,
      (database, which) =>
        takeUnsettledBookings(database, { processId: test.service.newId(), inFlight: [] }, which),
    ],
  ];
  it.each(kinds)('%s', async (table, column, made, take) => {
    const { database, now } = test.service;
    const ids = [
      (await bookOrder(account, warehouseId)).shipmentId,
      (await bookOrder(account, warehouseId)).shipmentId,
    ];
    for (const id of ids) await database.pool.query(made, [account.accountId, id, now()]);
    const taken = async () => {
      const which = { now: now(), until: new Date(now().getTime() + 60_000), most: 10 };
      return (await take(database, which)).filter(({ accountId }) => accountId === account.accountId).length;
    };
    expect(await raceFor(test.database, rowsOf(table, column, ids[0] ?? ''), twice(taken))).toEqual([1, 0]);
    expect([await taken(), await taken()]).toEqual([1, 0]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOADED_TABLE_NAMES } from '../../simulators/demo/bulk/shipment-rows.ts';
import { type DemoLoadInput, loadDemo } from '../../simulators/demo/load-demo.ts';
import { SYSTEM } from '../../src/domain/actor.ts';
import { readMobile } from '../../src/domain/orders/phone.ts';
import { rupeesOf } from '../../src/domain/rates/rate-amounts.ts';
import { FORWARD_STATUSES, LISTING_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { fillLedger } from '../../src/storage/money/fill-ledger.ts';
import type { RateBooks } from '../../src/usecases/rates/rate-books.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { API, makeWarehouse, orderBody } from '../support/orders.ts';
import { openTestRateBooks } from '../support/rate-books.ts';
import { QC_ITEM, returnBody } from '../support/returns.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

const SHIPMENTS = 2_000;

let test: TestApp;
let rateBooks: RateBooks;
let account: TestAccount;

beforeAll(async () => {
  test = await startApp();
  rateBooks = await openTestRateBooks(test.service);
  account = await test.account('Load');
  await load({ accountId: account.accountId, shipments: SHIPMENTS });
});
afterAll(async () => {
  await rateBooks.stop();
  await test.stop();
});

function load(
  input: Partial<DemoLoadInput> & { accountId: string },
  signal = new AbortController().signal,
): ReturnType<typeof loadDemo> {
  const usual = { shipments: 50, days: 730, seed: 'test', accounts: 0, accountsShipments: 0 };
  return loadDemo(test.service, rateBooks, { ...usual, ...input }, { progress: () => undefined, signal });
}

async function post(path: string, payload: object, of = account) {
  const response = await test.app.inject({
    method: 'POST',
    url: `${API}${path}`,
    headers: of.headers,
    payload,
  });
  return response.json();
}

async function query(text: string, values: unknown[] = []) {
  return await test.sql(text, values);
}

function indexes() {
  return query("select indexdef from pg_indexes where schemaname = 'dakiya' order by 1");
}

describe('shipments that were loaded in bulk', () => {
  it('have ledgers and COD dues that match their histories', async () => {
    const { database } = test.database;
    const money = async () => {
      const [row] = await test.sql(
        `select (select count(*)::integer from ledger_entries) as entries, (select count(*)::integer from cod_dues) as dues,
            (select sum(collected_paise) from cod_dues) as collected`,
      );
      return row;
    };
    const before = await money();
    expect(before.entries).toBeGreaterThan(SHIPMENTS);
    expect(before.dues).toBeGreaterThan(0);
    await test.sql('delete from ledger_fill');
    while (await fillLedger(database, changeBy(test.service, SYSTEM)));
    expect(await money()).toEqual(before);
  });

  it('have states that match their histories', async () => {
    expect(await differingStates(test.database, account.accountId)).toEqual([]);
  });

  it('have counters that match a recount in every granular status', async () => {
    const { counted, recounted } = await recountedShipments(test.database, account.accountId);
    expect(counted).toEqual(recounted);
    expect((await post('/returns/counts', {})).data.all).toBeGreaterThan(SHIPMENTS / 50);
    expect(Object.keys(counted)).toEqual(expect.arrayContaining([...FORWARD_STATUSES]));
  });

  it('have about the same shares as a real account', async () => {
    const [row] = await query(
      `select count(*)::float8 as total,
         count(*) filter (where status = 'delivered') / count(*)::float8 as delivered,
         count(*) filter (where status = 'rto_delivered') / count(*)::float8 as returned,
         count(distinct status)::integer as statuses, count(distinct zone)::integer as zones,
         count(distinct channel)::integer as channels, count(distinct carrier_id)::integer as carriers,
         count(distinct ndr_reason)::integer as ndr_reasons, count(distinct rto_reason)::integer as rto_reasons,
         count(distinct warehouse_id)::integer as warehouses, count(distinct store_id)::integer as stores,
         extract(day from max(created_at) - min(created_at))::integer as days
       from shipments where account_id = $1 and journey = 'forward'`,
      [account.accountId],
    );
    expect(row).toMatchObject({
      total: SHIPMENTS,
      statuses: LISTING_STATUSES.length,
      zones: 5,
      carriers: 8,
      warehouses: 2,
      stores: 3,
    });
    expect(row.delivered).toBeCloseTo(0.78, 1);
    expect(row.returned).toBeCloseTo(0.12, 1);
    expect(row.channels).toBeGreaterThanOrEqual(4);
    expect(row.ndr_reasons).toBeGreaterThan(10);
    expect(row.rto_reasons).toBeGreaterThan(8);
    expect(row.days).toBeGreaterThan(720);
    const names = await query(
      `select count(*) / sum(count(*)) over () as share from order_contacts where account_id = $1 and role = 'billing'
        group by first_name, last_name order by 1 desc limit 2`,
      [account.accountId],
    );
    expect(Number(names[0].share)).toBeCloseTo(0.02, 2);
    expect(Number(names[1].share)).toBeLessThan(0.005);
  });

  it('are found by their fields, and listed like GET /shipments/{id}', async () => {
    const { data, meta } = await post('/shipments', { per_page: 100, status: 'ndr_raised' });
    expect(meta.total).toBeGreaterThan(5);
    const more = await post('/shipments', { per_page: 20 });
    for (const element of [...data, ...more.data]) {
      const { json } = await account.get(`/shipments/${element.id}`);
      const { charges: _charges, billing_address: _billing, ...attributes } = json().data.attributes;
      expect(attributes).toMatchObject({
        ...element.attributes,
        shipping_address: element.attributes.shipping_address,
        ...(element.attributes.label_url ? { label_url: expect.any(String) } : {}),
      });
    }
  });

  it('are found by every kind of search word', async () => {
    const [row] = await query(
      `select s.tracking_number, o.display_id, o.external_id, c.phone, c.email, i.sku, t.tag
         from shipments s join orders o using (account_id, order_id)
         join order_contacts c using (account_id, order_id) join order_items i using (account_id, order_id)
         join shipment_tags t using (account_id, shipment_id)
        where s.account_id = $1 and c.email is not null and s.tracking_number is not null limit 1`,
      [account.accountId],
    );
    for (const search of [row.tracking_number, row.external_id, row.phone, row.email]) {
      expect((await post('/shipments', { search })).meta.total).toBeGreaterThan(0);
    }
    expect((await post('/shipments', { sku: [row.sku] })).meta.total).toBeGreaterThan(0);
    expect((await post('/shipments', { tags: [row.tag] })).meta.total).toBeGreaterThan(0);
    expect((await post('/shipments', { order_display_id: [row.display_id] })).meta.total).toBe(1);
  });

  it('have the charges of the rate book, and can be tracked and cancelled like any other', async () => {
    const [booking] = await query(
      `select b.* from bookings b join shipments s using (account_id, shipment_id)
        where s.account_id = $1 and s.journey = 'forward' and s.granular_status = 'ready_for_pickup' limit 1`,
      [account.accountId],
    );
    const quote = await rateBooks.quote(
      account.accountId,
      {
        journey: 'forward',
        originPincode: booking.origin_pincode,
        destinationPincode: booking.destination_pincode,
        deadWeight: booking.dead_weight_g,
        length: booking.length_cm,
        width: booking.breadth_cm,
        height: booking.height_cm,
        codValue: booking.is_cod ? rupeesOf(Number(booking.shipment_value_paise)) : null,
      },
      booking.asked_at,
    );
    const offer = quote.carriers.find(({ carrier }) => carrier.id === booking.carrier_id);
    expect(offer?.charges).toMatchObject({
      freight: Number(booking.forward_freight_paise),
      cod: Number(booking.cod_charges_paise),
      rto: Number(booking.rto_charges_paise),
    });
    const awb = booking.tracking_number;
    const tracked = await post('/order-tracking', { awbs: [awb] });
    expect(tracked.result[awb].tracking_data.shipment_status).toBe('ready_for_pickup');
    expect((await post('/cancel-order', { awbs: [awb] })).data[0]).toMatchObject({ message: 'Cancelled' });
    expect(await differingStates(test.database, account.accountId)).toEqual([]);
  });

  it('have returns with the charges of the rate book and the quality checks of their histories', async () => {
    const { data, meta } = await post('/returns', { per_page: 100 });
    for (const status of ['pickup_scheduled', 'in_transit', 'return_received', 'cancelled']) {
      expect((await post('/returns', { status })).meta.total, status).toBeGreaterThan(0);
    }
    for (const { id, attributes } of data.slice(0, 10)) {
      const [found] = (await post('/returns', { search: attributes.shipment.tracking_number })).data;
      expect(found).toMatchObject({ id, attributes: { return_items: attributes.return_items } });
      expect(attributes.order.display_id).toBe(attributes.display_id.replace('-R', ''));
      const forward = await post('/shipments', { order_display_id: [attributes.order.display_id] });
      expect(forward.data).toMatchObject([{ attributes: { status: 'delivered' } }]);
    }
    const checks = await query(
      `select r.qc_status, coalesce((select q.qc_status from qc_answers q
           join tracking_events e using (account_id, shipment_id, event_id)
          where q.account_id = r.account_id and q.shipment_id = r.shipment_id and e.refusal is null
          order by e.event_at desc, e.arrival desc limit 1), 'pending') as told
         from returns r where r.account_id = $1 and r.qc_status is not null`,
      [account.accountId],
    );
    expect(checks.length).toBeGreaterThan(meta.total / 3);
    expect(checks.filter(({ qc_status, told }) => qc_status !== told)).toEqual([]);
    const [booking] = await query(
      `select b.* from bookings b join returns r using (account_id, shipment_id)
        where r.account_id = $1 and r.qc_status is not null limit 1`,
      [account.accountId],
    );
    const quote = await rateBooks.quote(
      account.accountId,
      {
        journey: 'return',
        originPincode: booking.origin_pincode,
        destinationPincode: booking.destination_pincode,
        deadWeight: booking.dead_weight_g,
        length: booking.length_cm,
        width: booking.breadth_cm,
        height: booking.height_cm,
        qcApplicable: true,
      },
      booking.asked_at,
    );
    const offer = quote.carriers.find(({ carrier }) => carrier.id === booking.carrier_id);
    expect(offer?.charges).toMatchObject({
      freight: Number(booking.forward_freight_paise),
      qc: Number(booking.qc_charges_paise),
      total: Number(booking.total_charges_paise),
    });
  });

  it('have no real phone numbers, and no time in the future', async () => {
    const phones = await query('select distinct phone from order_contacts where account_id = $1', [
      account.accountId,
    ]);
    expect(phones.filter(({ phone }) => readMobile(phone) !== null)).toEqual([]);
    const [latest] = await query(
      `select greatest(arrived, event, created) as moment
        from (select max(arrived_at) as arrived, max(event_at) as event from tracking_events) e,
          (select max(created_at) as created from shipments) s`,
    );
    expect(latest.moment.getTime()).toBeLessThanOrEqual(test.service.now().getTime());
  });

  it('have the same rows as an order of a request', async () => {
    const other = await test.account('Request');
    const warehouse = await makeWarehouse(other);
    await post('/forward-order-orchestration', orderBody(warehouse, { tags: ['gift'] }), other);
    const { qc_brand: _brand, ...item } = QC_ITEM;
    await post('/reverse-order-orchestration', returnBody(warehouse, { order_items: [item] }), other);
    for (const table of LOADED_TABLE_NAMES) {
      const column = table === 'offline_bookings' ? 'reference' : 'account_id';
      const owned =
        table === 'offline_bookings'
          ? '(select booking_id from bookings where account_id = $1)'
          : '(select $1::uuid)';
      const filled = async (accountId: string) => {
        const rows = await query(`select * from ${table} where ${column} in ${owned}`, [accountId]);
        return new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)));
      };
      const loaded = await filled(account.accountId);
      for (const name of await filled(other.accountId)) expect(loaded, table).toContain(name);
    }
  });
});

describe('a bulk load', () => {
  it('works for an account with shipments, and keeps the indexes', async () => {
    const before = await indexes();
    const twice = await test.account('Twice');
    await load({ accountId: twice.accountId });
    await load({ accountId: twice.accountId });
    expect((await post('/shipments', {}, twice)).meta.total).toBe(100);
    const { counted, recounted } = await recountedShipments(test.database, twice.accountId);
    expect(counted).toEqual(recounted);
    expect((await twice.get('/client-stores')).json().data).toHaveLength(3);
    expect(await indexes()).toEqual(before);
  });

  it('makes the same shipments with the same seed, and others with another', async () => {
    const content = async (seed: string) => {
      const one = await test.account(seed);
      await load({ accountId: one.accountId, seed });
      const { data } = await post('/shipments', { per_page: 100 }, one);
      return data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
        attributes.status,
        attributes.created_at,
        attributes.total_price,
        attributes.shipping_address,
        attributes.shipment_milestones,
        attributes.carrier,
      ]);
    };
    const first = await content('one');
    expect(await content('one')).toEqual(first);
    expect(await content('two')).not.toEqual(first);
  });

  it('creates further accounts and divides the shipments', async () => {
    const main = await test.account('Main');
    const loaded = await load({
      accountId: main.accountId,
      shipments: 10,
      accounts: 3,
      accountsShipments: 11,
    });
    expect(loaded).toMatchObject({ shipments: 21, returns: expect.any(Number), accounts: 3 });
    const shares = await query(
      `select count(s.shipment_id)::integer as shipments from accounts a left join shipments s
          on s.account_id = a.account_id and s.journey = 'forward'
        where a.name like 'Demo %' group by a.account_id order by 1`,
    );
    expect(shares.map(({ shipments }) => shipments)).toEqual([3, 4, 4]);
  });

  it('is recorded once in the audit log', async () => {
    const records = await query(
      `select changes from audit_records where account_id = $1 and action = 'demo.loaded'`,
      [account.accountId],
    );
    expect(records).toEqual([{ changes: { shipments: SHIPMENTS, days: 730, seed: 'test' } }]);
  });

  it('does not block the shipments of a running service', async () => {
    const held: string[] = [];
    const { accountId } = await test.account('Later');
    const input = { accountId, shipments: 10, days: 10, seed: 's', accounts: 0, accountsShipments: 0 };
    await loadDemo(test.service, rateBooks, input, {
      holding: () => held.push('held'),
      progress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(held).toEqual([]);
  });

  it('refuses an unknown account with a sentence', async () => {
    const accountId = test.service.newId();
    await expect(load({ accountId })).rejects.toMatchObject({
      sentences: [expect.stringContaining(accountId)],
    });
  });
});

describe('a bulk load into an empty service', () => {
  // A cluster loads in parts, and each part stays.
  itOnOneServer('leaves nothing, and every index, when it is stopped', async () => {
    const fresh = await startApp();
    const books = await openTestRateBooks(fresh.service);
    try {
      const { accountId } = await fresh.account('Fresh');
      const stopping = new AbortController();

      const before = await fresh.sql(
        "select indexdef from pg_indexes where schemaname = 'dakiya' order by 1",
      );
      const input = { accountId, shipments: 4_100, days: 10, seed: 's', accounts: 0, accountsShipments: 0 };
      const told: string[] = [];
      const loading = loadDemo(fresh.service, books, input, {
        holding: () => told.push('holding'),
        progress: () => {
          told.push('loading');
          stopping.abort(new Error('stopped'));
        },
        signal: stopping.signal,
      });
      await expect(loading).rejects.toThrow('stopped');
      expect(told).toEqual(['holding', 'loading']);
      const after = await fresh.sql("select indexdef from pg_indexes where schemaname = 'dakiya' order by 1");
      expect(after).toEqual(before);
      const rows = await fresh.sql('select count(*)::integer as shipments from shipments');
      expect(rows).toEqual([{ shipments: 0 }]);
      expect((await recountedShipments(fresh.database, accountId)).counted).toEqual({});
    } finally {
      await books.stop();
      await fresh.stop();
    }
  });
});

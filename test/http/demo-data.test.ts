import { describe, expect, it } from 'vitest';
import { type DemoData, makeDemoData } from '../../simulators/demo/make-demo-data.ts';
import { MOMENTS, OFF_BY_DEFAULT } from '../../src/domain/tracking/moments.ts';
import { FORWARD_STATUSES, LISTING_STATUSES } from '../../src/domain/tracking/statuses.ts';
import { openApp, type TestAccount } from '../support/app.ts';
import { runJobs } from '../support/jobs.ts';
import { openTestRateBooks } from '../support/rate-books.ts';
import { differingStates, recountedShipments } from '../support/shipment-truth.ts';

async function make(into: TestAccount, signal = new AbortController().signal): Promise<DemoData> {
  const rateBooks = await openTestRateBooks(test.service);
  try {
    return await makeDemoData(test.service, rateBooks, into.accountId, { seed: 'demo', signal });
  } finally {
    await rateBooks.stop();
  }
}

/** Stops making demo data after this number of orders. */
function stoppedAfter(orders: number): AbortSignal {
  let asked = 0;
  return Object.defineProperty(new AbortController().signal, 'aborted', { get: () => ++asked > orders });
}

async function get(path: string, of = account) {
  return (await of.get(path)).json();
}

async function post(path: string, payload: object, of = account) {
  return (await of.post(path, payload)).json();
}

const test = await openApp({});
const account = await test.account('Demo');
const made: DemoData = await make(account);

describe('the demo data', () => {
  it('has three stores with a brand and a logo, two warehouses and 400 orders', async () => {
    expect(made).toEqual({ stores: 3, warehouses: 2, orders: 400 });
    const stores = (await get('/client-stores')).data;
    expect(stores).toHaveLength(3);
    for (const { brand_name, logo_url } of stores) {
      expect(brand_name).toMatch(/\w/);
      const logo = await test.app.inject({ url: new URL(logo_url).pathname });
      expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png']);
    }
    expect((await get('/warehouses')).data).toHaveLength(2);
    const exchanges = (await post('/exchange-orders', {})).meta.total;
    expect(exchanges).toBeGreaterThan(3);
    expect((await post('/shipments', {})).meta.total).toBe(400 + exchanges);
  });

  it('has returns, and exchanges among them', async () => {
    const { data, meta } = await post('/returns', { per_page: 100 });
    expect(meta.total).toBeGreaterThan(15);
    const exchanged = data.filter(
      ({ attributes }: { attributes: { is_exchange: boolean } }) => attributes.is_exchange,
    );
    expect(exchanged).toHaveLength((await post('/exchange-orders', {})).meta.total);
    const { data: completed } = await post('/exchange-orders', { status: 'completed' });
    expect(completed.length).toBeGreaterThan(0);
  });

  it('has waiting requests of customers', async () => {
    const { data } = await get('/requests?state=waiting');
    const kinds = data.map(({ kind }: { kind: string }) => kind).toSorted();
    expect(kinds).toEqual(['reattempt', 'reattempt', 'refusal', 'return']);
  });

  it('has a manifest of waiting parcels, a pickup, a finished job, and a note', async () => {
    const { data } = await get('/manifests');
    expect(data).toMatchObject([{ state: 'open', made_by: 'demo data' }]);
    expect(data[0].parcels).toBeGreaterThan(0);
    expect((await get('/pickups')).data).toMatchObject([{ carrier: { id: data[0].carrier.id } }]);
    await runJobs(test);
    const rows = await test.sql('select job_id from jobs where account_id = $1', [account.accountId]);
    expect((await get(`/jobs/${rows[0].job_id}`)).data).toMatchObject({
      state: 'done',
      action: 'tag',
      total: 6,
      done: 6,
      failed: 0,
    });
    const tagged = await post('/shipments', { tags: ['today'] });
    expect(tagged.meta.total).toBe(6);
    const noted = await Promise.all(
      tagged.data.map(
        async ({ id }: { id: string }) => (await get(`/shipments/${id}`)).data.attributes.notes,
      ),
    );
    expect(noted.flat()).toMatchObject([{ author: 'demo data' }]);
  });

  it('has a disabled webhook without deliveries, whose host was never looked up', async () => {
    const { data } = await get('/webhooks');
    expect(data).toMatchObject([{ url: 'https://hooks.shop.example/dakiya', enabled: false }]);
    expect((await get(`/webhooks/${data[0].id}/deliveries`)).meta.total).toBe(0);
  });

  it.each(LISTING_STATUSES)('has shipments with the listing status %s', async (status) => {
    expect((await post('/shipments', { status })).meta.total).toBeGreaterThan(0);
  });

  it.each(FORWARD_STATUSES)('has shipments with the status %s', async (status) => {
    expect((await post('/shipments', { granular_status: [status] })).meta.total).toBeGreaterThan(0);
  });

  it('has remittances and invoices of couriers, and weight differences in each state except settled', async () => {
    const remittances = await get('/remittances');
    expect(remittances.meta.total).toBeGreaterThan(3);
    expect(remittances.meta.owed.length).toBeGreaterThan(0);
    expect((await get('/imports?kind=courier_invoice')).data).toMatchObject([{ state: 'done', rejected: 0 }]);
    expect((await get('/imports?kind=remittance')).data).toContainEqual(
      expect.objectContaining({ state: 'done', rejected: 0 }),
    );
    for (const state of ['raised', 'accepted', 'disputed']) {
      expect((await get(`/weight-differences?state=${state}`)).meta.total, state).toBeGreaterThan(0);
    }
    expect((await get('/ledger?event_type=weight_difference')).meta.total).toBe(1);
  });

  it('covers the last 60 days and nothing in the future', async () => {
    const rows = await test.sql(
      `select * from (select min(created_at) as first, max(created_at) as last, max(updated_at) as updated from shipments) s,
         (select max(event_at) as event, max(arrived_at) as arrived from tracking_events) e`,
    );
    const now = test.service.now();
    const [{ first, last, updated, event, arrived }] = rows;
    for (const moment of [last, updated, event, arrived]) expect(moment <= now).toBe(true);
    expect(now.getTime() - first.getTime()).toBeLessThanOrEqual(60 * 86_400_000);
    expect(now.getTime() - first.getTime()).toBeGreaterThan(45 * 86_400_000);
  });

  it('has states that match its histories, and counters that match a recount', async () => {
    expect(await differingStates(test.database, account.accountId)).toEqual([]);
    const { counted, recounted } = await recountedShipments(test.database, account.accountId);
    expect(counted).toEqual(recounted);
  });

  it('has messages as previews that are never sent', async () => {
    for (const moment of MOMENTS.filter((one) => !OFF_BY_DEFAULT.includes(one))) {
      const { data } = await get(`/messages?moment=${moment}&per_page=1`);
      expect(data).toMatchObject([{ status: 'preview', text: expect.stringContaining('DEMO-') }]);
    }
    expect((await get('/messages?status=queued')).data).toEqual([]);
  });

  it('links its orders to the stores, and leaves no work in the queue', async () => {
    const names = (await get('/client-stores')).data.map(
      ({ store_name }: { store_name: string }) => store_name,
    );
    const { meta } = await post('/shipments', { store_name: names });
    expect(meta.total).toBeGreaterThan(300);
    const rows = await test.sql(
      `select (select count(*)::integer from bookings where new_order_id is not null) as held,
         (select count(*)::integer from bookings where state <> 'booked') as unsettled`,
    );
    expect(rows).toEqual([{ held: 0, unsettled: 0 }]);
  });
});

describe('making demo data', () => {
  it('makes the same data for another account with the same seed', async () => {
    const other = await test.account('Other');
    // The newest, which are made first: three hundred more would test nothing else.
    expect((await make(other, stoppedAfter(100))).orders).toBe(100);
    const displayIds = (await post('/shipments', { per_page: 100 }, other)).data.map(
      ({ attributes }: { attributes: { order: { display_id: string } } }) => attributes.order.display_id,
    );
    expect(displayIds).toHaveLength(100);
    const content = async (of: TestAccount) =>
      (await post('/shipments', { per_page: 100, order_display_id: displayIds }, of)).data.map(
        ({
          attributes: { status, created_at, total_price, order, shipping_address, items },
        }: {
          attributes: Record<string, unknown> & { order: { display_id: string; store_name: string } };
        }) => [
          status,
          created_at,
          total_price,
          order.display_id,
          order.store_name,
          shipping_address,
          (items as { sku: string }[]).map(({ sku }) => sku),
        ],
      );
    const others = await content(other);
    expect(others).toHaveLength(100);
    expect(others).toEqual(await content(account));
  });

  it('leaves complete orders when it is stopped', async () => {
    const stopped = await test.account('Stopped');
    const { orders } = await make(stopped, AbortSignal.abort());
    expect(orders).toBe(0);
    expect((await post('/shipments', {}, stopped)).meta.total).toBe(0);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import type { Client } from '../support/client.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, orderBody, scan, warehouseBody } from '../support/orders.ts';
import { makeColleague, type SignedIn } from '../support/people.ts';
import { returnBody } from '../support/returns.ts';
import { listOperations, tryForeignIds } from '../support/walk.ts';

interface Parcel {
  readonly id: string;
  readonly awb: string;
  readonly store: string | null;
  readonly warehouse: string;
  readonly displayId: string;
}
const parcels: Parcel[] = [];
const returns: { readonly id: string; readonly store: string; readonly warehouse: string }[] = [];
const storeIds: Record<string, string> = {};

/** A restricted person, with the parcels that the person may see. */
interface Person {
  readonly browser: SignedIn;
  readonly isTheirs: (parcel: Pick<Parcel, 'store' | 'warehouse'>) => boolean;
}
const people: Record<string, Person> = {};

const test = await openApp();
const account = await test.account();
const here = await makeWarehouse(account, { gst_no: '07ABCDE1234F1Z2' });
const there = await makeWarehouse(account, { name: 'Bhiwandi', gst_no: '27ABCDE1234F1Z0' });
for (const store_name of ['tea', 'spice']) {
  storeIds[store_name] = (await account.post('/client-stores', { store_name })).json().data.id;
}
for (const store of ['tea', 'spice', null]) {
  for (const warehouse of [here, there]) {
    await makeParcel(store, warehouse);
    await makeParcel(store, warehouse);
  }
}
for (const [index, { id }] of parcels.entries()) {
  if (index % 2 === 0) await scan(test, account, id, ['picked_up', 'out_for_delivery', 'ndr_raised']);
}
for (const store of ['tea', 'spice']) {
  for (const warehouse of [here, there]) {
    const body = returnBody(warehouse, { store_name: store });
    const { payload } = (await account.post('/reverse-order', body)).json();
    returns.push({ id: payload.return_id, store, warehouse });
  }
}
await makePerson('tea', { store_ids: [storeIds.tea] }, ({ store }) => store === 'tea');
await makePerson('here', { warehouse_ids: [here] }, ({ warehouse }) => warehouse === here);
await makePerson(
  'both',
  { store_ids: [storeIds.spice], warehouse_ids: [there] },
  ({ store, warehouse }) => store === 'spice' && warehouse === there,
);

async function makeParcel(store: string | null, warehouse: string): Promise<void> {
  const body = orderBody(warehouse, {
    carrier_id: CARRIER,
    order_items: [{ name: 'Masala chai 250 g', sku: 'CHAI-250', units: 2, selling_price: 249.5, tax: 5 }],
    ...(store === null ? {} : { store_name: store }),
  });
  const { payload } = (await account.post('/forward-order-orchestration', body)).json();
  const made = { id: payload.shipment_id, awb: payload.awb_code, displayId: body.order_id };
  parcels.push({ ...made, store, warehouse });
}

async function makePerson(name: string, restriction: object, isTheirs: Person['isTheirs']): Promise<void> {
  people[name] = { browser: await makeColleague(test, account, { name, ...restriction }), isTheirs };
}

function person(name: string): Person {
  const found = people[name];
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

describe.each(['tea', 'here', 'both'])('a restricted user (%s)', (name) => {
  let user: SignedIn;
  let theirs: Parcel[];
  let others: Parcel[];
  beforeAll(() => {
    const { browser, isTheirs } = person(name);
    user = browser;
    theirs = parcels.filter(isTheirs);
    others = parcels.filter((parcel) => !isTheirs(parcel));
    expect(theirs.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
  });

  it('lists, counts and exports only their own shipments with every filter', async () => {
    for (const filters of [
      {},
      { status: 'ndr_raised' },
      { is_cod: false },
      { search: 'CHAI' },
      { sku: 'CHAI-250' },
    ]) {
      const all = (await account.post('/shipments', { ...filters, per_page: 100 })).json();
      const own = (await user.post('/shipments', { ...filters, per_page: 100 })).json();
      const ids = new Set(theirs.map(({ id }) => id));
      expect(own.data).toEqual(all.data.filter(({ id }: Parcel) => ids.has(id)));
      expect(own.meta.total).toBe(own.data.length);
      const exported = (await user.post('/shipments/export', filters)).body;
      for (const { displayId } of others) expect(exported).not.toContain(`${displayId},`);
      expect(exported.trim().split('\n')).toHaveLength(own.data.length + 1);
    }
    const { data: counts } = (await user.post('/shipments/counts', {})).json();
    expect(counts.all).toBe(theirs.length);
    const facets = (await user.post('/shipments/facets', {})).json();
    expect(facets.meta.total).toBe(theirs.length);
    const figures = (await user.post('/analytics/shipments', {})).json().data;
    expect(figures[0].shipments).toBe(theirs.length);
    const failed = theirs.filter(
      ({ awb, id }) => awb !== '' && parcels.findIndex((one) => one.id === id) % 2 === 0,
    ).length;
    expect(counts.ndr_raised).toBe(failed);
  });

  it('finds no shipments of others in any request', async () => {
    for (const { id, awb } of others.filter((one) => one.awb !== '')) {
      expect((await user.get(`/shipments/${id}`)).statusCode).toBe(404);
      const unknown = (await user.post('/order-tracking', { awbs: ['NO-SUCH'] })).json();
      const tracked = (await user.post('/order-tracking', { awbs: [awb] })).json();
      expect(JSON.stringify(tracked).replaceAll(awb, 'NO-SUCH')).toBe(JSON.stringify(unknown));
      const papers = ['packing_slip', 'picklist', 'invoice'].map(
        (paper) => ['/papers', { shipment_ids: [id], paper }] as const,
      );
      for (const [path, body] of [
        ...papers,
        ['/labels', { shipment_ids: [id] }],
        ['/invoices', { shipment_ids: [id] }],
        ['/cancel-order', { awbs: [awb] }],
        ['/cancel-order', { shipment_ids: [id] }],
        ['/reattempt', { awb }],
        ['/initiate-rto', { awb }],
        ['/forward-order-shipment', { shipment_id: id }],
      ] as const)
        expect([path, (await user.post(path, body)).statusCode]).toEqual([path, 422]);
      expect((await user.put(`/shipments/${id}/tags`, { tags: ['x'] })).statusCode).toBe(404);
      expect((await user.post(`/shipments/${id}/notes`, { text: 'x' })).statusCode).toBe(404);
    }
    const mine = theirs[0]?.awb ?? '';
    const tracked = (await user.post('/order-tracking', { awbs: [mine] })).json();
    expect(tracked.result[mine].tracking_data).toBeDefined();
  });

  it('prints their own papers, and lists, issues and cancels only their own invoices', async () => {
    const booked = theirs.filter(({ awb }) => awb !== '').map(({ id }) => id);
    const strangers = others.filter(({ awb }) => awb !== '').map(({ id }) => id);
    await account.post('/invoices', { shipment_ids: strangers });
    const issued = await user.post('/invoices', { shipment_ids: booked });
    expect(issued.statusCode, issued.body).toBe(201);
    for (const paper of ['packing_slip', 'picklist', 'invoice']) {
      const printed = await user.post('/papers', { shipment_ids: booked, paper });
      expect([paper, printed.statusCode]).toEqual([paper, 200]);
    }
    const own = (await user.get('/invoices?per_page=100')).json();
    expect(own.meta.total).toBe(own.data.length);
    const shown = own.data.map(({ shipment_id }: { shipment_id: string }) => shipment_id);
    expect(new Set(shown)).toEqual(new Set(booked));
    const all = (await account.get('/invoices?per_page=100')).json().data;
    const stranger = all.find(({ shipment_id }: { shipment_id: string }) => strangers.includes(shipment_id));
    for (const [method, path] of [
      ['GET', `/invoices/${stranger.id}`],
      ['GET', `/invoices/${stranger.id}/invoice.pdf`],
      ['POST', `/invoices/${stranger.id}/cancel`],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect((await user.call(method, path, body)).statusCode).toBe(404);
    }
    const [mine] = own.data;
    expect((await user.post(`/invoices/${mine.id}/cancel`, {})).statusCode).toBe(201);
  });

  it('sees only their own returns', async () => {
    const { isTheirs } = person(name);
    const own = (await user.post('/returns', {})).json();
    const ids = returns.filter(isTheirs).map(({ id }) => id);
    expect(own.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    expect(own.meta.total).toBe(ids.length);
    expect((await user.post('/returns/counts', {})).json().data.all).toBe(ids.length);
    expect((await user.post('/returns/facets', {})).json().meta.total).toBe(ids.length);
    const figures = (await user.post('/analytics/returns', {})).json().data;
    expect(figures).toMatchObject([{ returns: ids.length }]);
    for (const { id } of returns.filter((one) => !isTheirs(one))) {
      expect((await user.get(`/returns/${id}`)).statusCode).toBe(404);
    }
  });

  it('sees only their own messages and charges', async () => {
    const ids = new Set(theirs.map(({ id }) => id));
    const all = (await account.get('/messages?per_page=100')).json();
    const own = (await user.get('/messages?per_page=100')).json();
    expect(own.data).toEqual(
      all.data.filter(({ shipment_id }: { shipment_id: string }) => ids.has(shipment_id)),
    );
    const stranger = all.data.find(({ shipment_id }: { shipment_id: string }) => !ids.has(shipment_id));
    expect((await user.get(`/messages/${stranger.id}/preview`)).statusCode).toBe(404);
    const ledger = (await user.get('/ledger?per_page=100')).json();
    const awbs = new Set(theirs.map(({ awb }) => awb));
    expect(ledger.data.length).toBeGreaterThan(0);
    for (const { tracking_number } of ledger.data) expect(awbs).toContain(tracking_number);
    expect(ledger.meta.total).toBe(ledger.data.length);
    const other = others[0]?.awb ?? '';
    // The number of requests in a minute is limited.
    test.advance(60_000);
    for (const path of ['/shipping-charges', '/cod-remittance']) {
      const told = await user.post(path, { awbs: [other] });
      const unknown = await user.post(path, { awbs: ['NO-SUCH'] });
      expect(told.body.replaceAll(other, 'NO-SUCH')).toBe(unknown.body);
    }
  });

  it('sees only their own stores and warehouses', async () => {
    const { isTheirs } = person(name);
    const stores = (await user.get('/client-stores')).json().data;
    const warehouses = (await user.get('/warehouses')).json().data;
    const seen = stores.map(({ store_name }: { store_name: string }) => store_name);
    expect(seen).toEqual(name === 'here' ? ['tea', 'spice'] : [name === 'tea' ? 'tea' : 'spice']);
    const ids = warehouses.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual((name === 'tea' ? [here, there] : [name === 'here' ? here : there]).sort());
    expect(isTheirs({ store: seen[0], warehouse: ids[0] }) || name === 'tea').toBe(true);
  });

  it('creates and moves orders only in their own stores and warehouses', async () => {
    const { isTheirs } = person(name);
    for (const store of ['tea', 'spice', null]) {
      for (const warehouse of [here, there]) {
        const body = orderBody(warehouse, store === null ? {} : { store_name: store });
        const { statusCode } = await user.post('/forward-order', body);
        expect([store, warehouse, statusCode]).toEqual([
          store,
          warehouse,
          isTheirs({ store, warehouse }) ? 200 : 422,
        ]);
        if (statusCode === 200) {
          const [made] = (await account.post('/shipments', { order_display_id: body.order_id })).json().data;
          const freed = await user.put('/order', { order_id: body.order_id, store_name: null });
          expect(freed.statusCode).toBe(isTheirs({ store: null, warehouse }) ? 200 : 422);
          await account.put('/order', { order_id: body.order_id, store_name: store });
          await account.post('/cancel-order', { shipment_ids: [made.id] });
          const counted = { id: made.id, awb: '', store, warehouse, displayId: body.order_id };
          parcels.push(counted);
        }
      }
    }
  });

  it('cannot use the order id of a hidden order', async () => {
    const { isTheirs } = person(name);
    const own = theirs[0];
    const used = others[0]?.displayId ?? '';
    const body = orderBody(own?.warehouse ?? '', { store_name: own?.store ?? 'tea', order_id: used });
    expect(isTheirs({ store: own?.store ?? 'tea', warehouse: own?.warehouse ?? '' })).toBe(true);
    const refused = await user.post('/forward-order', body);
    expect(refused.json().errors).toEqual([`Order already exists: ${used}`]);
  });

  it('runs jobs only on their own shipments, and sees only their own jobs', async () => {
    const everybody = parcels.filter(({ awb }) => awb !== '').map(({ id }) => id);
    const ofOwner = (await account.post('/jobs', { action: 'label', shipment_ids: everybody })).json().data;
    const job = { action: 'tag', add_tags: [`by-${name}`], shipment_ids: everybody };
    const { data } = (await user.post('/jobs', job)).json();
    await runJobs(test);
    const { done, failed, total } = (await user.get(`/jobs/${data.id}`)).json().data;
    const own = theirs.filter(({ awb }) => awb !== '').length;
    expect({ done, failed, total }).toMatchObject({
      total: everybody.length,
      failed: everybody.length - own,
    });
    const tagged = (await account.post('/shipments', { tags: [`by-${name}`] })).json();
    expect(tagged.meta.total).toBe(own);
    expect((await user.get(`/jobs/${ofOwner.id}`)).statusCode).toBe(404);
    const listed = (await user.get('/jobs')).json();
    expect(listed).toMatchObject({ data: [{ id: data.id }], meta: { total: 1 } });
  });

  it('gets the same answers for hidden ids as for unknown ids in every operation', async () => {
    const { isTheirs } = person(name);
    const outside = [
      ...others.slice(0, 2).map(({ id }) => id),
      ...returns.filter((one) => !isTheirs(one)).map(({ id }) => id),
      ...(name === 'here' ? [there] : []),
      ...(name === 'both' ? [here, storeIds.tea ?? ''] : []),
    ];
    const operations = (await listOperations(test.app)).filter(({ path }) => path.startsWith(API));
    for (const operation of operations) {
      expect(await tryForeignIds(test.app, operation, user.headers, outside)).toEqual([]);
    }
  });

  it('is refused operations of the whole account', async () => {
    for (const [method, path] of [
      ['GET', '/audit'],
      ['GET', '/webhooks'],
      ['GET', '/remittances'],
      ['GET', '/courier-accounts'],
      ['POST', '/client-stores'],
      ['POST', '/warehouse'],
      ['GET', '/message-settings'],
    ] as const) {
      const body = path === '/warehouse' ? warehouseBody({ name: 'Mine' }) : { store_name: 'mine' };
      const response = await user.call(method, path, method === 'GET' ? undefined : body);
      expect([path, response.statusCode]).toEqual([path, 403]);
    }
  });
});

describe('manifests and pickups', () => {
  it('are available to users restricted to warehouses, and refused to users restricted to stores', async () => {
    const ofHere = person('here').browser;
    const ofTea = person('tea').browser;
    const manifest = (warehouse_id: string, by: Client) =>
      by.post('/manifests', { warehouse_id, carrier_id: CARRIER });
    expect((await manifest(there, account)).statusCode).toBeLessThan(300);
    expect((await manifest(there, ofHere)).statusCode).toBe(422);
    expect((await manifest(here, ofHere)).statusCode).toBeLessThan(300);
    const { data, meta } = (await ofHere.get('/manifests')).json();
    expect(meta.total).toBe(data.length);
    expect(data).toHaveLength(1);
    const all = (await account.get('/manifests')).json().data;
    expect(all).toHaveLength(2);
    const waiting = async (by: Client) => (await by.get('/waiting-parcels')).json().data;
    expect((await waiting(account)).length).toBeGreaterThan(1);
    expect((await waiting(ofHere)).map((one: { warehouse: { id: string } }) => one.warehouse.id)).toEqual([
      here,
    ]);
    expect((await ofTea.get('/waiting-parcels')).statusCode).toBe(403);
    const other = all.find(({ id }: { id: string }) => id !== data[0].id);
    expect((await ofHere.get(`/manifests/${other.id}`)).statusCode).toBe(404);
    for (const change of ['close', 'reopen'])
      expect((await ofHere.post(`/manifests/${other.id}/${change}`, {})).statusCode).toBe(404);
    expect((await ofTea.get('/manifests')).statusCode).toBe(403);
    expect((await ofTea.post('/pickups', { warehouse_id: here })).statusCode).toBe(403);
  });
});

describe('an import of orders', () => {
  it('creates only the orders that its user may create', async () => {
    const ofHere = person('here').browser;
    const rows = [here, there].map((warehouse) => JSON.stringify(orderBody(warehouse)));
    const sendFile = (query = '') =>
      ofHere.post(`/orders/import${query}`, rows.join('\n'), { 'content-type': 'application/jsonl' });
    const checked = (await sendFile('?check=1')).json().data;
    expect(checked).toMatchObject({ counts: { created: 1 }, rejected: 1, problems: [{ line: 2 }] });
    const begun = await sendFile();
    expect(begun.statusCode, begun.body).toBe(202);
    await runJobs(test);
    const { data } = (await ofHere.get(`/imports/${begun.json().data.id}`)).json();
    expect(data).toMatchObject({ created: 1, rejected: 1 });
    const ofTea = person('tea').browser;
    expect((await ofTea.get('/imports')).json().meta.total).toBe(0);
    const check = `/imports/${checked.id}`;
    expect((await ofHere.get(check)).json().data.is_check).toBe(true);
    expect((await ofTea.get(check)).statusCode).toBe(404);
    expect((await ofTea.get(`${check}/rejected.csv`)).statusCode).toBe(404);
  });
});

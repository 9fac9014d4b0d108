import { beforeAll, describe, expect, it } from 'vitest';
import { openApp } from '../support/app.ts';
import { CARRIER } from '../support/carriers.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, orderBody, scan, warehouseBody } from '../support/orders.ts';
import { type SignedIn, signInBy } from '../support/people.ts';
import { returnBody } from '../support/returns.ts';
import { listOperations, tryForeignIds } from '../support/walk.ts';

const PASSWORD = 'correct horse battery';

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
  const username = `${name}@example.in`;
  const user = { name, email: username, password: PASSWORD, role: 'manager', ...restriction };
  await account.post('/users', user);
  people[name] = { browser: await signInBy(test, { username, password: PASSWORD }), isTheirs };
}

function person(name: string): Person {
  const found = people[name];
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

describe.each(['tea', 'here', 'both'])('somebody who is restricted (%s)', (name) => {
  let headers: Record<string, string>;
  let theirs: Parcel[];
  let others: Parcel[];
  beforeAll(() => {
    const { browser, isTheirs } = person(name);
    headers = browser.headers;
    theirs = parcels.filter(isTheirs);
    others = parcels.filter((parcel) => !isTheirs(parcel));
    expect(theirs.length).toBeGreaterThan(0);
    expect(others.length).toBeGreaterThan(0);
  });

  it('lists, counts and exports of shipments only their own, with every filter', async () => {
    for (const filters of [
      {},
      { status: 'ndr_raised' },
      { is_cod: false },
      { search: 'CHAI' },
      { sku: 'CHAI-250' },
    ]) {
      const all = (await account.post('/shipments', { ...filters, per_page: 100 })).json();
      const own = (await test.client(headers).post('/shipments', { ...filters, per_page: 100 })).json();
      const ids = new Set(theirs.map(({ id }) => id));
      expect(own.data).toEqual(all.data.filter(({ id }: Parcel) => ids.has(id)));
      expect(own.meta.total).toBe(own.data.length);
      const exported = (await test.client(headers).post('/shipments/export', filters)).body;
      for (const { displayId } of others) expect(exported).not.toContain(`${displayId},`);
      expect(exported.trim().split('\n')).toHaveLength(own.data.length + 1);
    }
    const { data: counts } = (await test.client(headers).post('/shipments/counts', {})).json();
    expect(counts.all).toBe(theirs.length);
    const facets = (await test.client(headers).post('/shipments/facets', {})).json();
    expect(facets.meta.total).toBe(theirs.length);
    const figures = (await test.client(headers).post('/analytics/shipments', {})).json().data;
    expect(figures[0].shipments).toBe(theirs.length);
    const failed = theirs.filter(
      ({ awb, id }) => awb !== '' && parcels.findIndex((one) => one.id === id) % 2 === 0,
    ).length;
    expect(counts.ndr_raised).toBe(failed);
  });

  it('finds the shipments of others nowhere', async () => {
    for (const { id, awb } of others.filter((one) => one.awb !== '')) {
      expect((await test.client(headers).get(`/shipments/${id}`)).statusCode).toBe(404);
      const unknown = (await test.client(headers).post('/order-tracking', { awbs: ['NO-SUCH'] })).json();
      const tracked = (await test.client(headers).post('/order-tracking', { awbs: [awb] })).json();
      expect(JSON.stringify(tracked).replaceAll(awb, 'NO-SUCH')).toBe(JSON.stringify(unknown));
      expect((await test.client(headers).post('/labels', { shipment_ids: [id] })).statusCode).toBe(422);
      for (const paper of ['packing_slip', 'picklist', 'invoice']) {
        expect((await test.client(headers).post('/papers', { shipment_ids: [id], paper })).statusCode).toBe(
          422,
        );
      }
      expect((await test.client(headers).post('/invoices', { shipment_ids: [id] })).statusCode).toBe(422);
      expect((await test.client(headers).post('/cancel-order', { awbs: [awb] })).statusCode).toBe(422);
      expect((await test.client(headers).post('/cancel-order', { shipment_ids: [id] })).statusCode).toBe(422);
      expect((await test.client(headers).post('/reattempt', { awb })).statusCode).toBe(422);
      expect((await test.client(headers).post('/initiate-rto', { awb })).statusCode).toBe(422);
      expect((await test.client(headers).put(`/shipments/${id}/tags`, { tags: ['x'] })).statusCode).toBe(404);
      expect((await test.client(headers).post(`/shipments/${id}/notes`, { text: 'x' })).statusCode).toBe(404);
      expect(
        (await test.client(headers).post('/forward-order-shipment', { shipment_id: id })).statusCode,
      ).toBe(422);
    }
    const mine = theirs[0]?.awb ?? '';
    const tracked = (await test.client(headers).post('/order-tracking', { awbs: [mine] })).json();
    expect(tracked.result[mine].tracking_data).toBeDefined();
  });

  it('prints papers of their own, and sees, issues and takes back no other invoices', async () => {
    const booked = theirs.filter(({ awb }) => awb !== '').map(({ id }) => id);
    const strangers = others.filter(({ awb }) => awb !== '').map(({ id }) => id);
    await account.post('/invoices', { shipment_ids: strangers });
    const issued = await test.client(headers).post('/invoices', { shipment_ids: booked });
    expect(issued.statusCode, issued.body).toBe(201);
    for (const paper of ['packing_slip', 'picklist', 'invoice']) {
      const printed = await test.client(headers).post('/papers', { shipment_ids: booked, paper });
      expect([paper, printed.statusCode]).toEqual([paper, 200]);
    }
    const own = (await test.client(headers).get('/invoices?per_page=100')).json();
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
      expect((await test.client(headers).call(method, path, body)).statusCode).toBe(404);
    }
    const [mine] = own.data;
    expect((await test.client(headers).post(`/invoices/${mine.id}/cancel`, {})).statusCode).toBe(201);
  });

  it('sees of returns only their own', async () => {
    const { isTheirs } = person(name);
    const own = (await test.client(headers).post('/returns', {})).json();
    const ids = returns.filter(isTheirs).map(({ id }) => id);
    expect(own.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
    expect(own.meta.total).toBe(ids.length);
    expect((await test.client(headers).post('/returns/counts', {})).json().data.all).toBe(ids.length);
    expect((await test.client(headers).post('/returns/facets', {})).json().meta.total).toBe(ids.length);
    const figures = (await test.client(headers).post('/analytics/returns', {})).json().data;
    expect(figures).toMatchObject([{ returns: ids.length }]);
    for (const { id } of returns.filter((one) => !isTheirs(one))) {
      expect((await test.client(headers).get(`/returns/${id}`)).statusCode).toBe(404);
    }
  });

  it('sees in messages, charges and figures only their own', async () => {
    const ids = new Set(theirs.map(({ id }) => id));
    const all = (await account.get('/messages?per_page=100')).json();
    const own = (await test.client(headers).get('/messages?per_page=100')).json();
    expect(own.data).toEqual(
      all.data.filter(({ shipment_id }: { shipment_id: string }) => ids.has(shipment_id)),
    );
    const stranger = all.data.find(({ shipment_id }: { shipment_id: string }) => !ids.has(shipment_id));
    expect((await test.client(headers).get(`/messages/${stranger.id}/preview`)).statusCode).toBe(404);
    const ledger = (await test.client(headers).get('/ledger?per_page=100')).json();
    const awbs = new Set(theirs.map(({ awb }) => awb));
    expect(ledger.data.length).toBeGreaterThan(0);
    for (const { tracking_number } of ledger.data) expect(awbs).toContain(tracking_number);
    expect(ledger.meta.total).toBe(ledger.data.length);
    const other = others[0]?.awb ?? '';
    // Only this many may be requested in a minute.
    test.advance(60_000);
    for (const path of ['/shipping-charges', '/cod-remittance']) {
      const told = await test.client(headers).post(path, { awbs: [other] });
      const unknown = await test.client(headers).post(path, { awbs: ['NO-SUCH'] });
      expect(told.body.replaceAll(other, 'NO-SUCH')).toBe(unknown.body);
    }
  });

  it('sees the stores and warehouses that are theirs', async () => {
    const { isTheirs } = person(name);
    const stores = (await test.client(headers).get('/client-stores')).json().data;
    const warehouses = (await test.client(headers).get('/warehouses')).json().data;
    const seen = stores.map(({ store_name }: { store_name: string }) => store_name);
    expect(seen).toEqual(name === 'here' ? ['tea', 'spice'] : [name === 'tea' ? 'tea' : 'spice']);
    const ids = warehouses.map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual((name === 'tea' ? [here, there] : [name === 'here' ? here : there]).sort());
    expect(isTheirs({ store: seen[0], warehouse: ids[0] }) || name === 'tea').toBe(true);
  });

  it('makes orders where they may, and nowhere else', async () => {
    const { isTheirs } = person(name);
    for (const store of ['tea', 'spice', null]) {
      for (const warehouse of [here, there]) {
        const body = orderBody(warehouse, store === null ? {} : { store_name: store });
        const { statusCode } = await test.client(headers).post('/forward-order', body);
        expect([store, warehouse, statusCode]).toEqual([
          store,
          warehouse,
          isTheirs({ store, warehouse }) ? 200 : 422,
        ]);
        if (statusCode === 200) {
          const [made] = (await account.post('/shipments', { order_display_id: body.order_id })).json().data;
          const freed = await test
            .client(headers)
            .put('/order', { order_id: body.order_id, store_name: null });
          expect(freed.statusCode).toBe(isTheirs({ store: null, warehouse }) ? 200 : 422);
          await account.put('/order', { order_id: body.order_id, store_name: store });
          await account.post('/cancel-order', { shipment_ids: [made.id] });
          const counted = { id: made.id, awb: '', store, warehouse, displayId: body.order_id };
          parcels.push(counted);
        }
      }
    }
  });

  it("is told that an order id is used, also where it is another's", async () => {
    const { isTheirs } = person(name);
    const own = theirs[0];
    const used = others[0]?.displayId ?? '';
    const body = orderBody(own?.warehouse ?? '', { store_name: own?.store ?? 'tea', order_id: used });
    expect(isTheirs({ store: own?.store ?? 'tea', warehouse: own?.warehouse ?? '' })).toBe(true);
    const refused = await test.client(headers).post('/forward-order', body);
    expect(refused.json().errors).toEqual([`Order already exists: ${used}`]);
  });

  it('does in jobs what they may, sees their own jobs alone, and has others do nothing to the rest', async () => {
    const everybody = parcels.filter(({ awb }) => awb !== '').map(({ id }) => id);
    const ofOwner = (await account.post('/jobs', { action: 'label', shipment_ids: everybody })).json().data;
    const job = { action: 'tag', add_tags: [`by-${name}`], shipment_ids: everybody };
    const { data } = (await test.client(headers).post('/jobs', job)).json();
    await runJobs(test);
    const { done, failed, total } = (await test.client(headers).get(`/jobs/${data.id}`)).json().data;
    const own = theirs.filter(({ awb }) => awb !== '').length;
    expect({ done, failed, total }).toMatchObject({
      total: everybody.length,
      failed: everybody.length - own,
    });
    const tagged = (await account.post('/shipments', { tags: [`by-${name}`] })).json();
    expect(tagged.meta.total).toBe(own);
    expect((await test.client(headers).get(`/jobs/${ofOwner.id}`)).statusCode).toBe(404);
    const listed = (await test.client(headers).get('/jobs')).json();
    expect(listed).toMatchObject({ data: [{ id: data.id }], meta: { total: 1 } });
  });

  it('finds what is outside as little as what another account has, in every call', async () => {
    const { isTheirs } = person(name);
    const outside = [
      ...others.slice(0, 2).map(({ id }) => id),
      ...returns.filter((one) => !isTheirs(one)).map(({ id }) => id),
      ...(name === 'here' ? [there] : []),
      ...(name === 'both' ? [here, storeIds.tea ?? ''] : []),
    ];
    const operations = (await listOperations(test.app)).filter(({ path }) => path.startsWith(API));
    for (const operation of operations) {
      expect(await tryForeignIds(test.app, operation, headers, outside)).toEqual([]);
    }
  });

  it('is refused what concerns the whole account', async () => {
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
      const response = await test.client(headers).call(method, path, method === 'GET' ? undefined : body);
      expect([path, response.statusCode]).toEqual([path, 403]);
    }
  });
});

describe('manifests and pickups', () => {
  it('are there for who is restricted to warehouses, and refused to who is restricted to stores', async () => {
    const ofHere = person('here').browser.headers;
    const ofTea = person('tea').browser.headers;
    const manifest = (warehouse_id: string, headers: Record<string, string>) =>
      test.client(headers).post('/manifests', { warehouse_id, carrier_id: CARRIER });
    expect((await manifest(there, account.headers)).statusCode).toBeLessThan(300);
    expect((await manifest(there, ofHere)).statusCode).toBe(422);
    expect((await manifest(here, ofHere)).statusCode).toBeLessThan(300);
    const { data, meta } = (await test.client(ofHere).get('/manifests')).json();
    expect(meta.total).toBe(data.length);
    expect(data).toHaveLength(1);
    const all = (await account.get('/manifests')).json().data;
    expect(all).toHaveLength(2);
    const waiting = async (headers: Record<string, string>) =>
      (await test.client(headers).get('/waiting-parcels')).json().data;
    expect((await waiting(account.headers)).length).toBeGreaterThan(1);
    expect((await waiting(ofHere)).map((one: { warehouse: { id: string } }) => one.warehouse.id)).toEqual([
      here,
    ]);
    expect((await test.client(ofTea).get('/waiting-parcels')).statusCode).toBe(403);
    const other = all.find(({ id }: { id: string }) => id !== data[0].id);
    expect((await test.client(ofHere).get(`/manifests/${other.id}`)).statusCode).toBe(404);
    for (const change of ['close', 'reopen'])
      expect((await test.client(ofHere).post(`/manifests/${other.id}/${change}`, {})).statusCode).toBe(404);
    expect((await test.client(ofTea).get('/manifests')).statusCode).toBe(403);
    expect((await test.client(ofTea).post('/pickups', { warehouse_id: here })).statusCode).toBe(403);
  });
});

describe('an import of orders', () => {
  it('makes only what its maker may make', async () => {
    const ofHere = person('here').browser.headers;
    const rows = [here, there].map((warehouse) => JSON.stringify(orderBody(warehouse)));
    const sendFile = (query = '') =>
      test.app.inject({
        method: 'POST',
        url: `${API}/orders/import${query}`,
        headers: { ...ofHere, 'content-type': 'application/jsonl' },
        payload: rows.join('\n'),
      });
    const checked = (await sendFile('?check=1')).json().data;
    expect(checked).toMatchObject({ counts: { created: 1 }, rejected: 1, problems: [{ line: 2 }] });
    const begun = await sendFile();
    expect(begun.statusCode, begun.body).toBe(202);
    await runJobs(test);
    const { data } = (await test.client(ofHere).get(`/imports/${begun.json().data.id}`)).json();
    expect(data).toMatchObject({ created: 1, rejected: 1 });
    const ofTea = person('tea').browser.headers;
    expect((await test.client(ofTea).get('/imports')).json().meta.total).toBe(0);
    const check = `/imports/${checked.id}`;
    expect((await test.client(ofHere).get(check)).json().data.is_check).toBe(true);
    expect((await test.client(ofTea).get(check)).statusCode).toBe(404);
    expect((await test.client(ofTea).get(`${check}/rejected.csv`)).statusCode).toBe(404);
  });
});

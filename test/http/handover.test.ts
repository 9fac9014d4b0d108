import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR, SYSTEM } from '../../src/domain/actor.ts';
import { findShipments } from '../../src/storage/booking/shipments.ts';
import { applyEvents } from '../../src/storage/tracking/apply-events.ts';
import { actOnShipment } from '../../src/usecases/jobs/act-on-shipment.ts';
import { actingFor } from '../../src/usecases/jobs/acting-for.ts';
import { changeBy } from '../../src/usecases/service.ts';
import { startApp, type TestAccount, type TestApp } from '../support/app.ts';
import { type Booked, bookOrder, CARRIER, OTHER_CARRIER } from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { datesAtTheEdge, setClock } from '../support/edges-of-dates.ts';
import { runJobs } from '../support/jobs.ts';
import { API, makeWarehouse, scan as moveTo, orderBody, scanNow } from '../support/orders.ts';
import { bookReturn } from '../support/returns.ts';
import { printPdf, scan } from '../support/scan-label.ts';

const TODAY = '2026-11-16';
const A_DAY = 24 * 60 * 60 * 1000;

let test: TestApp;
let account: TestAccount;
let warehouseId: string;

beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.stop());

async function open(): Promise<void> {
  account = await test.account();
  warehouseId = await makeWarehouse(account);
}

async function book(count: number, carrierId = CARRIER): Promise<Booked[]> {
  const booked: Booked[] = [];
  while (booked.length < count) booked.push(await bookOrder(account, warehouseId, carrierId));
  return booked;
}

const numbersOf = (booked: readonly Booked[]) => booked.map(({ trackingNumber }) => trackingNumber);
const handOver = (changes: object = {}, headers: Record<string, string> = {}) =>
  account.post('/manifests', { warehouse_id: warehouseId, carrier_id: CARRIER, ...changes }, headers);
const list = async (path: string) => (await account.get(path)).json();

const ids = (booked: readonly (Booked | undefined)[]) => booked.map((one) => one?.shipmentId).sort();
const idsOf = (response: Awaited<ReturnType<TestAccount['post']>>) =>
  response
    .json()
    .data.map(({ id }: { id: string }) => id)
    .sort();

/** The waiting parcels in lists and figures. */
async function waiting() {
  const listed = async (handover: string) => idsOf(await account.post('/shipments', { handover }));
  const { data: overview } = await list('/overview');
  const counts = (await account.post('/shipments/counts', { handover: 'waiting' })).json().data;
  const seen = { waiting: await listed('waiting'), handed_over: await listed('handed_over') };
  expect(counts.all).toBe(seen.waiting.length);
  return { ...seen, to_pack: overview.to_pack };
}

/** Tells whether a statement of the test's database waits for a lock of another transaction. */
async function isSomebodyWaiting(): Promise<boolean> {
  const rows = await test.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
}

/** The waiting parcels of each carrier, and those without a manifest. Their sum is the same as in lists and figures. */
async function waitingByCarrier(): Promise<[carrier: string, parcels: number, without: number][]> {
  const { data } = await list('/waiting-parcels');
  const sum = data.reduce((all: number, { parcels }: { parcels: number }) => all + parcels, 0);
  expect((await waiting()).waiting.length).toBe(sum);
  return data.map((one: { carrier: { id: string }; parcels: number; without_manifest: number }) => [
    one.carrier.id,
    one.parcels,
    one.without_manifest,
  ]);
}

async function barcodes(pdf: Buffer): Promise<string[]> {
  const codes: string[] = [];
  for (const page of await printPdf(pdf)) {
    codes.push(...(await scan(page)).map(({ text }) => text));
  }
  return codes.sort();
}

describe('a manifest', () => {
  it('has a barcode of each parcel that waits for its carrier at its warehouse, on A4 pages', async () => {
    await open();
    const mine = await book(14);
    const [moving] = mine.splice(3, 1);
    await moveTo(test, account, moving?.shipmentId ?? '', ['picked_up']);
    await book(1, OTHER_CARRIER);
    await bookReturn(account, warehouseId, { carrier_id: CARRIER });
    await bookOrder(account, await makeWarehouse(account, { name: 'Peenya' }), CARRIER);
    const made = await handOver();
    expect([made.statusCode, made.headers['content-type']]).toEqual([201, 'application/pdf']);
    const pages = await printPdf(made.rawPayload, 72);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [595, 841],
      [595, 841],
    ]);
    expect(await barcodes(made.rawPayload)).toEqual(numbersOf(mine).sort());
    const { data, meta } = await list('/manifests');
    expect(meta.total).toBe(1);
    expect(data[0]).toMatchObject({
      date: TODAY,
      state: 'open',
      parcels: 13,
      warehouse: { id: warehouseId, name: 'Okhla' },
      carrier: { id: CARRIER },
    });
    expect(made.headers.location).toBe(`${API}/manifests/${data[0].id}`);
    expect((await list(`/manifests/${data[0].id}`)).data).toEqual(data[0]);
    const again = await account.get(`/manifests/${data[0].id}/manifest.pdf`);
    expect(again.rawPayload.equals(made.rawPayload)).toBe(true);
    const { data: records } = await list(`/audit?subject_id=${data[0].id}`);
    expect(records.map(({ action }: { action: string }) => action)).toEqual(['manifest.created']);
  });

  it('leaves out the parcels of an open manifest, and includes those of a manifest whose day is over', async () => {
    await open();
    const mine = await book(2);
    await handOver();
    const none = await handOver();
    expect([none.statusCode, none.json().errors]).toEqual([
      422,
      [expect.stringContaining('No parcel at this warehouse waits')],
    ]);
    await moveTo(test, account, mine[0]?.shipmentId ?? '', ['picked_up']);
    test.advance(A_DAY);
    const next = await handOver();
    expect(await barcodes(next.rawPayload)).toEqual(numbersOf(mine.slice(1)));
    const { data } = await list('/manifests');
    expect(data.map(({ state, parcels }: { state: string; parcels: number }) => [state, parcels])).toEqual([
      ['open', 1],
      ['expired', 2],
    ]);
    test.advance(-A_DAY);
  });

  it('keeps its parcels when it is closed, and they no longer wait', async () => {
    await open();
    const mine = await book(2);
    const [first] = mine;
    await handOver();
    expect(await waiting()).toEqual({ waiting: ids(mine), handed_over: [], to_pack: 2 });
    const [{ id }] = (await list('/manifests')).data;
    const closed = await account.post(`/manifests/${id}/close`);
    expect([closed.statusCode, closed.json().data]).toMatchObject([200, { id, state: 'closed', parcels: 2 }]);
    expect((await list(`/manifests/${id}`)).data).toEqual(closed.json().data);
    expect(await waiting()).toEqual({ waiting: [], handed_over: ids(mine), to_pack: 0 });
    const byManifest = await account.post('/shipments', { manifest_id: id });
    expect(idsOf(byManifest)).toEqual(ids(mine));
    test.advance(A_DAY);
    expect((await handOver()).statusCode).toBe(422);
    test.advance(-A_DAY);
    await moveTo(test, account, first?.shipmentId ?? '', ['picked_up']);
    expect((await waiting()).handed_over).toEqual(ids(mine.slice(1)));
    test.advance(60_000);
    const again = await account.post(`/manifests/${id}/close`);
    expect([again.statusCode, again.json().data]).toEqual([
      200,
      { ...closed.json().data, can_reopen: false },
    ]);
    const { data: records } = await list(`/audit?subject_id=${id}`);
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'manifest.closed',
      'manifest.created',
    ]);
    const { data: reader } = (await account.post('/keys', { name: 'screen', scope: 'read' })).json();
    const read = { authorization: reader.attributes.token };
    for (const path of ['close', 'reopen', 'take-out'].map((change) => `/manifests/${id}/${change}`)) {
      const body = path.endsWith('take-out') ? { shipment_ids: ids(mine) } : undefined;
      expect((await account.post(path, body, read)).statusCode).toBe(403);
    }
    await open();
    for (const change of ['close', 'reopen'])
      expect((await account.post(`/manifests/${id}/${change}`)).statusCode).toBe(404);
    expect((await account.post(`/manifests/${id}/take-out`, { shipment_ids: ids(mine) })).statusCode).toBe(
      404,
    );
  });

  it('can be reopened until the courier has scanned one of its parcels', async () => {
    await open();
    const mine = await book(2);
    await handOver();
    const [made] = (await list('/manifests')).data;
    const change = (how: string) => account.post(`/manifests/${made.id}/${how}`);
    expect((await change('reopen')).json().data).toEqual(made);
    const closed = (await change('close')).json().data;
    expect(closed).toMatchObject({ closed_by: 'first key', can_reopen: true });
    const reopened = await change('reopen');
    expect([reopened.statusCode, reopened.json().data]).toEqual([200, made]);
    expect(await waiting()).toEqual({ waiting: ids(mine), handed_over: [], to_pack: 2 });
    expect((await handOver()).statusCode).toBe(422);
    const { data: records } = await list(`/audit?subject_id=${made.id}`);
    expect(records.map(({ action }: { action: string }) => action)).toEqual([
      'manifest.reopened',
      'manifest.closed',
      'manifest.created',
    ]);
    await change('close');
    test.advance(A_DAY);
    expect((await change('reopen')).json().data).toMatchObject({ state: 'expired', closed_by: null });
    expect((await waiting()).waiting).toEqual(ids(mine));
    await change('close');
    test.advance(-A_DAY);
    await moveTo(test, account, mine[0]?.shipmentId ?? '', ['picked_up']);
    expect((await list(`/manifests/${made.id}`)).data).toMatchObject({ state: 'closed', can_reopen: false });
    const refused = await change('reopen');
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      [expect.stringContaining('The courier has scanned parcels of this manifest')],
    ]);
    expect((await list(`/manifests/${made.id}`)).data.state).toBe('closed');
  });

  it.each(datesAtTheEdge)('is open until its day in India ends: $name', async ({ now, day }) => {
    const before = test.service.now();
    setClock(test, now);
    await open();
    const [first, second] = await book(2);
    const manifests = async () =>
      (await list('/manifests')).data.map((one: { date: string; state: string }) => [one.date, one.state]);
    await account.post('/jobs', { action: 'manifest', shipment_ids: [first?.shipmentId] });
    await runJobs(test);
    expect((await handOver()).statusCode).toBe(201);
    const planned = await account.post('/pickups', { warehouse_id: warehouseId, carrier_id: CARRIER });
    expect(planned.json().data.date).toBe(day);
    const ends = new Date(Date.parse(`${day}T00:00:00+05:30`) + A_DAY);
    setClock(test, new Date(ends.getTime() - 1));
    expect(await manifests()).toEqual(Array(2).fill([day, 'open']));
    expect(await waitingByCarrier()).toEqual([[CARRIER, 2, 0]]);
    setClock(test, ends);
    expect(await manifests()).toEqual(Array(2).fill([day, 'expired']));
    expect((await list('/manifests?state=expired')).meta.total).toBe(2);
    expect(await waitingByCarrier()).toEqual([[CARRIER, 2, 2]]);
    const yesterday = await handOver({ date: day });
    expect(yesterday.json().errors).toEqual(['date must not be in the past']);
    expect(await barcodes((await handOver()).rawPayload)).toEqual(
      numbersOf(first && second ? [first, second] : []).sort(),
    );
    setClock(test, before);
  });

  it('is listed by its state', async () => {
    await open();
    await book(1);
    await handOver();
    test.advance(A_DAY);
    await handOver();
    const statesOf = async (state: string) => {
      const { data, meta } = await list(`/manifests?state=${state}`);
      expect(meta.total).toBe(data.length);
      return data.map((one: { state: string }) => one.state);
    };
    const states = ['open', 'closed', 'expired'];
    expect(await Promise.all(states.map(statesOf))).toEqual([['open'], [], ['expired']]);
    const [{ id }] = (await list('/manifests?state=open')).data;
    await account.post(`/manifests/${id}/close`);
    expect(await Promise.all(states.map(statesOf))).toEqual([[], ['closed'], ['expired']]);
    expect((await account.get('/manifests?state=gone')).statusCode).toBe(422);
    test.advance(-A_DAY);
  });

  it('lets a parcel be taken out, unless the courier has scanned it', async () => {
    await open();
    const mine = await book(3);
    const [first, second, third] = mine;
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    await moveTo(test, account, second?.shipmentId ?? '', ['picked_up']);
    const takeOut = (booked: readonly (Booked | undefined)[]) =>
      account.post(`/manifests/${id}/take-out`, { shipment_ids: booked.map((one) => one?.shipmentId) });
    const scanned = await takeOut([first, second]);
    expect([scanned.statusCode, scanned.json().errors]).toEqual([
      422,
      [
        `The courier has scanned ${second?.trackingNumber}, so it has left and cannot be removed from the manifest`,
      ],
    ]);
    expect((await waiting()).waiting).toEqual([]);
    const out = await takeOut([first, first]);
    expect([out.statusCode, out.json().data]).toMatchObject([200, { id, state: 'closed', parcels: 2 }]);
    const seen = await waiting();
    expect(seen).toEqual({ waiting: ids([first]), handed_over: ids([third]), to_pack: 1 });
    const twice = await takeOut([first]);
    expect([twice.statusCode, twice.body]).toEqual([422, expect.stringContaining('is not in this manifest')]);
    const { data: records } = await list(`/audit?subject_id=${id}`);
    expect(records[0]).toMatchObject({
      action: 'manifest.parcels_taken_out',
      changes: { parcels: 1, tracking_numbers: [first?.trackingNumber] },
    });
    expect(await barcodes((await handOver()).rawPayload)).toEqual(numbersOf(first ? [first] : []));
    await takeOut([third]);
    const print = await account.get(`/manifests/${id}/manifest.pdf`);
    expect(await barcodes(print.rawPayload)).toEqual([second?.trackingNumber]);
  });

  itOnOneServer('keeps a parcel that the courier scans while it is being taken out', async () => {
    await open();
    const [parcel] = await book(1);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    const shipmentId = parcel?.shipmentId ?? '';
    const { database } = test.service;
    let taking: ReturnType<TestAccount['post']> | null = null;
    await database.change(account.accountId, changeBy(test.service, SYSTEM), async (writer) => {
      writer.skipAudit('a scan');
      await applyEvents(writer, [scanNow(test, shipmentId, 'picked_up')]);
      taking = account.post(`/manifests/${id}/take-out`, { shipment_ids: [shipmentId] });
      await expect.poll(isSomebodyWaiting).toBe(true);
    });
    expect((await (taking as unknown as ReturnType<TestAccount['post']>)).json().errors).toEqual([
      expect.stringContaining('The courier has scanned'),
    ]);
    expect((await list(`/manifests/${id}`)).data.parcels).toBe(1);
  });

  it('has each parcel once after simultaneous removals and new manifests', async () => {
    await open();
    const mine = await book(2);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    const takeOut = () => account.post(`/manifests/${id}/take-out`, { shipment_ids: ids(mine) });
    const done = await Promise.all([takeOut(), takeOut(), handOver(), handOver()]);
    const taken = done.slice(0, 2).map(({ statusCode }) => statusCode);
    expect(taken.sort()).toEqual([200, 422]);
    await handOver();
    const { data } = await list('/manifests');
    expect(data.map(({ parcels }: { parcels: number }) => parcels)).toEqual([2, 0]);
    const empty = await account.get(`/manifests/${id}/manifest.pdf`);
    expect([empty.statusCode, (await printPdf(empty.rawPayload)).length]).toEqual([200, 1]);
  });

  it('releases its parcels after its day, and can still be closed then', async () => {
    await open();
    const mine = await book(2);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    test.advance(A_DAY);
    expect((await list(`/manifests/${id}`)).data).toMatchObject({ state: 'expired', closed_at: null });
    expect((await waiting()).waiting).toEqual(ids(mine));
    const closed = await account.post(`/manifests/${id}/close`);
    expect(closed.json().data).toMatchObject({ state: 'closed', closed_at: expect.any(String) });
    expect(await waiting()).toEqual({ waiting: [], handed_over: ids(mine), to_pack: 0 });
    test.advance(-A_DAY);
  });

  it('keeps a parcel that is taken out of the next manifest', async () => {
    await open();
    const mine = await book(1);
    await handOver();
    test.advance(A_DAY);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    const out = await account.post(`/manifests/${id}/take-out`, { shipment_ids: ids(mine) });
    expect([out.statusCode, out.json().data.parcels]).toEqual([200, 0]);
    expect((await list('/manifests')).data).toMatchObject([
      { state: 'closed', parcels: 0 },
      { state: 'expired', parcels: 1 },
    ]);
    test.advance(-A_DAY);
  });

  it('keeps a cancelled parcel, which no longer waits and can be taken out', async () => {
    await open();
    const [parcel] = await book(1);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    await account.post('/cancel-order', { awbs: [parcel?.trackingNumber] });
    expect(await waiting()).toEqual({ waiting: [], handed_over: [], to_pack: 0 });
    const out = await account.post(`/manifests/${id}/take-out`, { shipment_ids: ids([parcel]) });
    expect([out.statusCode, out.json().data.parcels]).toEqual([200, 0]);
    expect(await waiting()).toEqual({ waiting: [], handed_over: [], to_pack: 0 });
  });

  it('has each parcel once if it is closed while other manifests are made', async () => {
    await open();
    await book(6);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    await Promise.all([account.post(`/manifests/${id}/close`), handOver(), handOver()]);
    await handOver();
    const { data } = await list('/manifests');
    expect(data).toMatchObject([{ state: 'closed', parcels: 6 }]);
  });

  it('is made once for an Idempotency-Key, and returned again', async () => {
    await open();
    await book(1);
    const first = await handOver({}, { 'idempotency-key': 'once' });
    const repeat = await handOver({}, { 'idempotency-key': 'once' });
    expect([first.statusCode, repeat.statusCode]).toEqual([201, 201]);
    expect(repeat.rawPayload.equals(first.rawPayload)).toBe(true);
    expect((await list('/manifests')).meta.total).toBe(1);
  });

  it('prints names in the scripts of India', async () => {
    await open();
    const names = { billing_customer_name: 'ராஜேஷ் श्री', billing_city: 'বেঙ্গালুরু', carrier_id: CARRIER };
    const booked = await account.post('/forward-order-orchestration', orderBody(warehouseId, names));
    const made = await handOver();
    expect(await barcodes(made.rawPayload)).toEqual([booked.json().payload.awb_code]);
  });

  it.each([
    [{ warehouse_id: '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d' }, 'is not a warehouse of this account'],
    [{ carrier_id: 'none' }, 'No parcel at this warehouse waits for this carrier'],
    [{ date: '2026-11-15' }, 'date must not be in the past'],
    [{ date: '2026-12-17' }, 'date must be at most 30 days ahead'],
    [{ date: 'soon' }, 'must be a date such as 2026-11-16'],
    [{ carrier_id: '' }, 'carrier_id'],
  ])('is refused with %j', async (changes, sentence) => {
    await open();
    await book(1);
    const { statusCode, body } = await handOver(changes);
    expect(statusCode).toBe(422);
    expect(body).toContain(sentence);
    expect((await list('/manifests')).meta.total).toBe(0);
  });

  it('is refused for a key that may only read', async () => {
    await open();
    await book(1);
    const { data } = (await account.post('/keys', { name: 'screen', scope: 'read' })).json();
    const headers = { authorization: data.attributes.token };
    expect((await handOver({}, headers)).statusCode).toBe(403);
    const pickup = { warehouse_id: warehouseId, carrier_id: CARRIER };
    expect((await account.post('/pickups', pickup, headers)).statusCode).toBe(403);
    expect((await account.get('/manifests', headers)).json().meta.total).toBe(0);
  });

  it('is hidden from other accounts', async () => {
    await open();
    await book(1);
    await handOver();
    const [{ id }] = (await list('/manifests')).data;
    const warehouse = warehouseId;
    await open();
    expect((await account.get(`/manifests/${id}`)).statusCode).toBe(404);
    expect((await account.get(`/manifests/${id}/manifest.pdf`)).statusCode).toBe(404);
    expect((await handOver({ warehouse_id: warehouse })).json().errors[0]).toContain(
      'not a warehouse of this',
    );
    expect((await list('/manifests')).meta.total).toBe(0);
  });
});

describe('waiting parcels', () => {
  it('are counted by carrier, with and without a manifest, as in lists and figures', async () => {
    await open();
    const mine = await book(3);
    await book(1, OTHER_CARRIER);
    const byName = (counts: Awaited<ReturnType<typeof waitingByCarrier>>) =>
      counts.sort(([a], [b]) => (a < b ? -1 : 1));
    const both = (one: [number, number], other: [number, number]) =>
      byName([
        [CARRIER, ...one],
        [OTHER_CARRIER, ...other],
      ]);
    expect(byName(await waitingByCarrier())).toEqual(both([3, 3], [1, 1]));
    await handOver();
    expect(byName(await waitingByCarrier())).toEqual(both([3, 0], [1, 1]));
    await moveTo(test, account, mine[0]?.shipmentId ?? '', ['out_for_pickup']);
    await moveTo(test, account, mine[1]?.shipmentId ?? '', ['not_picked']);
    await book(1);
    expect(byName(await waitingByCarrier())).toEqual(both([4, 1], [1, 1]));
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    expect(byName(await waitingByCarrier())).toEqual(both([1, 1], [1, 1]));
    await account.post(`/manifests/${id}/reopen`);
    test.advance(A_DAY);
    expect(byName(await waitingByCarrier())).toEqual(both([4, 4], [1, 1]));
    test.advance(-A_DAY);
    await open();
    expect(await waitingByCarrier()).toEqual([]);
  });
});

it('waiting parcels are counted for each warehouse, without returns', async () => {
  await open();
  const other = await makeWarehouse(account, { name: 'Peenya' });
  await book(1);
  for (const warehouse of [warehouseId, other]) await bookReturn(account, warehouse, { carrier_id: CARRIER });
  for (const _ of [1, 2]) await bookOrder(account, other, CARRIER);
  const { data } = await list('/waiting-parcels');
  expect(
    data.map((one: { warehouse: { name: string }; parcels: number }) => [one.warehouse.name, one.parcels]),
  ).toEqual([
    ['Okhla', 1],
    ['Peenya', 2],
  ]);
});

describe('a manifest job', () => {
  it('makes a manifest for each carrier', async () => {
    await open();
    const mine = await book(3);
    const others = await book(2, OTHER_CARRIER);
    const [moving] = await book(1);
    await moveTo(test, account, moving?.shipmentId ?? '', ['picked_up']);
    const ids = [...mine, ...others, ...(moving === undefined ? [] : [moving])].map((one) => one.shipmentId);
    const begun = await account.post('/jobs', { action: 'manifest', shipment_ids: ids });
    await runJobs(test);
    const { data: job } = await list(`/jobs/${begun.json().data.id}`);
    expect(job).toMatchObject({ state: 'done', done: 6, failed: 1, action: 'manifest' });
    const { data } = await list('/manifests');
    const seen = data.map(({ carrier, parcels }: { carrier: { id: string }; parcels: number }) => [
      carrier.id,
      parcels,
    ]);
    expect(seen.sort()).toEqual([
      [OTHER_CARRIER, 2],
      [CARRIER, 3],
    ]);
    await account.post('/jobs', { action: 'manifest', shipment_ids: ids.slice(0, 1) });
    await runJobs(test);
    expect((await list('/manifests')).meta.total).toBe(2);
  });
});

describe('a manifest job whose manifest was closed', () => {
  it('rejects the parcels that follow, with the reason', async () => {
    await open();
    const [first, second] = await book(2);
    const job = { jobId: test.service.newId(), action: 'manifest', options: {} } as never;
    const scope = test.service.database.account(account.accountId);
    const [one, two] = await findShipments(scope, [first?.shipmentId ?? '', second?.shipmentId ?? '']);
    if (one === undefined || two === undefined) throw new Error('Nothing was booked');
    const mine = await actingFor(test.service, account.accountId, OPERATOR);
    const kept = async () => undefined;
    expect(await actOnShipment(mine, job, one, kept)).toMatchObject({ isDone: true });
    const [{ id }] = (await list('/manifests')).data;
    await account.post(`/manifests/${id}/close`);
    expect(await actOnShipment(mine, job, two, kept)).toEqual({
      isDone: false,
      message: expect.objectContaining({ text: "Today's manifest of this job was closed" }),
    });
    expect(
      await actOnShipment(mine, { ...(job as object), jobId: test.service.newId() } as never, one, kept),
    ).toEqual({
      isDone: false,
      message: expect.objectContaining({
        text: `It was handed over with manifest ${id}: remove it from that manifest first`,
      }),
    });
    expect((await list(`/manifests/${id}`)).data.parcels).toBe(1);
  });
});

describe('a pickup', () => {
  const plan = (changes: object = {}) =>
    account.post('/pickups', { warehouse_id: warehouseId, carrier_id: CARRIER, ...changes });

  it('is made once for each warehouse, carrier and day', async () => {
    await open();
    const made = await Promise.all([1, 2, 3].map(() => plan()));
    const ids = new Set(made.map((response) => response.json().data.id));
    expect([made.map(({ statusCode }) => statusCode), ids.size]).toEqual([[200, 200, 200], 1]);
    const idOf = async (changes: object) => (await plan(changes)).json().data.id;
    const elsewhere = await makeWarehouse(account, { name: 'Peenya' });
    for (const changes of [{ carrier_id: OTHER_CARRIER }, { warehouse_id: elsewhere }]) {
      const other = await idOf(changes);
      expect([await idOf(changes), ids.has(other)]).toEqual([other, false]);
      expect([...ids]).toEqual([await idOf({})]);
    }
    await plan({ date: '17-11-2026' });
    const { data, meta } = await list('/pickups?per_page=2');
    expect([meta.total, data.length]).toEqual([4, 2]);
    expect(data[0]).toMatchObject({
      date: '2026-11-17',
      warehouse: { id: warehouseId, name: 'Okhla' },
      carrier: { id: CARRIER, name: expect.any(String) },
      state: 'planned',
      courier: null,
    });
    const { data: older } = await list(`/pickups?per_page=2&before=${meta.next_before}`);
    expect(older.map(({ id }: { id: string }) => id).at(-1)).toBe([...ids][0]);
  });

  it('is refused with a sentence for each wrong field', async () => {
    await open();
    const id = '01936d7e-5a10-7b3c-8d42-6f0e9a1b2c3d';
    const { statusCode, body } = await plan({ warehouse_id: id, carrier_id: 'none', date: '2026-11-15' });
    expect(statusCode).toBe(422);
    for (const sentence of ['not a warehouse', 'not a carrier', 'in the past'])
      expect(body).toContain(sentence);
    expect((await list('/pickups')).meta.total).toBe(0);
  });
});

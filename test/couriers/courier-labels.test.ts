import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BlueDartStandIn } from '../../simulators/couriers/blue-dart/blue-dart-stand-in.ts';
import { STAND_IN_SETTINGS as BLUE_DART_SETTINGS } from '../../simulators/couriers/blue-dart/settings.ts';
import { EkartStandIn } from '../../simulators/couriers/ekart/ekart-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/ekart/settings.ts';
import { startStandIn } from '../../simulators/kit/start-stand-in.ts';
import { Database } from '../../src/storage/database.ts';
import { removeOldLabels } from '../../src/storage/labels/courier-labels.ts';
import { fetchLabels } from '../../src/usecases/labels/courier-labels.ts';
import { makeLabels } from '../../src/usecases/labels/make-labels.ts';
import { OTHER_CARRIER } from '../support/carriers.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { openTestPool } from '../support/database.ts';
import { setRate } from '../support/rate-changes.ts';
import { printPdf, readPdf } from '../support/scan-label.ts';
import { TrustedReplica } from '../support/trusted-replica.ts';

const EKARTS = 'Ekart stand-in';

const ground = await openCourierGround((dependencies) => new EkartStandIn(dependencies));
const merchant = await connectCourier(ground, { settings: STAND_IN_SETTINGS, courierProduct: 'SURFACE' });

const round = () => fetchLabels(ground.test.service);

async function printed(labelUrl: string): Promise<string> {
  const { pathname, search } = new URL(labelUrl);
  const response = await ground.test.app.inject({ method: 'GET', url: `${pathname}${search}` });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPdf(response.rawPayload);
}

const asked = () => ground.standIn.calls.label ?? 0;

describe('the label of a courier that accepts only its own labels', () => {
  it('is fetched once after the booking, and is behind the link', async () => {
    const { orderId, labelUrl } = await merchant.book();
    const before = asked();
    await round();
    expect(asked()).toBe(before + 1);
    expect(await printed(labelUrl)).toContain(`${EKARTS}: `);
    expect(await printed(labelUrl)).toContain(orderId);
    await round();
    expect(asked()).toBe(before + 1);
  });

  it('is fetched when somebody prints before that', async () => {
    const { orderId, labelUrl } = await merchant.book();
    expect(await printed(labelUrl)).toContain(orderId);
    expect(await printed(labelUrl)).toContain(EKARTS);
  });

  it('is used at once even if a replica without it is read', async () => {
    const { id } = await merchant.book();
    const { database, connection } = ground.test.database;
    const { accountId } = merchant.account;
    const asOfNow = openTestPool(connection, 1);
    try {
      await asOfNow.query('begin isolation level repeatable read');
      await asOfNow.query('select from courier_labels limit 1');
      const replica = new TrustedReplica(asOfNow);
      const service = { ...ground.test.service, database: new Database(database.pool, { replica }) };
      const client = { signal: new AbortController().signal, dismiss: () => undefined };
      const wanted = { shipmentIds: [id], format: 'pdf', paper: '4x6' } as const;
      const pdf = await buffer(makeLabels(service, accountId, wanted, client));
      expect(await readPdf(pdf)).toContain(EKARTS);
      expect(replica.rested).toBe(0);
    } finally {
      await asOfNow.end();
    }
  });

  it('is ours while the courier gives none or no PDF, and theirs after that', async () => {
    const { id, labelUrl } = await merchant.book();
    for (const kind of ['refuse', 'html', 'truncated', 'cut'] as const) {
      ground.standIn.faults.clear();
      ground.standIn.faults.add({ kind, call: 'label' });
      expect(await printed(labelUrl), kind).not.toContain(EKARTS);
    }
    const { data } = (await merchant.call('GET', `/shipments/${id}/exchanges`)).json();
    const answers = data.map(({ answer }: { answer: string | null }) => answer);
    expect(answers).toContainEqual(expect.stringMatching(/^\[\d+ bytes\]$/));
    expect(answers.join()).not.toMatch(/<html/);
    ground.standIn.faults.clear();
    ground.test.advance(60_000);
    await round();
    expect(await printed(labelUrl)).toContain(EKARTS);
  });

  it('is in a file of several labels in the requested order', async () => {
    const [theirs, ours, more] = [await merchant.book(), await offlineParcel(), await merchant.book()];
    const shipment_ids = [theirs.id, ours.id, more.id];
    const response = await merchant.call('POST', '/labels', { shipment_ids });
    expect(response.statusCode).toBe(200);
    const pages = await printPdf(response.rawPayload);
    expect(pages.length).toBe(3);
    const text = await readPdf(response.rawPayload);
    const places = [theirs.orderId, ours.orderId, more.orderId].map((order) => text.indexOf(order));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const zpl = await merchant.call('POST', '/labels', { shipment_ids, format: 'zpl' });
    expect([zpl.statusCode, zpl.json().errors]).toEqual([
      422,
      [theirs.id, more.id].map(
        (id) => `shipment ${id} has its courier's own label, which is only available as PDF`,
      ),
    ]);
  });

  it('is ours without bars after a cancel, and is not requested any more', async () => {
    await round();
    const { id, number, labelUrl } = await merchant.book();
    const before = asked();
    await merchant.call('POST', '/cancel-order', { awbs: [number] });
    expect((await merchant.shown(id)).status).toBe('cancelled');
    expect(await printed(labelUrl)).not.toContain(EKARTS);
    await round();
    expect(asked()).toBe(before);
    const fetched = await merchant.book();
    await round();
    await merchant.call('POST', '/cancel-order', { awbs: [fetched.number] });
    expect(await printed(fetched.labelUrl)).not.toContain(EKARTS);
  });

  it('is removed after some time', async () => {
    const { id } = await merchant.book();
    await round();
    await removeOldLabels(ground.test.service.database, new Date(ground.test.service.now().getTime() + 1));
    const query = 'select from courier_labels where shipment_id = $1';
    expect((await ground.test.sql(query, [id])).length).toBe(0);
  });
});

it('a label that a courier gives only with the booking is kept', async () => {
  const standIn = await startStandIn((dependencies) => new BlueDartStandIn(dependencies));
  try {
    const other = await connectCourier(
      { ...ground, standIn },
      { settings: BLUE_DART_SETTINGS, warehouse: { name: 'Okhla' } },
    );
    const { labelUrl, number } = await other.book();
    expect(await printed(labelUrl)).toContain(number);
    const query = 'select pdf from courier_labels where account_id = $1 and pdf is not null';
    const { accountId } = other.account;
    expect((await ground.test.sql(query, [accountId])).length).toBe(1);
  } finally {
    await standIn.stop();
  }
});

/** A parcel of a carrier without a courier account, in the same account. */
async function offlineParcel(): Promise<{ id: string; orderId: string }> {
  const { test } = ground;
  const { accountId } = merchant.account;
  await setRate(test.service, test.rateBooks.ground.directory, {
    kind: 'carrier-settings',
    owner: accountId,
    cells: { carrier_id: OTHER_CARRIER, beside_couriers: 'yes' },
  });
  await test.rateBooks.look();
  return merchant.book({ carrier_id: OTHER_CARRIER });
}

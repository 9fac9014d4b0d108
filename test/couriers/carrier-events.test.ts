import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/domain/actor.ts';
import { listAuditRecords, WHOLE_SERVICE } from '../../src/storage/accounts/audit.ts';
import {
  createCarrierCredential,
  listEveryCarrierCredential,
  revokeCarrierCredential,
} from '../../src/usecases/tracking/carrier-credentials.ts';
import { openApp, startApp } from '../support/app.ts';
import {
  type Booked,
  bookOrder,
  CARRIER,
  carrierHeaders,
  type EventAnswer,
  OTHER_CARRIER,
  sendEvents,
} from '../support/carriers.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { openTestPool } from '../support/database.ts';
import { API, makeWarehouse } from '../support/orders.ts';

const MINUTE = 60_000;
let shipment: Booked;

const test = await openApp();
const account = await test.account();
const warehouseId = await makeWarehouse(account);
const headers: { authorization: string } = await carrierHeaders(test);
beforeEach(async () => {
  shipment = await bookOrder(account, warehouseId);
  test.advance(60 * MINUTE);
});

/** So many minutes from now. */
function at(minutes: number): string {
  return new Date(test.service.now().getTime() + minutes * MINUTE).toISOString();
}

function event(status: string, minutes = 0, more: Record<string, unknown> = {}) {
  return {
    tracking_number: shipment.trackingNumber,
    status,
    event_date_time: at(minutes),
    ...more,
  };
}

async function send(...events: unknown[]): Promise<EventAnswer[]> {
  const response = await sendEvents(test, headers, { events });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

async function results(...events: unknown[]): Promise<string[]> {
  return (await send(...events)).map(({ result }) => result);
}

async function shown(shipmentId = shipment.shipmentId) {
  const response = await account.get(`/shipments/${shipmentId}`);
  return response.json().data.attributes;
}

async function column(name: string): Promise<unknown> {
  const rows = await test.sql(`select ${name} as value from shipments where shipment_id = $1`, [
    shipment.shipmentId,
  ]);
  return rows[0].value;
}

describe('a scan', () => {
  it('about the past is recorded if it makes no difference, and applied if it makes one', async () => {
    await send(event('Picked Up', -50));
    await send(event('In Transit', -40));
    await send(event('In Transit', -20));
    const late = await send(event('In Transit', -30, { location: 'Nagpur hub' }));
    expect(late).toEqual([
      { tracking_number: shipment.trackingNumber, result: 'recorded', why: 'already_past' },
    ]);
    expect((await shown()).tracking_details).toContainEqual(
      expect.objectContaining({ status: 'in_transit', last_location: 'Nagpur hub' }),
    );
    // It counts as an attempt, although the parcel has moved on.
    expect(await send(event('Out For Delivery', -25))).toMatchObject([{ result: 'applied' }]);
  });

  it('moves its shipment, and is in the history', async () => {
    const sent = event('Picked Up', -30, { location: 'Okhla hub', description: 'Parcel received' });
    expect(await send(sent)).toEqual([{ tracking_number: shipment.trackingNumber, result: 'applied' }]);
    const { status, sub_status, tracking_details, shipment_milestones } = await shown();
    expect({ status, sub_status }).toEqual({ status: 'in_transit', sub_status: 'picked_up' });
    expect(tracking_details[0]).toMatchObject({
      status: 'picked_up',
      last_location: 'Okhla hub',
      description: 'Parcel received',
      event_date_time: sent.event_date_time,
    });
    expect(shipment_milestones).toContainEqual({
      milestone: 'picked_up',
      milestone_at: sent.event_date_time,
    });
  });

  it('that does not apply is recorded with the reason', async () => {
    const [delivered, late, withdrawn] = await send(
      event('delivered', -10),
      event('out_for_delivery', -5),
      event('cancelled', -4),
    );
    expect(delivered).toMatchObject({ result: 'applied' });
    expect(late).toMatchObject({ result: 'recorded', why: 'already_final' });
    expect(withdrawn).toMatchObject({ result: 'recorded', why: 'already_final' });
    expect(await shown()).toMatchObject({ status: 'delivered' });
    const rows = await test.sql(
      `select refusal, count(*)::integer from tracking_events
        where shipment_id = $1 group by refusal order by refusal nulls first`,
      [shipment.shipmentId],
    );
    expect(rows).toEqual([
      { refusal: null, count: 2 },
      { refusal: 'already_final', count: 2 },
    ]);
  });

  it('is a duplicate when it comes again, in the same request or later', async () => {
    const sent = event('picked_up', -20, { location: 'Okhla', description: 'Got it' });
    const reworded = { ...sent, location: '  okhla ', description: 'GOT  IT' };
    expect(await results(sent, reworded)).toEqual(['applied', 'duplicate']);
    const before = await shown();
    expect(await results(reworded, sent)).toEqual(['duplicate', 'duplicate']);
    expect(await shown()).toEqual(before);
  });

  it('is a duplicate when its carrier sends it again under its own id', async () => {
    const sent = event('in_transit', -20, { carrier_event_id: 'E-1', description: 'Left Delhi' });
    expect(await results(sent)).toEqual(['applied']);
    const again = { ...sent, event_date_time: at(0), description: 'Left Delhi hub' };
    expect(await results(again)).toEqual(['duplicate']);
    expect(await results({ ...again, carrier_event_id: 'E-2' })).toEqual(['applied']);
  });

  it('names its shipment in either letter case, and is the same scan', async () => {
    const sent = event('picked_up', -20);
    const inLowerCase = { ...sent, tracking_number: shipment.trackingNumber.toLowerCase() };
    expect(await send(inLowerCase, sent)).toEqual([
      { tracking_number: inLowerCase.tracking_number, result: 'applied' },
      { tracking_number: sent.tracking_number, result: 'duplicate' },
    ]);
  });

  it('from before pickup leaves the shipment free to be cancelled, and booked only once', async () => {
    expect(await results(event('pending'))).toEqual(['applied']);
    const { shipmentId, trackingNumber } = shipment;
    const again = await account.post('/forward-order-shipment', { shipment_id: shipmentId });
    expect(again.statusCode).toBe(200);
    expect(again.json().payload).toMatchObject({ awb_code: trackingNumber });
    await account.post('/cancel-order', { awbs: [trackingNumber] });
    expect(await shown()).toMatchObject({ status: 'cancelled' });
  });

  it('with a clock that is ahead does not overrule a later decision of the merchant', async () => {
    const awb = shipment.trackingNumber;
    await send(event('picked_up', 1), event('out_for_delivery', 2), event('ndr_raised', 9));
    expect((await account.post('/reattempt', { awb })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ status: 'ndr_raised', sub_status: 'reattempt_delivery' });
    expect((await account.post('/initiate-rto', { awb })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ status: 'rto_initiated', rto_reason: 'seller_requested' });
    const again = await account.post('/initiate-rto', { awb });
    expect(again.json().errors).toEqual([
      `Shipment ${awb} has no failed delivery to decide on; its status is "Going back to the sender"`,
    ]);
  });

  it('of an unknown tracking number is reported, and has no other effect', async () => {
    expect(await send({ ...event('delivered'), tracking_number: 'NOSUCH1' })).toEqual([
      { tracking_number: 'NOSUCH1', result: 'unknown tracking number' },
    ]);
  });

  it.each([
    [{ status: '' }, 'invalid: status is required'],
    [{ status: 'teleported' }, 'invalid: status "teleported" is not known'],
    [{ tracking_number: null }, 'invalid: tracking_number is required'],
    [{ tracking_number: 1.5 }, 'invalid: tracking_number must be text'],
    [{ location: 'x'.repeat(301) }, 'invalid: location must be at most 300 characters'],
    [
      { status: null, event_date_time: 'yesterday' },
      'invalid: status is required; event_date_time must be a date and time such as 2026-11-15 10:30 or 2026-11-15T10:30:00Z',
    ],
  ])('is invalid, and says why: %j', async (changes, result) => {
    const [answer] = await send({ ...event('picked_up'), ...changes });
    expect(answer?.result).toBe(result);
    expect(await shown()).toMatchObject({ sub_status: 'ready_for_pickup' });
  });

  it.each([[null], [[]], ['text'], [7], [true], [{}]])('is invalid when it is %j', async (sent) => {
    const [answer] = await send(sent);
    expect(answer).toMatchObject({ tracking_number: null, result: expect.stringMatching(/^invalid: /) });
  });

  it('is accepted up to 10 minutes ahead, and no further', async () => {
    const limit = test.service.now().getTime() + 10 * MINUTE;
    const dated = (time: number) => ({
      ...event('in_transit'),
      event_date_time: new Date(time).toISOString(),
    });
    expect(await results(dated(limit + 1), dated(limit))).toEqual([
      'invalid: event_date_time is more than 10 minutes in the future',
      'applied',
    ]);
  });

  it('is refused if it is dated more than a year before its shipment', async () => {
    expect(await results({ ...event('in_transit'), event_date_time: '2001-01-01 00:00' })).toEqual([
      'invalid: event_date_time is more than a year before the shipment was created',
    ]);
  });

  it('without an offset is read in Indian time', async () => {
    await send({ ...event('picked_up'), event_date_time: '2026-11-16 12:15' });
    expect(await column('picked_up_at')).toEqual(new Date('2026-11-16T06:45:00Z'));
  });

  it('has its words mapped, and the courier’s own words kept', async () => {
    await send(
      event('Out for Delivery', -20),
      event('NDR-Raised', -10, { reason: 'Consignee not available at the door' }),
      event('rto_initiated', -5, { reason: 'OTHERS' }),
    );
    expect(await shown()).toMatchObject({
      status: 'rto_initiated',
      ndr_reason: 'customer_not_available',
      rto_reason: 'customer_not_available',
      attempt_count: 1,
    });
    const rows = await test.sql(
      `select status, carrier_status, reason, carrier_reason from tracking_events
        where shipment_id = $1 and actor_kind = 'carrier' order by event_at`,
      [shipment.shipmentId],
    );
    expect(rows).toEqual([
      { status: 'out_for_delivery', carrier_status: 'Out for Delivery', reason: null, carrier_reason: null },
      {
        status: 'ndr_raised',
        carrier_status: 'NDR-Raised',
        reason: 'customer_not_available',
        carrier_reason: 'Consignee not available at the door',
      },
      { status: 'rto_initiated', carrier_status: null, reason: 'other', carrier_reason: 'OTHERS' },
    ]);
  });

  it('of a late pickup voids a cancel, which the merchant sees in the audit list', async () => {
    test.advance(60 * MINUTE);
    await account.post('/cancel-order', { awbs: [shipment.trackingNumber] });
    expect(await shown()).toMatchObject({ status: 'cancelled' });
    expect(await results(event('picked_up', -45))).toEqual(['applied']);
    expect(await shown()).toMatchObject({ status: 'in_transit' });
    expect(await column('cancelled_at')).toBeNull();
    const audit = await account.get(`/audit?subject_id=${shipment.shipmentId}`);
    expect(audit.json().data[0]).toMatchObject({
      action: 'shipment.event_made_void',
      actor: { kind: 'carrier', name: 'Test courier' },
      changes: { status: 'cancelled', why: 'already_moving' },
    });
  });
});

describe('a request of scans', () => {
  it('is a list under events, a bare list, or one event a line', async () => {
    const other = await bookOrder(account, warehouseId);
    const events = [
      event('picked_up', -9),
      { ...event('picked_up', -9), tracking_number: other.trackingNumber },
    ];
    const expected = [{ result: 'applied' }, { result: 'applied' }];
    expect((await sendEvents(test, headers, { events })).json().data).toMatchObject(expected);
    const moved = events.map((sent) => ({ ...sent, status: 'in_transit' }));
    expect((await sendEvents(test, headers, moved)).json().data).toMatchObject(expected);
    const lines = await test.app.inject({
      method: 'POST',
      url: '/carrier-events',
      headers: { ...headers, 'content-type': 'application/x-ndjson; charset=utf-8' },
      payload: `\ufeff${JSON.stringify(events[0])}\r\n\n{"tracking_number": cut\n${JSON.stringify({ ...events[1], status: 'delivered' })}\n`,
    });
    expect(lines.statusCode).toBe(200);
    expect(lines.json().data.map(({ result }: EventAnswer) => result)).toEqual([
      'duplicate',
      'invalid: the line is not valid JSON',
      'applied',
    ]);
  });

  it('holds up to 1,000 events, answered in their order', async () => {
    const events = Array.from({ length: 1_000 }, (_, index) =>
      event('in_transit', -60, {
        tracking_number: index % 2 === 0 ? shipment.trackingNumber : `NOSUCH${index}`,
        carrier_event_id: `E${index}`,
        description: `Scan ${index} ${'\u0905'.repeat(1_900)}`,
      }),
    );
    const answers = await send(...events);
    expect(answers).toEqual(
      events.map(({ tracking_number }, index) => ({
        tracking_number,
        result: index % 2 === 0 ? 'applied' : 'unknown tracking number',
      })),
    );
    expect(await column('event_count')).toBe(501);
    const tooMany = await sendEvents(test, headers, [...events.map(() => 1), 1]);
    expect(tooMany.statusCode).toBe(422);
    expect(tooMany.json().errors).toEqual(['events must be a list of at most 1000 entries']);
  });

  it.each([
    [{}, 'events is required'],
    [{ events: null }, 'events is required'],
    [{ events: 'picked_up' }, 'events must be a list of at most 1000 entries'],
    ['"text"', 'the request body must be a JSON object or a list of events'],
  ])('without events is refused: %j', async (payload, sentence) => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/carrier-events',
      headers: { ...headers, 'content-type': 'application/json' },
      payload: payload as object,
    });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({ status: 'ERROR', message: sentence, errors: [sentence] });
  });

  it('with an empty list is answered with an empty list', async () => {
    expect((await sendEvents(test, headers, [])).json()).toEqual({ data: [] });
  });

  it.each([
    ['application/json', '{"events":', 400],
    ['application/x-ndjson', '\u00ff', 400],
    ['text/csv', 'a,b', 415],
  ])('that cannot be read is refused: %s %j', async (type, payload, statusCode) => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/carrier-events',
      headers: { ...headers, 'content-type': type },
      payload: Buffer.from(payload, 'latin1'),
    });
    expect(response.statusCode).toBe(statusCode);
  });

  it('that is larger than 1,000 events need is refused', async () => {
    const response = await sendEvents(test, headers, ['x'.repeat(8 * 1024 * 1024)]);
    expect(response.statusCode).toBe(413);
  });
});

describe('simultaneous batches', () => {
  itOnOneServer('lock their shipments by account and id in one order, so that none deadlocks', async () => {
    const second = await test.account('Second');
    const theirWarehouse = await makeWarehouse(second);
    const own: Booked[] = [];
    const theirs: Booked[] = [];
    // In turn, so that the tables' natural order is not the expected order by chance.
    for (let booked = 0; booked < 3; booked += 1) {
      own.push(await bookOrder(account, warehouseId));
      theirs.push(await bookOrder(second, theirWarehouse));
    }
    const inOrder = [...own, ...theirs].map(({ shipmentId }) => shipmentId);
    const sent = [theirs[1], own[2], theirs[0], own[0], theirs[2], own[1]].map((of) => ({
      ...event('in_transit'),
      tracking_number: of?.trackingNumber,
    }));
    const WAITING = `select count(*)::integer as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const pool = openTestPool(test.database.connection, 3);
    const other = await pool.connect();
    try {
      for (const batch of [sent, sent.toReversed()]) {
        await other.query('begin');
        await other.query('select from shipments where shipment_id = $1 for update', [inOrder[2]]);
        const batchDone = send(...batch);
        await expect
          .poll(async () => (await pool.query(WAITING)).rows, { interval: 5 })
          .toEqual([{ waiting: 1 }]);
        const free = await pool.query(
          'select shipment_id from shipments where shipment_id = any($1) for no key update skip locked',
          [inOrder],
        );
        expect(free.rows.map((row) => row.shipment_id).toSorted()).toEqual(inOrder.slice(3).toSorted());
        await other.query('rollback');
        expect(await batchDone).toHaveLength(inOrder.length);
      }
    } finally {
      other.release(true);
      await pool.end();
    }
  });
});

describe('a carrier credential', () => {
  it.each([
    ['none', 'missing', async () => ''],
    ['an account’s', 'unknown', async () => account.apiKey],
    ['an unknown one', 'unknown', async () => `dky_${'0'.repeat(16)}_${'A'.repeat(43)}`],
    [
      'one with another secret',
      'unknown',
      async () => `${headers.authorization.slice(0, -43)}${'A'.repeat(43)}`,
    ],
  ])('is required: %s is refused as %s', async (_what, why, credential) => {
    const response = await sendEvents(test, { authorization: await credential() }, [event('picked_up')]);
    expect(response.statusCode).toBe(401);
    expect(response.json().errors).toEqual([expect.stringContaining(why)]);
    expect(await shown()).toMatchObject({ sub_status: 'ready_for_pickup' });
  });

  it('stops within a second after it is revoked', async () => {
    const terms = { name: 'Leaving', carrierIds: [CARRIER], expiresAt: null };
    const { credentialId, credential } = await createCarrierCredential(test.service, OPERATOR, terms);
    const statusCode = async () =>
      (await sendEvents(test, { authorization: `Bearer ${credential}` }, [])).statusCode;
    expect(await statusCode()).toBe(200);
    await revokeCarrierCredential(test.service, OPERATOR, credentialId);
    test.advance(1_000);
    expect(await statusCode()).toBe(401);
  });

  it('is audited once when it is created and when it is revoked, in no account', async () => {
    const terms = { name: 'Passing', carrierIds: [CARRIER], expiresAt: null };
    const { credentialId } = await createCarrierCredential(test.service, OPERATOR, terms);
    await revokeCarrierCredential(test.service, OPERATOR, credentialId);
    await revokeCarrierCredential(test.service, OPERATOR, credentialId);
    const recordsOf = (accountId: string) =>
      listAuditRecords(test.service.database.account(accountId), {
        limit: 10,
        before: null,
        subjectId: credentialId,
        subjectKind: null,
      });
    expect(await recordsOf(WHOLE_SERVICE)).toMatchObject([
      { action: 'carrier_credential.revoked', actor: OPERATOR, changes: { name: 'Passing' } },
      {
        action: 'carrier_credential.created',
        actor: OPERATOR,
        changes: { name: 'Passing', carriers: [CARRIER], expires_at: null },
      },
    ]);
    expect(await recordsOf(account.accountId)).toEqual([]);
    const all = await listEveryCarrierCredential(test.service);
    expect([all.at(0)?.revokedAt, all.at(-1)]).toMatchObject([
      null,
      { credentialId, revokedAt: test.service.now() },
    ]);
    const unknown = revokeCarrierCredential(test.service, OPERATOR, test.service.newId());
    await expect(unknown).rejects.toThrow(/not found/);
  });

  it('stops when it expires', async () => {
    const expiresAt = new Date(test.service.now().getTime() + 1_000);
    const terms = { name: 'Short', carrierIds: [CARRIER], expiresAt };
    const { credential } = await createCarrierCredential(test.service, OPERATOR, terms);
    const statusCode = async () => (await sendEvents(test, { authorization: credential }, [])).statusCode;
    test.advance(999);
    expect(await statusCode()).toBe(200);
    test.advance(1);
    expect(await statusCode()).toBe(401);
  });

  it('is stored as a digest, with the time of its last use', async () => {
    const fresh = await startApp();
    const { authorization } = await carrierHeaders(fresh);
    await sendEvents(fresh, { authorization }, []);
    await fresh.app.close();
    const rows = await fresh.sql('select * from carrier_credentials');
    expect(JSON.stringify(rows)).not.toContain(authorization.slice(-43));
    expect(rows).toMatchObject([{ last_used_at: fresh.service.now(), carrier_ids: [CARRIER] }]);
    await fresh.stop();
  });

  it.each([
    [[], 'a carrier credential needs at least one carrier'],
    [[CARRIER, 'nosuch'], 'no rate book has a carrier nosuch'],
  ])('is made only for known carriers: %j', async (carrierIds, sentence) => {
    const made = createCarrierCredential(test.service, OPERATOR, { name: 'x', carrierIds, expiresAt: null });
    await expect(made).rejects.toThrow(sentence);
  });

  it('gives access to nothing else', async () => {
    const response = await test.app.inject({ url: `${API}/client-stores`, headers });
    expect(response.statusCode).toBe(401);
  });

  it('moves only the shipments of its own carriers; others look unknown', async () => {
    const theirs = await bookOrder(account, warehouseId, OTHER_CARRIER);
    const sent = { ...event('delivered'), tracking_number: theirs.trackingNumber };
    expect(await results(sent)).toEqual(['unknown tracking number']);
    expect(await shown(theirs.shipmentId)).toMatchObject({ sub_status: 'ready_for_pickup' });
    const both = await carrierHeaders(test, [CARRIER, OTHER_CARRIER]);
    const response = await sendEvents(test, both, [sent, event('delivered')]);
    expect(response.json().data).toMatchObject([{ result: 'applied' }, { result: 'applied' }]);
  });

  it('moves the shipments of every account', async () => {
    const second = await test.account('Second');
    const theirs = await bookOrder(second, await makeWarehouse(second));
    const sent = { ...event('picked_up', -1), tracking_number: theirs.trackingNumber };
    expect(await results(event('picked_up', -1), sent, { ...sent, status: 'in_transit' })).toEqual([
      'applied',
      'applied',
      'applied',
    ]);
    const counts = await test.sql(
      `select status, sum(change)::integer as shipments from shipment_count_deltas
        where account_id = $1 group by status having sum(change) <> 0`,
      [second.accountId],
    );
    expect(counts).toEqual([{ status: 'in_transit', shipments: 1 }]);
  });
});

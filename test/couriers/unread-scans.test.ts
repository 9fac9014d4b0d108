import { describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { OPERATOR_TOKEN } from '../support/app.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const { test } = ground;
const settings = { settings: STAND_IN_SETTINGS, courierProduct: 'Surface' };
const first = await connectCourier(ground, settings);
const { account, book, shown } = first;

async function pusher({ courierAccountId, call }: typeof first) {
  const { url } = (await call('POST', `/courier-accounts/${courierAccountId}/push-address`)).json().data;
  return async (number: string, changes: object, minutesAgo = 1) => {
    const status = {
      Status: 'On Rail',
      StatusType: 'UD',
      StatusDateTime: new Date(test.service.now().getTime() - minutesAgo * 60_000).toISOString(),
      StatusLocation: 'Delhi_Okhla_PC (Delhi)',
      Instructions: 'Bag is with the rail department',
      ...changes,
    };
    const payload = { Shipment: { AWB: number, NSLCode: 'RAIL-1', Status: status } };
    const taken = await test.app.inject({ method: 'POST', url: new URL(url).pathname, payload });
    return taken.json().data;
  };
}

const push = await pusher(first);
const known = { Status: 'In Transit', Instructions: 'Shipment picked up' };

async function listed(accountId?: string) {
  const authorization = accountId === undefined ? OPERATOR_TOKEN : `${OPERATOR_TOKEN}/${accountId}`;
  const answer = await test.app.inject({ url: '/operator/courier-words', headers: { authorization } });
  return answer.json().data;
}

describe('a scan in words that nobody knows', () => {
  it('is shown as the courier wrote it, changes nothing, and is kept once', async () => {
    const [parcel, other] = [await book(), await book()];
    expect(await push(parcel.number, known, 5)).toEqual({ applied: 1, passed_over: 0 });
    const before = await shown(parcel.id);
    expect(before.unread_scans).toEqual([]);
    expect(await push(parcel.number, {}, 3)).toEqual({ applied: 0, passed_over: 1 });
    await push(parcel.number, { Instructions: 'Call 9876543210' }, 2);
    await push(parcel.number, {}, 3);
    const after = await shown(parcel.id);
    expect(after).toEqual({ ...before, label_url: after.label_url, unread_scans: expect.anything() });
    expect(after.unread_scans).toEqual([
      expect.objectContaining({ description: 'Call ******3210' }),
      {
        id: expect.any(String),
        last_location: 'Delhi_Okhla_PC (Delhi)',
        event_date_time: new Date(test.service.now().getTime() - 3 * 60_000).toISOString(),
        description: 'Bag is with the rail department',
      },
    ]);
    expect((await shown(other.id)).unread_scans).toEqual([]);

    const tracked = await account.post('/order-tracking', { awbs: [parcel.number] });
    const { shipment_track_activities: activities } = tracked.json().result[parcel.number].tracking_data;
    expect(activities.map(({ activity }: { activity: string }) => activity)).toEqual([
      'Call ******3210',
      'Bag is with the rail department',
      'Shipment picked up',
    ]);
    const page = await test.app.inject(`/track/${parcel.number}`);
    expect(page.body).toContain('“Bag is with the rail department”');
    expect(page.body).not.toContain('9876543210');
    const counted = await test.app.inject('/metrics');
    expect(counted.body).toMatch(/scans\{source="delhivery",result="unread"\} 2/);
  });

  it('is kept only for a parcel of the courier account, and with a possible time', async () => {
    const second = await connectCourier(ground, settings);
    const theirs = await second.book();
    await push(theirs.number, {});
    expect((await second.shown(theirs.id)).unread_scans).toEqual([]);
    await (await pusher(second))(theirs.number, { StatusDateTime: '1970-01-01 00:00:00' });
    await (await pusher(second))(theirs.number, {}, -60);
    expect((await second.shown(theirs.id)).unread_scans).toEqual([]);
  });

  it('is listed for the operator by its words, the most frequent first', async () => {
    await test.sql('delete from unread_scans where account_id = $1', [account.accountId]);
    const [one, two] = [await book(), await book()];
    await push(one.number, { Status: 'Held At Port' }, 4);
    await push(one.number, {}, 3);
    test.advance(60_000);
    await push(two.number, { Status: 'ON-RAIL' }, 2);
    const now = test.service.now();
    expect(await listed()).toEqual([
      {
        courier: 'delhivery',
        code: 'RAIL-1',
        words: expect.stringMatching(/^UD ON[ -]RAIL$/),
        scans: 2,
        first_seen_at: new Date(now.getTime() - 60_000).toISOString(),
        last_seen_at: now.toISOString(),
        tracking_number: expect.stringMatching(`^(${one.number}|${two.number})$`),
      },
      expect.objectContaining({ words: 'UD HELD AT PORT', scans: 1, tracking_number: one.number }),
    ]);
    expect(await listed(account.accountId)).toHaveLength(2);
    expect(await listed((await test.account()).accountId)).toEqual([]);
  });
});

describe('words that the operator teaches', () => {
  const operated = async (path: string, payload: object) => {
    const headers = { authorization: OPERATOR_TOKEN };
    const answer = await test.app.inject({
      method: 'POST',
      url: `/operator/courier-words/${path}`,
      headers,
      payload,
    });
    return { ...answer.json(), status: answer.statusCode };
  };
  const teach = (words: string, status: string, more: object = {}) =>
    operated('taught', { courier: 'delhivery', words, status, ...more });

  it('are read from then on, and kept scans in them become late events', async () => {
    const [parcel, over] = [await book(), await book()];
    await push(parcel.number, known, 9);
    await push(parcel.number, { Status: 'Odd Try', Instructions: 'Nobody came to the door' }, 8);
    await push(over.number, known, 9);
    await push(over.number, { Status: 'Odd Try' }, 8);
    await push(over.number, { StatusType: 'DL', Status: 'Delivered' }, 7);
    expect(await teach('ud odd-try', 'ndr_raised', { reason: 'customer_not_available' })).toMatchObject({
      status: 200,
      data: {
        courier: 'delhivery',
        words: 'ud odd-try',
        status: 'ndr_raised',
        reason: 'customer_not_available',
      },
    });
    expect(await shown(parcel.id)).toMatchObject({
      status: 'ndr_raised',
      ndr_reason: 'customer_not_available',
      unread_scans: [],
      tracking_details: [{ description: 'Nobody came to the door: CUSTOMER NOT AVAILABLE' }, {}],
    });
    expect(await shown(over.id)).toMatchObject({ status: 'delivered', unread_scans: [] });
    expect((await listed()).map(({ words }: { words: string }) => words)).not.toContain('UD ODD TRY');
    // The courier sends all its scans again.
    await push(parcel.number, { Status: 'Odd Try', Instructions: 'Nobody came to the door' }, 8);
    expect((await shown(parcel.id)).tracking_details).toHaveLength(2);

    const later = await book();
    await push(later.number, known, 3);
    expect(await push(later.number, { Status: 'ODD  TRY' }, 2)).toEqual({ applied: 1, passed_over: 0 });
    expect(await shown(later.id)).toMatchObject({ status: 'ndr_raised', unread_scans: [] });
  });

  it('may be a code, which counts before words, and get another meaning for later scans', async () => {
    const [one, two] = [await book(), await book()];
    await push(one.number, { Status: 'Coded' }, 5);
    await teach('UD CODED', 'out_for_delivery');
    expect((await shown(one.id)).status).toBe('out_for_delivery');
    await teach('rail_1', 'in_transit');
    await push(two.number, { Status: 'Coded' }, 5);
    expect([(await shown(one.id)).status, (await shown(two.id)).status]).toEqual([
      'out_for_delivery',
      'in_transit',
    ]);
    await operated('forget', { courier: 'delhivery', words: 'RAIL-1' });
    expect(await operated('forget', { courier: 'delhivery', words: 'RAIL-1' })).toMatchObject({
      status: 404,
    });
  });

  it('can be taken back: what was read with them stays, and is not shown twice', async () => {
    const parcel = await book();
    await teach('UD MISTAKEN', 'in_transit');
    await push(parcel.number, { Status: 'Mistaken' }, 5);
    await operated('forget', { courier: 'delhivery', words: 'ud mistaken' });
    await push(parcel.number, { Status: 'Mistaken' }, 5);
    await push(parcel.number, { Status: 'Mistaken' }, 4);
    const { status, tracking_details, unread_scans } = await shown(parcel.id);
    expect([status, tracking_details, unread_scans]).toEqual([
      'in_transit',
      [expect.anything()],
      [expect.anything()],
    ]);
  });

  it('cannot move a parcel of another kind, and then change nothing', async () => {
    const parcel = await book();
    await push(parcel.number, { Status: 'Door Check' }, 5);
    await teach('UD DOOR CHECK', 'return_in_transit');
    expect(await shown(parcel.id)).toMatchObject({ status: 'pending', unread_scans: [{}] });
    await teach('UD DOOR CHECK', 'in_transit');
    expect(await shown(parcel.id)).toMatchObject({ status: 'in_transit', unread_scans: [] });
  });

  it.each([
    [
      { courier: 'nobody', words: 'X', status: 'delivered' },
      'This installation does not support this courier',
    ],
    [
      { courier: 'delhivery', words: 'Un-Delivered', status: 'delivered' },
      'Un-Delivered is known without this: ndr_raised',
    ],
    [
      { courier: 'delhivery', words: 'X', status: 'delivered', reason: 'customer_refused' },
      'delivered cannot have the reason customer_refused',
    ],
  ])('are refused as %j', async (lesson, message) => {
    const before = await test.sql('select from courier_words');
    expect(await operated('taught', lesson)).toMatchObject({ status: 422, message });
    expect(await test.sql('select from courier_words')).toHaveLength(before.length);
  });

  it('are listed and audited', async () => {
    await teach('UD AUDITED', 'lost');
    const headers = { authorization: OPERATOR_TOKEN };
    const answer = await test.app.inject({ url: '/operator/courier-words/taught', headers });
    expect(answer.json().data).toContainEqual({
      courier: 'delhivery',
      words: 'UD AUDITED',
      status: 'lost',
      reason: null,
      updated_at: test.service.now().toISOString(),
    });
    const records = await test.sql(
      "select changes from audit_records where action = 'courier_word.saved' order by audit_id desc limit 1",
    );
    expect(records).toEqual([
      { changes: { courier: 'delhivery', words: 'UD AUDITED', status: 'lost', reason: null } },
    ]);
  });
});

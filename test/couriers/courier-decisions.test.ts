import { beforeEach, describe, expect, it } from 'vitest';
import { DelhiveryStandIn } from '../../simulators/couriers/delhivery/delhivery-stand-in.ts';
import { STAND_IN_SETTINGS } from '../../simulators/couriers/delhivery/settings.ts';
import { OPERATOR } from '../../src/domain/actor.ts';
import { saidByPartner } from '../../src/problems/sentence.ts';
import { pollCouriers } from '../../src/usecases/couriers/poll-couriers.ts';
import { settleDecisions } from '../../src/usecases/couriers/settle-decisions.ts';
import { WHOLE_ACCOUNT } from '../../src/usecases/service.ts';
import { decideNdr } from '../../src/usecases/tracking/ndr-action.ts';
import { ownEvent } from '../../src/usecases/tracking/own-event.ts';
import { itOnOneServer } from '../support/cluster.ts';
import { connectCourier, openCourierGround } from '../support/connected-courier.ts';
import { scan } from '../support/orders.ts';
import { raceFor } from '../support/race.ts';

const HOUR_MS = 3_600_000;
const UNTIL_FAILED = [
  'picked_up',
  'in_transit',
  'at_destination',
  'out_for_delivery',
  'customer_unavailable',
];

const ground = await openCourierGround((dependencies) => new DelhiveryStandIn(dependencies));
const merchant = await connectCourier(ground, { settings: STAND_IN_SETTINGS });
beforeEach(() => ground.standIn.courier.decideWithin(0));

/** A parcel whose delivery failed this many times. */
async function failed(times = 1): Promise<{ id: string; number: string }> {
  const { id, number } = await merchant.book();
  ground.standIn.courier.move(number, ...UNTIL_FAILED);
  for (let time = 1; time < times; time += 1) {
    ground.standIn.courier.move(number, 'out_for_delivery', 'customer_unavailable');
  }
  await pollLater();
  expect((await merchant.shown(id)).status).toBe('ndr_raised');
  return { id, number };
}

async function pollLater(): Promise<void> {
  ground.test.advance(2 * HOUR_MS);
  await pollCouriers(ground.test.service, (error) => {
    throw error;
  });
}

/** Runs the rounds at a time when the courier may have decided. */
async function later(milliseconds = 6_000): Promise<void> {
  ground.test.advance(milliseconds);
  await settleDecisions(ground.test.service);
}

async function reattempt(awb: string): Promise<void> {
  expect((await merchant.call('POST', '/reattempt', { awb })).statusCode).toBe(200);
}

async function messagesOf(shipmentId: string): Promise<number | null> {
  const query = 'select from messages where shipment_id = $1';
  return (await ground.test.sql(query, [shipmentId])).length;
}

describe('a decision that its courier carries out before we have stored it', () => {
  it('is accepted, and the history has the courier’s scan', async () => {
    const { id, number } = await failed();
    const { accountId } = merchant.account;
    const account = { ...ground.test.service, ...WHOLE_ACCOUNT, accountId, actor: OPERATOR };
    await decideNdr(account, number, {
      action: 'initiate_rto',
      doesAllOf: () => true,
      ask: async () => {
        ground.standIn.courier.move(number, 'rto');
        await pollLater();
        return { outcome: 'done' };
      },
      write: async (writer, shipment) =>
        ownEvent(shipment, account, writer, 'rto_initiated', saidByPartner('Asked for')),
    });
    const { status, tracking_details } = await merchant.shown(id);
    expect(status).toMatch(/^rto_/);
    expect(tracking_details.map(({ description }) => description)).not.toContain('Asked for');
  });
});

describe('a decision that its courier judges later', () => {
  it('is pending until the courier has judged it, and then accepted', async () => {
    const { id, number } = await failed();
    expect((await merchant.shown(id)).courier_decision).toBeNull();
    ground.standIn.courier.decideWithin(60_000);
    await reattempt(number);
    const pending = { action: 'reattempt', state: 'pending', reason: null, settled_at: null };
    expect((await merchant.shown(id)).courier_decision).toMatchObject(pending);
    await later();
    expect((await merchant.shown(id)).courier_decision).toMatchObject(pending);
    ground.standIn.clock.forward(60_000);
    await later(31_000);
    expect(await merchant.shown(id)).toMatchObject({
      sub_status: 'reattempt_delivery',
      courier_decision: {
        state: 'accepted',
        reason: null,
        settled_at: ground.test.service.now().toISOString(),
      },
    });
    // The decision about the next failed delivery is shown, not the one before.
    ground.standIn.courier.move(number, 'out_for_delivery', 'customer_unavailable');
    await pollLater();
    await reattempt(number);
    expect((await merchant.shown(id)).courier_decision).toMatchObject(pending);
  });

  it('that is refused leaves the delivery failed, with the reason', async () => {
    const { id, number } = await failed(3);
    const before = await merchant.shown(id);
    await reattempt(number);
    expect((await merchant.shown(id)).sub_status).toBe('reattempt_delivery');
    const told = await messagesOf(id);
    await later();
    // The customer was already notified of this failed attempt.
    expect(await messagesOf(id)).toBe(told);
    const after = await merchant.shown(id);
    const reason = 'makes no further attempt: it has made as many as it makes';
    expect(after).toMatchObject({
      status: 'ndr_raised',
      sub_status: before.sub_status,
      ndr_reason: before.ndr_reason,
      attempt_count: before.attempt_count,
      courier_decision: { state: 'refused', reason },
    });
    expect(after.tracking_details[0]?.description).toBe(
      `Delhivery did not accept the request for another delivery attempt: it ${reason}`,
    );
  });

  itOnOneServer('has no effect if the parcel moves while the courier is asked', async () => {
    const { id, number } = await failed(3);
    await reattempt(number);
    ground.test.advance(6_000);
    const rows = { table: 'shipments', where: 'shipment_id = $1', values: [id] };
    await raceFor<unknown>(ground.test.database, rows, [
      () => scan(ground.test, merchant.account, id, ['out_for_delivery']),
      () => settleDecisions(ground.test.service),
    ]);
    expect((await merchant.shown(id)).status).toBe('out_for_delivery');
  });

  it('has no effect if the parcel is on its way back since', async () => {
    const { id, number } = await failed(3);
    await reattempt(number);
    await scan(ground.test, merchant.account, id, ['rto_initiated']);
    await later();
    expect(await merchant.shown(id)).toMatchObject({
      status: 'rto_initiated',
      courier_decision: { state: 'refused' },
    });
  });

  it('has no effect if the parcel has moved since', async () => {
    const { id, number } = await failed(3);
    await reattempt(number);
    ground.standIn.courier.move(number, 'out_for_delivery', 'delivered');
    expect((await merchant.call('POST', `/shipments/${id}/refresh`)).statusCode).toBe(200);
    await later();
    expect(await merchant.shown(id)).toMatchObject({
      status: 'delivered',
      courier_decision: { state: 'refused' },
    });
  });

  it('is asked about again if the courier does not answer, and given up after a day', async () => {
    const { id, number } = await failed();
    const other = await merchant.book();
    await reattempt(number);
    ground.standIn.faults.add({ kind: 'html', call: 'ndr_result' });
    await later();
    const unread = 'answered with a page in place of data (200)';
    expect((await merchant.shown(id)).courier_decision).toMatchObject({ state: 'pending', reason: unread });
    const exchanges = async (shipmentId: string) =>
      (await merchant.call('GET', `/shipments/${shipmentId}/exchanges`)).json().data;
    expect(await exchanges(other.id)).toEqual([]);
    expect(await exchanges(id)).toMatchObject([
      { call: 'ndr_result', answer: expect.stringMatching(/^\[\d+ bytes\]$/) },
    ]);
    await later(24 * HOUR_MS);
    expect((await merchant.shown(id)).courier_decision).toMatchObject({
      state: 'unanswered',
      reason: unread,
      settled_at: expect.anything(),
    });
    const asked = ground.standIn.calls.ndr_result;
    await later(24 * HOUR_MS);
    expect(ground.standIn.calls.ndr_result).toBe(asked);
  });
});

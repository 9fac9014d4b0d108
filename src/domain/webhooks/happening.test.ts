import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldHistory } from '../tracking/fold.ts';
import { newShipmentState, type ShipmentState } from '../tracking/state.ts';
import { FORWARD_STATUSES, type GranularStatus } from '../tracking/statuses.ts';
import { historyHappenings, type PublicEvent, trackingAddition, webhookTime } from './happening.ts';

const CREATED = Date.parse('2026-11-16T05:00:00Z');

function event(status: GranularStatus, minute: number, arrival: number): PublicEvent {
  const eventTime = CREATED + minute * 60_000;
  return {
    status,
    eventTime,
    arrival,
    reason: null,
    eventId: `${arrival}`,
    location: 'Pune',
    description: 'x',
    carrierReason: null,
    actor: { kind: 'carrier' },
  };
}

it('webhook times are written to the second, in Indian time', () => {
  expect(webhookTime(CREATED + 999)).toBe('2026-11-16T10:30:00+05:30');
});

/** The status of the scan itself, in our words. */
function ownStatus(scan: { status: string; sub_status: string | null } | undefined): string | undefined {
  return scan?.sub_status ?? scan?.status;
}

/** The webhook events sent when `arrived` follows `had`: event, status of the body and of the scan. */
function happeningsOf(had: readonly PublicEvent[], arrived: readonly PublicEvent[]) {
  const before = had.length === 0 ? newShipmentState(CREATED) : foldHistory(CREATED, had).state;
  const { state: after, outcomes } = foldHistory(CREATED, [...had, ...arrived]);
  const ours = outcomes.filter((outcome) => arrived.includes(outcome.event));
  return historyHappenings({ before, after, outcomes: ours }).map(({ event, state, more }) => [
    event,
    state.status,
    ownStatus('new_tracking' in more ? more.new_tracking : undefined),
  ]);
}

describe('the webhook events of a history', () => {
  it('are the change of status and the scan', () => {
    expect(happeningsOf([], [event('ready_for_pickup', 1, 1)])).toEqual([
      ['status_change', 'ready_for_pickup', undefined],
      ['tracking_addition', 'ready_for_pickup', 'ready_for_pickup'],
    ]);
  });

  it('have published statuses, and the text of the scan or else the status in words', () => {
    const scan = { ...event('picked_up', 1, 1), description: null };
    const heard = trackingAddition(scan, foldHistory(CREATED, [scan]).state);
    expect(heard.more.new_tracking).toMatchObject({
      status: 'in_transit',
      sub_status: 'picked_up',
      location: 'Pune',
      remarks: 'PICKED UP',
    });
    const withText = trackingAddition({ ...scan, description: 'Taken over' }, heard.state as ShipmentState);
    expect(withText.more.new_tracking).toMatchObject({ remarks: 'Taken over' });
  });

  it('are only the scan if the status stays', () => {
    const had = [event('in_transit', 1, 1)];
    expect(happeningsOf(had, [event('in_transit', 2, 2)])).toEqual([
      ['tracking_addition', 'in_transit', 'in_transit'],
    ]);
  });

  it('keep the order of several scans', () => {
    const arrived = [event('picked_up', 1, 1), event('in_transit', 2, 2), event('delivered', 3, 3)];
    expect(happeningsOf([], arrived).map(([name, status]) => `${name} ${status}`)).toEqual([
      'status_change picked_up',
      'tracking_addition picked_up',
      'status_change in_transit',
      'tracking_addition in_transit',
      'status_change delivered',
      'tracking_addition delivered',
    ]);
  });

  it('have the current status of the shipment in a late scan about the past', () => {
    const had = [event('out_for_delivery', 5, 1)];
    expect(happeningsOf(had, [event('in_transit', 2, 2)])).toEqual([
      ['tracking_addition', 'out_for_delivery', 'in_transit'],
    ]);
  });

  it('end with the resulting status if a late scan makes later events void', () => {
    const had = [event('ready_for_pickup', 1, 1), event('cancelled', 5, 2)];
    expect(happeningsOf(had, [event('picked_up', 3, 3)])).toEqual([
      ['tracking_addition', 'cancelled', 'picked_up'],
      ['status_change', 'picked_up', undefined],
    ]);
  });

  it('are none for an event that does not apply', () => {
    expect(happeningsOf([event('delivered', 1, 1)], [event('in_transit', 2, 2)])).toEqual([]);
  });

  it('end with the current status of the shipment, in any order of arrival', () => {
    const events = fc.array(fc.tuple(fc.constantFrom(...FORWARD_STATUSES), fc.nat(20)), { maxLength: 8 });
    fc.assert(
      fc.property(events, events, (first, second) => {
        const had = first.map(([status, minute], index) => event(status, minute, index + 1));
        const arrived = second.map(([status, minute], index) =>
          event(status, minute, had.length + index + 1),
        );
        const before = foldHistory(CREATED, had).state.status;
        const after = foldHistory(CREATED, [...had, ...arrived]).state.status;
        const changes = happeningsOf(had, arrived).filter(([name]) => name === 'status_change');
        expect(changes.at(-1)?.[1] ?? before).toBe(after);
        const path = [before, ...changes.map(([, status]) => status)];
        expect(path.every((status, index) => index === 0 || status !== path[index - 1])).toBe(true);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackingEvent } from '../tracking/event.ts';
import { foldHistory } from '../tracking/fold.ts';
import { newShipmentState } from '../tracking/state.ts';
import { FORWARD_STATUSES, type GranularStatus } from '../tracking/statuses.ts';
import { gstOf } from './gst.ts';
import {
  type ChargeTerms,
  chargesDue,
  entriesToAdd,
  isChargedAlike,
  type LedgerEvent,
  type NewEntry,
  type Recorded,
} from './ledger.ts';

const BOOKED = Date.UTC(2026, 10, 16, 5);
const HOUR = 3_600_000;
const TERMS: ChargeTerms = {
  bookedAt: BOOKED,
  platformFeePaise: 500,
  totalChargesPaise: 8475,
  rtoChargesPaise: 7001,
  weightDifferencePaise: 0,
};

function stateAfter(...statuses: GranularStatus[]) {
  return foldHistory(BOOKED, eventsOf(statuses)).state;
}

function eventsOf(statuses: readonly GranularStatus[]): TrackingEvent[] {
  return statuses.map((status, index) => ({
    status,
    eventTime: BOOKED + index * HOUR,
    arrival: index + 1,
    reason: null,
  }));
}

function due(...statuses: GranularStatus[]) {
  const charges = chargesDue(TERMS, stateAfter(...statuses));
  return Object.fromEntries(
    charges.filter(({ paise }) => paise > 0).map(({ event, paise }) => [event, paise]),
  );
}

function sums(entries: readonly NewEntry[]): Partial<Record<LedgerEvent, Recorded>> {
  const found: Partial<Record<LedgerEvent, Recorded>> = {};
  for (const { event, side, paise, gstPaise } of entries) {
    const sign = side === 'debit' ? 1 : -1;
    const had = found[event] ?? { paise: 0, gstPaise: 0 };
    found[event] = { paise: had.paise + sign * paise, gstPaise: had.gstPaise + sign * gstPaise };
  }
  return found;
}

describe('GST', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1],
    [25, 5],
    [500, 90],
    [8475, 1526],
    [10_000, 1800],
  ])('of %i paise is %i', (paise, gst) => expect(gstOf(paise)).toBe(gst));
});

describe('the charges of a shipment', () => {
  it('are the platform fee after its booking', () => {
    expect(due('ready_for_pickup')).toEqual({ platform_fee: 500 });
    expect(due('ready_for_pickup', 'not_picked')).toEqual({ platform_fee: 500 });
  });

  it('are nothing if it is cancelled before pickup', () => {
    for (const status of ['cancelled', 'rejected', 'externally_fulfilled'] as const) {
      expect(due('ready_for_pickup', status)).toEqual({});
    }
  });

  it('include the journey from its first moving scan on', () => {
    const moved = { platform_fee: 500, shipment_debit: 8475 };
    for (const status of ['picked_up', 'out_for_delivery', 'delivered', 'lost'] as const) {
      expect(due('ready_for_pickup', status)).toEqual(moved);
    }
    expect(due('ready_for_pickup', 'cancelled', 'in_transit')).toEqual(moved);
  });

  it('include the way back only when the parcel is back', () => {
    expect(due('picked_up', 'rto_initiated', 'rto_in_transit')).not.toHaveProperty('rto_charge');
    expect(due('picked_up', 'rto_initiated', 'rto_delivered')).toEqual({
      platform_fee: 500,
      shipment_debit: 8475,
      rto_charge: 7001,
    });
  });
});

describe('ledger entries', () => {
  it('have the time of their charge, and corrections the time of the change', () => {
    const first = entriesToAdd(
      chargesDue(TERMS, stateAfter('ready_for_pickup', 'picked_up')),
      {},
      BOOKED + 9 * HOUR,
    );
    expect(first.map(({ event, happenedAt }) => [event, happenedAt])).toEqual([
      ['platform_fee', BOOKED],
      ['shipment_debit', BOOKED + HOUR],
    ]);
    const cancelled = chargesDue(TERMS, stateAfter('ready_for_pickup', 'cancelled'));
    const back = entriesToAdd(cancelled, sums(first), BOOKED + 10 * HOUR);
    expect(back).toEqual([
      { event: 'platform_fee', side: 'credit', paise: 500, gstPaise: 90, happenedAt: BOOKED + 10 * HOUR },
      {
        event: 'shipment_debit',
        side: 'credit',
        paise: 8475,
        gstPaise: 1526,
        happenedAt: BOOKED + 10 * HOUR,
      },
    ]);
  });

  it('are not added if the ledger has them already', () => {
    const charges = chargesDue(TERMS, stateAfter('ready_for_pickup'));
    expect(entriesToAdd(charges, sums(entriesToAdd(charges, {}, BOOKED)), BOOKED)).toEqual([]);
  });
});

const status = fc.oneof(
  fc.constantFrom(...FORWARD_STATUSES),
  fc.constantFrom<GranularStatus>('picked_up', 'cancelled', 'delivered', 'rto_delivered', 'ready_for_pickup'),
);
const histories = fc
  .uniqueArray(fc.record({ status, slot: fc.integer({ min: 0, max: 40 }) }), {
    selector: ({ slot }) => slot,
    maxLength: 8,
  })
  .map((list) =>
    list.map(
      ({ status: word, slot }, index): TrackingEvent => ({
        status: word,
        eventTime: BOOKED + slot * HOUR,
        arrival: index + 1,
        reason: null,
      }),
    ),
  );
const terms = fc.record({
  bookedAt: fc.constant(BOOKED),
  platformFeePaise: fc.nat(1000),
  totalChargesPaise: fc.nat(100_000),
  rtoChargesPaise: fc.nat(100_000),
  weightDifferencePaise: fc.nat(5000),
});

/** The ledger of a shipment after its events arrived in this order, in batches of this size. */
function ledgerOf(of: ChargeTerms, events: readonly TrackingEvent[], atOnce: number): NewEntry[] {
  const entries = entriesToAdd(chargesDue(of, newShipmentState(BOOKED)), {}, BOOKED);
  for (let count = atOnce; count < events.length + atOnce; count += atOnce) {
    const { state } = foldHistory(BOOKED, events.slice(0, count));
    entries.push(...entriesToAdd(chargesDue(of, state), sums(entries), BOOKED + count));
  }
  return entries;
}

describe('for any history of a shipment', () => {
  it('the sum of the entries is the same in any order of events', () => {
    fc.assert(
      fc.property(terms, histories, fc.integer({ min: 1, max: 4 }), (of, events, atOnce) => {
        const shuffled = events.toReversed();
        const charges = chargesDue(of, foldHistory(BOOKED, events).state);
        for (const ledger of [ledgerOf(of, events, atOnce), ledgerOf(of, shuffled, 1)]) {
          const found = sums(ledger);
          for (const { event, paise } of charges) {
            expect(found[event] ?? { paise: 0, gstPaise: 0 }).toEqual({ paise, gstPaise: gstOf(paise) });
          }
        }
      }),
    );
  });

  it('every entry has an amount above 0', () => {
    fc.assert(
      fc.property(terms, histories, (of, events) => {
        for (const { paise, gstPaise } of ledgerOf(of, events, 1)) {
          expect(paise).toBeGreaterThan(0);
          expect(gstPaise).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('states that are charged alike have the same charges', () => {
    fc.assert(
      fc.property(terms, histories, histories, (of, some, others) => {
        const one = foldHistory(BOOKED, some).state;
        const other = foldHistory(BOOKED, others).state;
        fc.pre(isChargedAlike(one, other));
        const paise = (state: typeof one) => chargesDue(of, state).map((charge) => charge.paise);
        expect(paise(one)).toEqual(paise(other));
      }),
    );
  });
});

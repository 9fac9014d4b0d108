import type { ShipmentState } from '../tracking/state.ts';
import { gstOf } from './gst.ts';

/** Kinds of ledger entries, in the order of a shipment's life. */
export const LEDGER_EVENTS = ['platform_fee', 'shipment_debit', 'rto_charge', 'weight_difference'] as const;

export type LedgerEvent = (typeof LEDGER_EVENTS)[number];

export const LEDGER_SIDES = ['debit', 'credit'] as const;

export type LedgerSide = (typeof LEDGER_SIDES)[number];

/**
 * The terms of a shipment's charges: the quote of its booking, and later agreements. Paise without GST. A
 * return has no platform fee and no RTO charge, so one rule covers both journeys.
 */
export interface ChargeTerms {
  /** The time when the courier accepted the booking, in epoch milliseconds. */
  readonly bookedAt: number;
  readonly platformFeePaise: number;
  /** All charges of the booked journey, including freight. */
  readonly totalChargesPaise: number;
  readonly rtoChargesPaise: number;
  /** The sum of all accepted or settled weight differences. */
  readonly weightDifferencePaise: number;
}

export type ChargedState = Pick<ShipmentState, 'phase' | 'milestones'>;

/** A charge that is due for a shipment. `at` is when it fell due, in epoch milliseconds; null for now. */
export interface Charge {
  readonly event: LedgerEvent;
  /** Without GST. */
  readonly paise: number;
  readonly at: number | null;
}

/**
 * The charges of a booked shipment, computed from its history: the platform fee unless it was cancelled
 * before pickup, the journey after pickup, the way back after the parcel has returned, and agreed weight
 * differences. Every kind is present, with 0 if not due.
 */
export function chargesDue(terms: ChargeTerms, { phase, milestones }: ChargedState): readonly Charge[] {
  const isWithdrawn = phase === 'withdrawn';
  const isPickedUp = phase === 'moving' || phase === 'final';
  const backAt = milestones.rto_delivered;
  return [
    { event: 'platform_fee', paise: isWithdrawn ? 0 : terms.platformFeePaise, at: terms.bookedAt },
    {
      event: 'shipment_debit',
      paise: isPickedUp ? terms.totalChargesPaise : 0,
      at: milestones.picked_up ?? null,
    },
    { event: 'rto_charge', paise: backAt === undefined ? 0 : terms.rtoChargesPaise, at: backAt ?? null },
    { event: 'weight_difference', paise: terms.weightDifferencePaise, at: null },
  ];
}

/** Tells whether two states of a shipment have the same charges, so that the ledger need not be read. */
export function isChargedAlike(before: ChargedState, after: ChargedState): boolean {
  return (
    chargedPhase(before) === chargedPhase(after) &&
    (before.milestones.rto_delivered === undefined) === (after.milestones.rto_delivered === undefined)
  );
}

function chargedPhase({ phase }: ChargedState): ChargedState['phase'] {
  return phase === 'final' ? 'moving' : phase;
}

/** The sum of the entries of one kind, debits minus credits: what the merchant was charged. */
export interface Recorded {
  readonly paise: number;
  readonly gstPaise: number;
}

/** An entry to add. Its amounts are above 0; one of them may be 0. */
export interface NewEntry {
  readonly event: LedgerEvent;
  readonly side: LedgerSide;
  readonly paise: number;
  readonly gstPaise: number;
  readonly happenedAt: number;
}

/**
 * The entries that bring a shipment's ledger to the charges that are due; empty if it is already there.
 * Recorded entries stay. A charge that is no longer due is credited, including its GST, so the GST of all
 * entries of a kind is always the GST of their sum.
 *
 * @param recorded indexed by kind; a kind without entries is absent
 * @param now epoch milliseconds
 */
export function entriesToAdd(
  due: readonly Charge[],
  recorded: Partial<Record<LedgerEvent, Recorded>>,
  now: number,
): NewEntry[] {
  return due.flatMap(({ event, paise, at }): NewEntry[] => {
    const had = recorded[event] ?? { paise: 0, gstPaise: 0 };
    const change = paise - had.paise;
    const gstChange = gstOf(paise) - had.gstPaise;
    if (change === 0 && gstChange === 0) return [];
    const isMore = change > 0 || (change === 0 && gstChange > 0);
    const happenedAt = isMore && had.paise === 0 ? (at ?? now) : now;
    return [
      {
        event,
        side: isMore ? 'debit' : 'credit',
        paise: Math.abs(change),
        gstPaise: Math.abs(gstChange),
        happenedAt,
      },
    ];
  });
}

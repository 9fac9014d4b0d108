/** States of a difference between a courier's weight and ours. */
export const WEIGHT_DIFFERENCE_STATES = ['raised', 'accepted', 'disputed', 'settled'] as const;

export type WeightDifferenceState = (typeof WEIGHT_DIFFERENCE_STATES)[number];

/** A weight in 0.01 g, and its charge in paise without GST. */
export interface Charged {
  readonly weight: number;
  readonly paise: number;
}

/** The amounts by which a courier's figures may exceed ours without a weight difference. */
export interface Tolerance {
  readonly weight: number;
  readonly paise: number;
}

/** 50 g and Rs 1: scales differ, and figures are rounded. */
export const USUAL_TOLERANCE: Tolerance = { weight: 5_000, paise: 100 };

/** A row of a courier's invoice, with the data of its shipment. */
export interface InvoicedRow {
  /** The weight and charge of the booking; null for an unknown tracking number. */
  readonly ours: Charged | null;
  readonly charged: Charged;
  /** The weight and charge that the same invoice already has for the shipment; null if it has neither. */
  readonly had: Charged | null;
}

/**
 * The decision about a row: `record` it; also `raise` a difference if it is heavier and dearer than ours by more than the
 * tolerance (a heavier parcel in the same slab costs the same); skip a `repeat`; or refuse it.
 */
export type InvoicedVerdict = 'record' | 'raise' | 'repeat' | 'unknown' | 'conflict';

export function judgeInvoiced({ ours, charged, had }: InvoicedRow, tolerance: Tolerance): InvoicedVerdict {
  if (ours === null) return 'unknown';
  if (had !== null) {
    return had.weight === charged.weight && had.paise === charged.paise ? 'repeat' : 'conflict';
  }
  const isHeavier = charged.weight - ours.weight > tolerance.weight;
  const isDearer = charged.paise - ours.paise > tolerance.paise;
  return isHeavier && isDearer ? 'raise' : 'record';
}

export type WeightDifferenceAction = 'accept' | 'dispute' | 'settle';

const LEADS_TO = {
  accept: 'accepted',
  dispute: 'disputed',
  settle: 'settled',
} as const satisfies Record<WeightDifferenceAction, WeightDifferenceState>;

const FROM: Readonly<Record<WeightDifferenceAction, readonly WeightDifferenceState[]>> = {
  accept: ['raised', 'disputed'],
  dispute: ['raised'],
  settle: ['disputed'],
};

/** The state after an action; null if the current state does not allow the action. */
export function stateAfter(
  state: WeightDifferenceState,
  action: WeightDifferenceAction,
): WeightDifferenceState | null {
  return FROM[action].includes(state) ? LEADS_TO[action] : null;
}

/** Tells whether an action was done before, so that a repeat changes nothing. */
export function isDoneAlready(state: WeightDifferenceState, action: WeightDifferenceAction): boolean {
  return state === LEADS_TO[action];
}

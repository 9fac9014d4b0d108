import { type Millionths, type Ratio, ratioOf, WHOLE } from './share.ts';

/**
 * Prices by zone A to E, in paise: of the first slab, and of each started further one.
 */
export interface PriceTable {
  readonly first: readonly number[];
  readonly further: readonly number[];
}

/**
 * The prices of one carrier, without GST. There is one row for each carrier of the default book, and one for each carrier for
 * which an account has its own prices; key `carrierId`.
 */
export interface RateCard {
  readonly carrierId: string;
  /** Up to here, included, one slab is charged; whole grams, for both journeys. */
  readonly firstSlabGrams: number;
  /** Each further slab, whole grams. */
  readonly furtherSlabGrams: number;
  readonly forward: PriceTable;
  readonly codFlatPaise: number;
  /** The percentage of the shipment's value that COD costs where that is more than the flat fee. */
  readonly codShare: Millionths;
  /** The price of a return to origin: a factor of the forward freight, or a table. */
  readonly rto: { readonly factor: Millionths } | { readonly table: PriceTable };
  /** Null where the carrier takes no returns from customers. */
  readonly reverse: PriceTable | null;
  /** The price of a quality check at the door; null if the carrier makes none. */
  readonly qcFeePaise: number | null;
}

/**
 * A rate card with an account's markup, ready to price by. Markup is a percentage of freight, forward and
 * return, applied before rounding; an RTO factor is taken of the marked-up freight; COD, QC and an RTO
 * table of its own are not marked up.
 */
export interface MarkedUpRateCard {
  readonly card: RateCard;
  /** 100,000 is 10 %; below 0 it is a discount. */
  readonly markup: Millionths;
  /** The factor on a freight. */
  readonly freightRatio: Ratio;
  readonly codRatio: Ratio;
  /** The factor on the forward freight before markup, if RTO is a factor. */
  readonly rtoRatio: Ratio;
}

export function markUp(card: RateCard, markup: Millionths): MarkedUpRateCard {
  return {
    card,
    markup,
    freightRatio: ratioOf(WHOLE + markup),
    codRatio: ratioOf(card.codShare),
    rtoRatio: ratioOf('factor' in card.rto ? card.rto.factor : 0, WHOLE + markup),
  };
}

/**
 * The number of slabs that a weight is charged for. A weight exactly at a slab's upper edge belongs to that slab.
 *
 * @param ceilGrams the exact applicable weight rounded up to whole grams, which counts the same slabs
 */
export function slabsFor({ firstSlabGrams, furtherSlabGrams }: RateCard, ceilGrams: number): number {
  if (ceilGrams <= firstSlabGrams) return 1;
  return 1 + Math.ceil((ceilGrams - firstSlabGrams) / furtherSlabGrams);
}

/** The table's freight in paise, before markup. */
export function tableFreight({ first, further }: PriceTable, zone: number, slabs: number): number {
  return (first[zone] ?? 0) + (slabs - 1) * (further[zone] ?? 0);
}

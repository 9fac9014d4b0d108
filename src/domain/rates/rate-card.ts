import { type Millionths, type Ratio, ratioOf, WHOLE } from './share.ts';

/** Prices in paise, indexed by zone A to E: for the first slab, and for each further started slab. */
export interface PriceTable {
  readonly first: readonly number[];
  readonly further: readonly number[];
}

/**
 * The prices of one carrier, without GST. The default book has one row for each carrier, and an account has
 * one row for each carrier with its own prices. Key: `carrierId`.
 */
export interface RateCard {
  readonly carrierId: string;
  /** The first slab's upper edge, inclusive, in whole grams, for both journeys. */
  readonly firstSlabGrams: number;
  /** The weight of each further slab, in whole grams. */
  readonly furtherSlabGrams: number;
  readonly forward: PriceTable;
  readonly codFlatPaise: number;
  /** The COD charge as a share of the shipment's value, used if it is more than the flat fee. */
  readonly codShare: Millionths;
  /** The price of a return to origin: a factor of the forward freight, or a table. */
  readonly rto: { readonly factor: Millionths } | { readonly table: PriceTable };
  /** Null if the carrier takes no returns from customers. */
  readonly reverse: PriceTable | null;
  /** The price of a quality check at the door; null if the carrier makes no checks. */
  readonly qcFeePaise: number | null;
}

/**
 * A rate card with an account's markup, ready for pricing. Markup is a percentage of freight, forward and
 * return, and is applied before rounding. An RTO factor applies to the marked-up freight. COD, QC and a
 * separate RTO table are not marked up.
 */
export interface MarkedUpRateCard {
  readonly card: RateCard;
  /** 100,000 is 10 %; negative is a discount. */
  readonly markup: Millionths;
  /** The factor of the markup on freight. */
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
 * The number of slabs charged for a weight. A weight exactly at a slab's upper edge belongs to that slab.
 *
 * @param ceilGrams the exact applied weight rounded up to whole grams, which gives the same number of slabs
 */
export function slabsFor({ firstSlabGrams, furtherSlabGrams }: RateCard, ceilGrams: number): number {
  if (ceilGrams <= firstSlabGrams) return 1;
  return 1 + Math.ceil((ceilGrams - firstSlabGrams) / furtherSlabGrams);
}

/** The table's freight in paise, before markup. */
export function tableFreight({ first, further }: PriceTable, zone: number, slabs: number): number {
  return (first[zone] ?? 0) + (slabs - 1) * (further[zone] ?? 0);
}

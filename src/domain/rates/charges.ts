import { type Rupees, shareOfValue } from './rate-amounts.ts';
import { type MarkedUpRateCard, tableFreight } from './rate-card.ts';
import { shareOf } from './share.ts';

/** Paise, without GST. Each figure is rounded half up once, and the total is the sum of the shown figures. */
export interface ForwardCharges {
  readonly freight: number;
  /** 0 for prepaid. */
  readonly cod: number;
  /** The cost of returning the parcel undelivered; not part of the total. */
  readonly rto: number;
  /** Freight and COD. */
  readonly total: number;
}

/** Paise, without GST. Each figure is rounded half up once, and the total is the sum of the shown figures. */
export interface ReturnCharges {
  readonly freight: number;
  /** 0 without a quality check. */
  readonly qc: number;
  readonly total: number;
}

/**
 * The charges of a forward parcel.
 *
 * @param zone the zone's number
 * @param codValue the amount that the COD charge is based on; null for prepaid
 */
export function forwardCharges(
  pricing: MarkedUpRateCard,
  zone: number,
  slabs: number,
  codValue: Rupees | null,
): ForwardCharges {
  const { card } = pricing;
  const beforeMarkup = tableFreight(card.forward, zone, slabs);
  const freight = shareOf(beforeMarkup, pricing.freightRatio);
  const cod = codValue === null ? 0 : Math.max(card.codFlatPaise, shareOfValue(codValue, pricing.codRatio));
  const rto =
    'table' in card.rto ? tableFreight(card.rto.table, zone, slabs) : shareOf(beforeMarkup, pricing.rtoRatio);
  return { freight, cod, rto, total: freight + cod };
}

export function returnCharges(
  pricing: MarkedUpRateCard,
  zone: number,
  slabs: number,
  qcApplicable: boolean,
): ReturnCharges {
  const { reverse, qcFeePaise } = pricing.card;
  if (reverse === null || (qcApplicable && qcFeePaise === null)) {
    throw new Error(`carrier ${pricing.card.carrierId} was priced for a return that it does not take`);
  }
  const freight = shareOf(tableFreight(reverse, zone, slabs), pricing.freightRatio);
  const qc = qcApplicable ? (qcFeePaise ?? 0) : 0;
  return { freight, qc, total: freight + qc };
}

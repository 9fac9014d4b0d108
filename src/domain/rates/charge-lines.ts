import { formatDecimal } from '../decimal.ts';
import { paiseText } from '../rupees.ts';
import { zoneNumber } from '../zones/zone.ts';
import type { ForwardCharges, ReturnCharges } from './charges.ts';
import type { ForwardCarrierQuote, ReturnCarrierQuote } from './quote.ts';
import type { Rupees } from './rate-amounts.ts';
import type { MarkedUpRateCard, PriceTable } from './rate-card.ts';
import { millionthsToFactor, millionthsToPercent } from './share.ts';

/** One figure of a quote and its computation. */
export interface ChargeLine {
  readonly charge: keyof ForwardCharges | keyof ReturnCharges;
  readonly paise: number;
  /** The computation: `first slab of 500 g Rs 45.00, 2 further slabs of 500 g at Rs 31.00, markup 10 %`. */
  readonly how: string;
}

/** The figures of one carrier's quote in words. `codValue` is null if nothing is collected. */
export function chargeLines(
  pricing: MarkedUpRateCard,
  quote: ForwardCarrierQuote | ReturnCarrierQuote,
  codValue: Rupees | null,
): ChargeLine[] {
  const { charges } = quote;
  return 'cod' in charges
    ? forwardLines(pricing, quote, charges, codValue)
    : returnLines(pricing, quote, charges);
}

type Priced = Pick<ForwardCarrierQuote, 'zone' | 'slabs'>;

function forwardLines(
  pricing: MarkedUpRateCard,
  quote: Priced,
  charges: ForwardCharges,
  codValue: Rupees | null,
): ChargeLine[] {
  const { card } = pricing;
  const rto =
    'table' in card.rto
      ? `its own table: ${tableText(pricing, card.rto.table, quote)}`
      : `${millionthsToFactor(card.rto.factor)} of the freight before it is rounded; in no total`;
  return [
    freightLine(pricing, card.forward, quote, charges.freight),
    { charge: 'cod', paise: charges.cod, how: codText(pricing, codValue) },
    { charge: 'total', paise: charges.total, how: 'freight and COD' },
    { charge: 'rto', paise: charges.rto, how: rto },
  ];
}

function returnLines(pricing: MarkedUpRateCard, quote: Priced, charges: ReturnCharges): ChargeLine[] {
  const { reverse } = pricing.card;
  return [
    ...(reverse === null ? [] : [freightLine(pricing, reverse, quote, charges.freight)]),
    { charge: 'qc', paise: charges.qc, how: 'the fee of the quality check, where one is asked for' },
    { charge: 'total', paise: charges.total, how: 'freight and quality check' },
  ];
}

function freightLine(pricing: MarkedUpRateCard, table: PriceTable, quote: Priced, paise: number): ChargeLine {
  const markup = pricing.markup === 0 ? '' : `, markup ${millionthsToPercent(pricing.markup)} %`;
  return { charge: 'freight', paise, how: `${tableText(pricing, table, quote)}${markup}` };
}

function tableText({ card }: MarkedUpRateCard, table: PriceTable, { zone, slabs }: Priced): string {
  const number = zoneNumber(zone);
  const first = `first slab of ${card.firstSlabGrams} g Rs ${paiseText(table.first[number] ?? 0)}`;
  if (slabs === 1) return first;
  const further = `of ${card.furtherSlabGrams} g at Rs ${paiseText(table.further[number] ?? 0)}`;
  return `${first}, ${slabs - 1} further ${slabs === 2 ? 'slab' : 'slabs'} ${further}`;
}

function codText({ card }: MarkedUpRateCard, codValue: Rupees | null): string {
  if (codValue === null) return 'prepaid';
  const value = codValue.exact === null ? paiseText(codValue.ceilPaise) : formatDecimal(codValue.exact);
  const percent = millionthsToPercent(card.codShare);
  return `the larger of Rs ${paiseText(card.codFlatPaise)} and ${percent} % of Rs ${value}`;
}

import { type Sentence, say, type TypedValue } from '../../problems/sentence.ts';
import { formatDecimal } from '../decimal.ts';
import { money, paiseText } from '../rupees.ts';
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
  readonly how: Sentence;
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
      ? say('own_rto_table', 'its own table: {price}', { price: tablePrice(pricing, card.rto.table, quote) })
      : say('rto_share_of_freight', '{factor} of the freight before it is rounded; in no total', {
          factor: millionthsToFactor(card.rto.factor),
        });
  return [
    freightLine(pricing, card.forward, quote, charges.freight),
    { charge: 'cod', paise: charges.cod, how: howOfCod(pricing, codValue) },
    { charge: 'total', paise: charges.total, how: FREIGHT_AND_COD },
    { charge: 'rto', paise: charges.rto, how: rto },
  ];
}

const FREIGHT_AND_COD = say('freight_and_cod', 'freight and COD');
const FREIGHT_AND_CHECK = say('freight_and_quality_check', 'freight and quality check');
const FEE_OF_CHECK = say('fee_of_quality_check', 'the fee of the quality check, where one is asked for');
const PREPAID = say('nothing_collected', 'prepaid');

function returnLines(pricing: MarkedUpRateCard, quote: Priced, charges: ReturnCharges): ChargeLine[] {
  const { reverse } = pricing.card;
  return [
    ...(reverse === null ? [] : [freightLine(pricing, reverse, quote, charges.freight)]),
    { charge: 'qc', paise: charges.qc, how: FEE_OF_CHECK },
    { charge: 'total', paise: charges.total, how: FREIGHT_AND_CHECK },
  ];
}

function freightLine(pricing: MarkedUpRateCard, table: PriceTable, quote: Priced, paise: number): ChargeLine {
  const price = tablePrice(pricing, table, quote);
  const percent = millionthsToPercent(pricing.markup);
  const how =
    pricing.markup === 0
      ? price
      : say('price_with_markup', '{price}, markup {percent} %', { price, percent });
  return { charge: 'freight', paise, how };
}

function tablePrice({ card }: MarkedUpRateCard, table: PriceTable, { zone, slabs }: Priced): Sentence {
  const number = zoneNumber(zone);
  const first = say('first_slab', 'first slab of {grams} g {amount}', {
    grams: card.firstSlabGrams,
    amount: exactMoney(table.first[number] ?? 0),
  });
  if (slabs === 1) return first;
  const further = { first, grams: card.furtherSlabGrams, amount: exactMoney(table.further[number] ?? 0) };
  return slabs === 2
    ? say('one_further_slab', '{first}, 1 further slab of {grams} g at {amount}', further)
    : say('further_slabs', '{first}, {count} further slabs of {grams} g at {amount}', {
        ...further,
        count: slabs - 1,
      });
}

function howOfCod({ card }: MarkedUpRateCard, codValue: Rupees | null): Sentence {
  if (codValue === null) return PREPAID;
  const { exact, ceilPaise } = codValue;
  return say('larger_of_flat_and_share', 'the larger of {flat} and {percent} % of {amount}', {
    flat: exactMoney(card.codFlatPaise),
    percent: millionthsToPercent(card.codShare),
    amount: exact === null ? exactMoney(ceilPaise) : money(ceilPaise, `Rs ${formatDecimal(exact)}`),
  });
}

/** With its paise, also if they are 0. */
function exactMoney(paise: number): TypedValue {
  return money(paise, `Rs ${paiseText(paise)}`);
}

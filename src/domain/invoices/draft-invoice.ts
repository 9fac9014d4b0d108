import { type Sentence, say } from '../../problems/sentence.ts';
import type { Charges, OrderItem } from '../orders/order.ts';
import { panOfGstin, readGstin, stateOfGstin } from './gstin.ts';
import { readHsn } from './hsn.ts';
import type { InvoiceDraft, InvoiceLine, InvoiceParty } from './invoice.ts';
import { goodsAmounts, parted, readGstRate, splitTax } from './line-amounts.ts';

/** The store's details for invoices; null if they are not set. */
export interface InvoiceTerms {
  readonly gstin: string | null;
  readonly legalName: string | null;
  /** The store's place of business in one text; null to use the warehouse's address. */
  readonly legalAddress: string | null;
  /** The GST rate in percent for items without a rate. */
  readonly gstRate: string | null;
  /** Whether charges bear the highest rate of the goods, and not each rate in proportion. */
  readonly chargesAtHighestRate: boolean;
}

export interface Invoiced extends Charges {
  readonly terms: InvoiceTerms;
  readonly brandName: string;
  readonly warehouse: Omit<InvoiceParty, 'gstin'> & { readonly gstin: string | null };
  readonly billTo: InvoiceParty;
  readonly shipTo: InvoiceParty | null;
  /** The destination state, from the pincode directory; null if the pincode is not in it. */
  readonly deliveredIn: string | null;
  readonly items: readonly Pick<
    OrderItem,
    'name' | 'sku' | 'hsn' | 'units' | 'sellingPricePaise' | 'discountPaise' | 'tax' | 'options'
  >[];
  /** What the customer owes for the goods, without charges. */
  readonly subTotalPaise: number;
  readonly totalDiscountPaise: number;
}

/**
 * Drafts the invoice of a shipment. Prices include tax: CGST and SGST within a state, IGST between states.
 *
 * @returns the reasons, to follow the shipment's name, if no invoice can be made
 */
export function draftInvoice(invoiced: Invoiced): InvoiceDraft | { readonly why: readonly Sentence[] } {
  const { terms, warehouse, items } = invoiced;
  const placeOfSupply = placeOf(invoiced);
  const gstin = supplierGstin(terms.gstin, warehouse.gstin);
  const rates = items.map(({ tax }) => readGstRate(tax ?? terms.gstRate ?? ''));
  const why = [
    ...(gstin === null ? [whyNoGstin(warehouse.gstin)] : []),
    ...(placeOfSupply === null ? [NO_STATE] : []),
    ...items.flatMap(({ name, tax }, index) => {
      if (rates[index] !== undefined) return [];
      return tax === null
        ? [
            say(
              'has_no_tax_rate',
              'has no rate of tax for {item}: send tax with the item, or set gst_rate of its store',
              { item: name },
            ),
          ]
        : [
            say('has_wrong_tax_rate', 'has a tax of {tax} for {item}, which is no rate of GST in percent', {
              tax,
              item: name,
            }),
          ];
    }),
    ...items.flatMap(({ name, hsn }) =>
      hsn === null || readHsn(hsn) !== undefined
        ? []
        : [
            say('has_wrong_hsn', 'has {hsn} as hsn of {item}, which must be 4, 6 or 8 digits', {
              hsn,
              item: name,
            }),
          ],
    ),
    ...(isForTwoPapers(invoiced, rates) ? [TWO_PAPERS] : []),
  ];
  const fromState = gstin === null ? null : stateOfGstin(gstin);
  if (gstin === null || fromState === null || placeOfSupply === null || why.length > 0) return { why };
  return {
    gstin,
    supplier: supplierOf(invoiced),
    billTo: invoiced.billTo,
    shipTo: invoiced.shipTo,
    fromState,
    placeOfSupply,
    lines: linesOf(
      invoiced,
      rates.map((rate) => rate ?? 0),
      fromState === placeOfSupply,
    ),
  };
}

/** A buyer with a GSTIN needs separate documents for taxed and untaxed goods (CGST Rules, rule 46A). */
function isForTwoPapers({ billTo }: Invoiced, rates: readonly (number | undefined)[]): boolean {
  return billTo.gstin !== undefined && rates.includes(0) && rates.some((rate) => (rate ?? 0) > 0);
}

const NO_STATE = say('goes_to_no_state', 'goes to a pincode that is in no known state');
const TWO_PAPERS = say(
  'needs_two_invoices',
  'has goods with and without tax for a buyer with a GSTIN, who must get two papers: make two orders of them',
);

/**
 * The place of supply (IGST Act, section 10): the place of delivery; if a registered buyer has the goods sent
 * to somebody else, the buyer's place.
 */
function placeOf({ billTo: { gstin }, shipTo, deliveredIn }: Invoiced): string | null {
  return gstin === undefined || shipTo === null ? deliveredIn : stateOfGstin(gstin);
}

function whyNoGstin(ofWarehouse: string | null): Sentence {
  return ofWarehouse === null
    ? say(
        'has_no_gstin',
        'has no GSTIN to be invoiced under: set gstin of its store or gst_no of its warehouse',
      )
    : say('has_wrong_gstin', 'has {gstin} as gst_no of its warehouse, which is no GSTIN', {
        gstin: ofWarehouse,
      });
}

/** The supplier's GSTIN: the warehouse's GSTIN if it belongs to the same firm, else the store's. */
export function supplierGstin(ofStore: string | null, ofWarehouse: string | null): string | null {
  const store = ofStore === null ? null : (readGstin(ofStore) ?? null);
  const warehouse = ofWarehouse === null ? null : (readGstin(ofWarehouse) ?? null);
  if (store === null || warehouse === null) return store ?? warehouse;
  return panOfGstin(store) === panOfGstin(warehouse) ? warehouse : store;
}

function supplierOf({ terms, brandName, warehouse }: Invoiced): InvoiceParty {
  const { name, lines, city, state, pincode } = warehouse;
  const legalName = terms.legalName ?? brandName;
  return terms.legalAddress === null
    ? { name: legalName, lines: [name, ...lines], city, state, pincode }
    : { name: legalName, lines: terms.legalAddress.split('\n'), city: '', state: '', pincode: '' };
}

function linesOf(invoiced: Invoiced, rates: readonly number[], isWithinState: boolean): InvoiceLine[] {
  const amounts = goodsAmounts(invoiced);
  const goods = invoiced.items.map(({ name, sku, hsn, units, options = null }, index): InvoiceLine => {
    const amount = amounts.items[index] ?? { grossPaise: 0, discountPaise: 0, valuePaise: 0 };
    const rateBp = rates[index] ?? 0;
    const tax = splitTax(amount.valuePaise, rateBp, isWithinState);
    return {
      ...{ name, sku, hsn: hsn === null ? null : (readHsn(hsn) ?? null), units, rateBp, ...amount, ...tax },
      ...(options !== null && { options }),
    };
  });
  return [...goods, ...chargeLines(invoiced, amounts.beyondPaise, goods, isWithinState)];
}

/**
 * What is charged with goods belongs to the value of their supply and bears their rate (CGST Act, sections 2 (30), 8 and 15 (2)(c)).
 * Goods of several rates share each charge in proportion to their values, unless the store takes the highest rate.
 */
function chargeLines(
  invoiced: Invoiced,
  beyondPaise: number,
  goods: readonly InvoiceLine[],
  isWithinState: boolean,
): InvoiceLine[] {
  const { shippingChargesPaise, giftwrapChargesPaise, transactionChargesPaise } = invoiced;
  const charges: readonly (readonly [name: string, paise: number])[] = [
    ['Delivery', shippingChargesPaise],
    ['Gift wrap', giftwrapChargesPaise],
    ['Payment fee', transactionChargesPaise],
    [shippingChargesPaise === 0 ? 'Delivery and other charges' : 'Other charges', beyondPaise],
  ];
  const sharing = sharesOf(goods, invoiced.terms.chargesAtHighestRate);
  const weights = sharing.map(({ weight }) => weight);
  return charges.flatMap(([name, paise]) =>
    parted(paise, weights).flatMap((valuePaise, index) => {
      const share = sharing[index];
      if (share === undefined || valuePaise === 0) return [];
      const { hsn, rateBp } = share;
      const amount = { grossPaise: valuePaise, discountPaise: 0, valuePaise };
      return [
        { name, sku: null, hsn, units: 1, rateBp, ...amount, ...splitTax(valuePaise, rateBp, isWithinState) },
      ];
    }),
  );
}

/** A rate with its part of each charge, and the HSN of its goods of highest value. */
interface Share {
  readonly rateBp: number;
  readonly weight: number;
  readonly hsn: string | null;
}

function sharesOf(goods: readonly InvoiceLine[], isAtHighest: boolean): Share[] {
  const highest = Math.max(0, ...goods.map(({ rateBp }) => rateBp));
  const isWorthless = goods.every(({ valuePaise }) => valuePaise === 0);
  const rates = isAtHighest || isWorthless ? [highest] : [...new Set(goods.map(({ rateBp }) => rateBp))];
  return rates.map((rateBp) => {
    const ofRate = goods.filter((one) => one.rateBp === rateBp);
    const [most] = ofRate.toSorted((one, other) => other.valuePaise - one.valuePaise);
    const weight = ofRate.reduce((total, { valuePaise }) => total + valuePaise, 0);
    // The only rate takes all, even if its goods are free.
    return { rateBp, hsn: most?.hsn ?? null, weight: rates.length === 1 ? 1 : weight };
  });
}

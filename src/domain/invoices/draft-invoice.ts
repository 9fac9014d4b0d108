import type { OrderItem } from '../orders/order.ts';
import { panOfGstin, readGstin, stateOfGstin } from './gstin.ts';
import type { InvoiceDraft, InvoiceLine, InvoiceParty } from './invoice.ts';
import { orderAmounts, readGstRate, splitTax } from './line-amounts.ts';

/** The store's details for invoices; null if they are not set. */
export interface InvoiceTerms {
  readonly gstin: string | null;
  readonly legalName: string | null;
  /** The store's place of business in one text; null to use the warehouse's address. */
  readonly legalAddress: string | null;
  /** The GST rate in percent for items without a rate. */
  readonly gstRate: string | null;
}

export interface Invoiced {
  readonly terms: InvoiceTerms;
  readonly brandName: string;
  readonly warehouse: Omit<InvoiceParty, 'gstin'> & { readonly gstin: string | null };
  readonly billTo: InvoiceParty;
  readonly shipTo: InvoiceParty | null;
  /** The destination state, from the pincode directory; null if the pincode is not in it. */
  readonly deliveredIn: string | null;
  readonly items: readonly Pick<
    OrderItem,
    'name' | 'sku' | 'hsn' | 'units' | 'sellingPricePaise' | 'discountPaise' | 'tax'
  >[];
  readonly subTotalPaise: number;
}

/** Charges in addition to the items, taxed like the goods (CGST Act, sections 2 (30) and 8). */
const CHARGES = 'Delivery and other charges';

/**
 * Drafts the invoice of a shipment. Prices include tax: CGST and SGST within a state, IGST between states.
 *
 * @returns the reasons, in sentences, if no invoice can be made
 */
export function draftInvoice(invoiced: Invoiced): InvoiceDraft | { readonly why: readonly string[] } {
  const { terms, warehouse, items } = invoiced;
  const placeOfSupply = placeOf(invoiced);
  const gstin = supplierGstin(terms.gstin, warehouse.gstin);
  const rates = items.map(({ tax }) => readGstRate(tax ?? terms.gstRate ?? ''));
  const why = [
    ...(gstin === null ? [whyNoGstin(warehouse.gstin)] : []),
    ...(placeOfSupply === null ? ['goes to a pincode that is in no known state'] : []),
    ...items.flatMap(({ name, tax }, index) => {
      if (rates[index] !== undefined) return [];
      return tax === null
        ? [`has no rate of tax for ${name}: send tax with the item, or set gst_rate of its store`]
        : [`has a tax of ${tax} for ${name}, which is no rate of GST in percent`];
    }),
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

const TWO_PAPERS =
  'has goods with and without tax for a buyer with a GSTIN, who must get two papers: make two orders of them';

/**
 * The place of supply (IGST Act, section 10): the place of delivery; if a registered buyer has the goods sent
 * to somebody else, the buyer's place.
 */
function placeOf({ billTo: { gstin }, shipTo, deliveredIn }: Invoiced): string | null {
  return gstin === undefined || shipTo === null ? deliveredIn : stateOfGstin(gstin);
}

function whyNoGstin(ofWarehouse: string | null): string {
  return ofWarehouse === null
    ? 'has no GSTIN to be invoiced under: set gstin of its store or gst_no of its warehouse'
    : `has ${ofWarehouse} as gst_no of its warehouse, which is no GSTIN`;
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

function linesOf(
  { items, subTotalPaise }: Invoiced,
  rates: readonly number[],
  isWithinState: boolean,
): InvoiceLine[] {
  const amounts = orderAmounts(items, subTotalPaise);
  const lines = items.map(({ name, sku, hsn, units }, index): InvoiceLine => {
    const amount = amounts.items[index] ?? { grossPaise: 0, discountPaise: 0, valuePaise: 0 };
    const rateBp = rates[index] ?? 0;
    return {
      name,
      sku,
      hsn,
      units,
      rateBp,
      ...amount,
      ...splitTax(amount.valuePaise, rateBp, isWithinState),
    };
  });
  const { chargesPaise } = amounts;
  if (chargesPaise === 0) return lines;
  // Charges are taxed like the goods in the invoice; if these have several rates, at the highest rate.
  const rateBp = Math.max(0, ...rates);
  return [
    ...lines,
    {
      name: CHARGES,
      sku: null,
      hsn: null,
      units: 1,
      rateBp,
      grossPaise: chargesPaise,
      discountPaise: 0,
      valuePaise: chargesPaise,
      ...splitTax(chargesPaise, rateBp, isWithinState),
    },
  ];
}

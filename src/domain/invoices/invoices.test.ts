import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftInvoice, type Invoiced, supplierGstin } from './draft-invoice.ts';
import { readGstin, stateOfGstin, stateTaxName } from './gstin.ts';
import { titleOf, totalsOf } from './invoice.ts';
import { financialYear, invoiceNumber, LONGEST_NUMBER } from './invoice-number.ts';
import { orderAmounts, readGstRate, splitTax } from './line-amounts.ts';

const KARNATAKA = '29ABCDE1234F1ZW';
const DELHI = '07ABCDE1234F1Z2';
const OTHER_FIRM = '27PQRST5678K1Z2';

describe('a GSTIN', () => {
  it('has a form, a state and a check digit', () => {
    for (const gstin of [KARNATAKA, DELHI, OTHER_FIRM]) expect(readGstin(gstin)).toBe(gstin);
    expect(readGstin(' 27pqrst5678k1z2 ')).toBe(OTHER_FIRM);
    for (const wrong of ['27PQRST5678K1ZW', '00PQRST5678K1Z2', '27PQRST5678K1Z', '', 'GSTIN']) {
      expect(readGstin(wrong)).toBeUndefined();
    }
  });

  it('says its state', () => {
    expect(stateOfGstin(KARNATAKA)).toBe('KA');
    expect(stateOfGstin('28PQRST5678K1Z2')).toBe('AP');
    expect([stateTaxName('KA'), stateTaxName('CH'), stateTaxName('DL')]).toEqual(['SGST', 'UTGST', 'SGST']);
  });

  it("is the warehouse's where both are one firm's, which has one in each state, else the store's", () => {
    expect(supplierGstin(KARNATAKA, DELHI)).toBe(DELHI);
    expect(supplierGstin(KARNATAKA, OTHER_FIRM)).toBe(KARNATAKA);
    expect(supplierGstin(null, DELHI)).toBe(DELHI);
    expect(supplierGstin(KARNATAKA, 'no number')).toBe(KARNATAKA);
    expect(supplierGstin(null, null)).toBeNull();
  });
});

describe('an invoice number', () => {
  const at = (text: string) => financialYear(Date.parse(text));

  it('counts by the financial year of India, from the first of April', () => {
    expect(at('2027-03-31T23:59:59.999+05:30')).toBe('2627');
    expect(at('2027-04-01T00:00:00+05:30')).toBe('2728');
    expect(at('2026-04-01T00:00:00+05:30')).toBe('2627');
    expect(at('2100-01-01T00:00:00+05:30')).toBe('9900');
  });

  it('has at most 16 characters', () => {
    const series = { kind: 'invoice', prefix: 'KAVI', financialYear: '2627' } as const;
    expect(invoiceNumber({ ...series, serial: 1 })).toBe('KAVI2627/1');
    expect(invoiceNumber({ ...series, serial: 9_999_999 })).toHaveLength(LONGEST_NUMBER);
    expect(invoiceNumber({ ...series, serial: 10_000_000 })).toBeNull();
    expect(invoiceNumber({ ...series, kind: 'credit_note', serial: 999_999 })).toHaveLength(LONGEST_NUMBER);
    expect(invoiceNumber({ ...series, kind: 'credit_note', serial: 1_000_000 })).toBeNull();
  });

  it('is never that of another series', () => {
    const series = fc.record({
      kind: fc.constantFrom('invoice' as const, 'credit_note' as const),
      prefix: fc.stringMatching(/^[A-Z0-9]{0,4}$/),
      financialYear: fc.constant('2627'),
      serial: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(series, series, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(invoiceNumber(one) === invoiceNumber(other)).toBe(same);
      }),
    );
  });
});

const paise = fc.integer({ min: 0, max: 10_000_000_000 });
const rate = fc.constantFrom(0, 10, 25, 150, 300, 500, 1200, 1800, 2800, 4000);

describe('tax', () => {
  it('is parted to the paisa, and equally between the two governments of one state', () => {
    fc.assert(
      fc.property(paise, rate, fc.boolean(), (value, rateBp, isWithinState) => {
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = splitTax(value, rateBp, isWithinState);
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(value);
        expect(cgstPaise).toBe(sgstPaise);
        expect(isWithinState ? igstPaise : cgstPaise).toBe(0);
        // The tax differs from the exact tax by at most a paisa.
        const exact = (value * rateBp) / (10_000 + rateBp);
        expect(Math.abs(cgstPaise + sgstPaise + igstPaise - exact)).toBeLessThanOrEqual(1.001);
      }),
    );
  });

  it('is in the price: 18 % of Rs 118 are Rs 18', () => {
    expect(splitTax(11_800, 1800, false)).toEqual({
      taxablePaise: 10_000,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 1_800,
    });
    expect(splitTax(11_800, 1800, true)).toEqual({
      taxablePaise: 10_000,
      cgstPaise: 900,
      sgstPaise: 900,
      igstPaise: 0,
    });
  });

  it('has the rates that GST has', () => {
    expect(['0', '0.25', '5', '18.00', '40'].map(readGstRate)).toEqual([0, 25, 500, 1800, 4000]);
    expect(['', '44.91', '-5', '17', 'x'].map(readGstRate)).toEqual(Array(5).fill(undefined));
  });
});

describe("an order's amounts", () => {
  const item = (units: number, rupees: number, discount: number | null = null) => ({
    units,
    sellingPricePaise: rupees * 100,
    discountPaise: discount === null ? null : discount * 100,
  });

  it('come to its own sum, whatever was meant by a discount', () => {
    expect(orderAmounts([item(2, 100, 30)], 17_000).items).toEqual([
      { grossPaise: 20_000, discountPaise: 3_000, valuePaise: 17_000 },
    ]);
    expect(orderAmounts([item(2, 100, 30)], 14_000).items[0]?.discountPaise).toBe(6_000);
    expect(orderAmounts([item(2, 100, 30)], 20_000).items[0]?.discountPaise).toBe(0);
    expect(
      orderAmounts([item(1, 100), item(1, 300)], 36_000).items.map(({ discountPaise }) => discountPaise),
    ).toEqual([1_000, 3_000]);
    expect(orderAmounts([item(1, 100)], 14_900).chargesPaise).toBe(4_900);
  });

  it('are never negative, and their sum is exact', () => {
    const items = fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 50 }),
        sellingPricePaise: fc.integer({ min: 0, max: 5_000_000 }),
        discountPaise: fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null }),
      }),
      { minLength: 1, maxLength: 10 },
    );
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 500_000_000 }), (ordered, subTotal) => {
        const { items: amounts, chargesPaise } = orderAmounts(ordered, subTotal);
        const values = amounts.map(({ valuePaise }) => valuePaise);
        expect(values.reduce((sum, value) => sum + value, chargesPaise)).toBe(subTotal);
        expect(Math.min(chargesPaise, ...values)).toBeGreaterThanOrEqual(0);
        for (const { grossPaise, discountPaise, valuePaise } of amounts) {
          expect(discountPaise).toBeGreaterThanOrEqual(0);
          expect(grossPaise - discountPaise).toBe(valuePaise);
        }
      }),
    );
  });
});

const party = {
  name: 'Asha Rao',
  lines: ['12, 4th Cross'],
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560038',
};
const INVOICED: Invoiced = {
  terms: { gstin: null, legalName: 'Chai & Co Private Limited', legalAddress: null, gstRate: null },
  brandName: 'Chai & Co',
  warehouse: { ...party, name: 'Okhla', gstin: DELHI },
  billTo: party,
  shipTo: null,
  deliveredIn: 'KA',
  items: [
    {
      name: 'Chai',
      sku: 'C',
      hsn: '0902',
      units: 2,
      sellingPricePaise: 10_500,
      discountPaise: null,
      tax: '5',
    },
    {
      name: 'Cup',
      sku: null,
      hsn: null,
      units: 1,
      sellingPricePaise: 11_800,
      discountPaise: null,
      tax: '18',
    },
  ],
  subTotalPaise: 32_800,
};

describe('an invoice', () => {
  it('has integrated tax between two states, and the tax of both governments within one', () => {
    const between = draftInvoice(INVOICED);
    if ('why' in between) throw new Error('refused');
    expect(totalsOf(between.lines)).toEqual({
      valuePaise: 32_800,
      taxablePaise: 30_000,
      cgstPaise: 0,
      sgstPaise: 0,
      igstPaise: 2_800,
    });
    const within = draftInvoice({ ...INVOICED, deliveredIn: 'DL' });
    if ('why' in within) throw new Error('refused');
    expect(totalsOf(within.lines)).toEqual({
      valuePaise: 32_800,
      taxablePaise: 30_000,
      cgstPaise: 1_400,
      sgstPaise: 1_400,
      igstPaise: 0,
    });
    expect(titleOf({ kind: 'invoice', lines: within.lines })).toBe('TAX INVOICE');
  });

  it('taxes charges as the goods that they come with, at the highest of their rates', () => {
    const drafted = draftInvoice({ ...INVOICED, subTotalPaise: 32_800 + 5_900 });
    if ('why' in drafted) throw new Error('refused');
    expect(drafted.lines.at(-1)).toMatchObject({
      name: 'Delivery and other charges',
      rateBp: 1800,
      igstPaise: 900,
    });
  });

  it('is a bill of supply where nothing is taxed', () => {
    const [first, second] = INVOICED.items;
    if (first === undefined || second === undefined) throw new Error('no items');
    const drafted = draftInvoice({ ...INVOICED, items: [{ ...first, tax: '0' }, second] });
    if ('why' in drafted) throw new Error('refused');
    expect(titleOf({ kind: 'invoice', lines: drafted.lines })).toBe('INVOICE-CUM-BILL OF SUPPLY');
    expect(titleOf({ kind: 'invoice', lines: drafted.lines.slice(0, 1) })).toBe('BILL OF SUPPLY');
    expect(titleOf({ kind: 'credit_note', lines: drafted.lines })).toBe('CREDIT NOTE');
  });

  it('to a buyer with a GSTIN is of the state where that buyer is, where the goods go to somebody else', () => {
    const registered = { ...INVOICED, billTo: { ...party, gstin: '27PQRST5678K1Z2' } };
    const stateOf = (invoiced: Invoiced) => {
      const drafted = draftInvoice(invoiced);
      if ('why' in drafted) throw new Error('refused');
      return [drafted.placeOfSupply, drafted.billTo.gstin];
    };
    expect(stateOf(registered)).toEqual(['KA', '27PQRST5678K1Z2']);
    expect(stateOf({ ...registered, shipTo: party })).toEqual(['MH', '27PQRST5678K1Z2']);
    expect(stateOf({ ...INVOICED, shipTo: party })).toEqual(['KA', undefined]);
  });

  it('has no goods without tax beside others for a buyer with a GSTIN, who must get two papers', () => {
    const [first, second] = INVOICED.items;
    if (first === undefined || second === undefined) throw new Error('no items');
    const registered = { ...INVOICED, billTo: { ...party, gstin: '27PQRST5678K1Z2' } };
    const mixed = draftInvoice({ ...registered, items: [{ ...first, tax: '0' }, second] });
    expect(mixed).toEqual({ why: [expect.stringContaining('must get two papers')] });
    expect(draftInvoice({ ...registered, items: [{ ...first, tax: '0' }] })).not.toHaveProperty('why');
  });

  it('says everything that stands in its way', () => {
    const [first] = INVOICED.items;
    if (first === undefined) throw new Error('no item');
    const items = [
      { ...first, tax: '44.91' },
      { ...first, name: 'Cup', tax: null },
    ];
    const refused = draftInvoice({
      ...INVOICED,
      items,
      deliveredIn: null,
      warehouse: { ...INVOICED.warehouse, gstin: null },
    });
    expect('why' in refused && refused.why).toEqual([
      'has no GSTIN to be invoiced under: set gstin of its store or gst_no of its warehouse',
      'goes to a pincode that is in no known state',
      'has a tax of 44.91 for Chai, which is no rate of GST in percent',
      'has no rate of tax for Cup: send tax with the item, or set gst_rate of its store',
    ]);
  });
});

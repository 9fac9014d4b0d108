import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { datesAtTheEdge } from '../../../test/support/edges-of-dates.ts';
import { NO_CHARGES } from '../orders/order.ts';
import { amountsOf } from '../orders/order-sums.ts';
import { draftInvoice, type Invoiced, supplierGstin } from './draft-invoice.ts';
import { readGstin, stateOfGstin, stateTaxName } from './gstin.ts';
import { readHsn } from './hsn.ts';
import { type InvoiceLine, titleOf, totalsOf } from './invoice.ts';
import { financialYear, invoiceNumber, LONGEST_NUMBER } from './invoice-number.ts';
import { goodsAmounts, readGstRate, splitTax } from './line-amounts.ts';

const KARNATAKA = '29ABCDE1234F1ZW';
const DELHI = '07ABCDE1234F1Z2';
const OTHER_FIRM = '27PQRST5678K1Z2';

describe('a GSTIN', () => {
  it('has a fixed form with a state and a check digit', () => {
    for (const gstin of [KARNATAKA, DELHI, OTHER_FIRM]) expect(readGstin(gstin)).toBe(gstin);
    expect(readGstin(' 27pqrst5678k1z2 ')).toBe(OTHER_FIRM);
    for (const wrong of ['27PQRST5678K1ZW', '00PQRST5678K1Z2', '27PQRST5678K1Z', '', 'GSTIN']) {
      expect(readGstin(wrong)).toBeUndefined();
    }
  });

  it('contains its state', () => {
    expect(stateOfGstin(KARNATAKA)).toBe('KA');
    expect(stateOfGstin('28PQRST5678K1Z2')).toBe('AP');
    expect([stateTaxName('KA'), stateTaxName('CH'), stateTaxName('DL')]).toEqual(['SGST', 'UTGST', 'SGST']);
  });

  it('of the warehouse is used if it belongs to the firm of the store, otherwise that of the store', () => {
    expect(supplierGstin(KARNATAKA, DELHI)).toBe(DELHI);
    expect(supplierGstin(KARNATAKA, OTHER_FIRM)).toBe(KARNATAKA);
    expect(supplierGstin(null, DELHI)).toBe(DELHI);
    expect(supplierGstin(KARNATAKA, 'no number')).toBe(KARNATAKA);
    expect(supplierGstin(null, null)).toBeNull();
  });
});

describe('an invoice number', () => {
  const at = (text: string) => financialYear(Date.parse(text));

  it('has the financial year, which begins on 1 April in India', () => {
    expect(at('2027-03-31T23:59:59.999+05:30')).toBe('2627');
    expect(at('2027-04-01T00:00:00+05:30')).toBe('2728');
    expect(at('2026-04-01T00:00:00+05:30')).toBe('2627');
    expect(at('2100-01-01T00:00:00+05:30')).toBe('9900');
  });

  it.each(datesAtTheEdge)('has the financial year of the day in India at $name', ({ now, day }) => {
    expect(financialYear(now.getTime())).toBe(day < '2027-04-01' ? '2627' : '2728');
  });

  it('has at most 16 characters', () => {
    const series = { kind: 'invoice', prefix: 'KAVI', financialYear: '2627' } as const;
    expect(invoiceNumber({ ...series, serial: 1 })).toBe('KAVI2627/1');
    expect(invoiceNumber({ ...series, serial: 9_999_999 })).toHaveLength(LONGEST_NUMBER);
    expect(invoiceNumber({ ...series, serial: 10_000_000 })).toBeNull();
    expect(invoiceNumber({ ...series, kind: 'credit_note', serial: 999_999 })).toHaveLength(LONGEST_NUMBER);
    expect(invoiceNumber({ ...series, kind: 'credit_note', serial: 1_000_000 })).toBeNull();
  });

  it('is never equal in two series', () => {
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
  it('is split exactly to the paisa, with equal CGST and SGST', () => {
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

  it('is included in the price: Rs 18 of Rs 118 at 18 %', () => {
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

  it('accepts only the rates of GST', () => {
    expect(['0', '0.25', '5', '18.00', '40'].map(readGstRate)).toEqual([0, 25, 500, 1800, 4000]);
    expect(['', '44.91', '-5', '17', 'x'].map(readGstRate)).toEqual(Array(5).fill(undefined));
  });
});

describe('an HSN', () => {
  it('has 4, 6 or 8 digits, and gets the zero back that a spreadsheet removed', () => {
    expect(['0902', '090240', '09024020', '6109.10', ' 0902 40 20 '].map(readHsn)).toEqual([
      ...['0902', '090240', '09024020', '610910', '09024020'],
    ]);
    expect(['902', '90240', '9024020'].map(readHsn)).toEqual(['0902', '090240', '09024020']);
  });

  it.each(['', '09', '902.0', '9.02E+03', 'N/A', '090240200', '0902-40'])('is not %s', (text) => {
    expect(readHsn(text)).toBeUndefined();
  });
});

describe('the amounts of an order', () => {
  const item = (
    units: number,
    rupees: number,
    discount: number | null = null,
    tax: string | null = null,
  ) => ({
    units,
    sellingPricePaise: rupees * 100,
    discountPaise: discount === null ? null : discount * 100,
    tax,
  });
  const split = (items: ReturnType<typeof item>[], subTotalPaise: number, totalDiscountPaise = 0) =>
    goodsAmounts({ items, subTotalPaise, totalDiscountPaise });

  it('add up to its total for each meaning of a discount', () => {
    expect(split([item(2, 100, 30)], 17_000).items).toEqual([
      { grossPaise: 20_000, discountPaise: 3_000, valuePaise: 17_000 },
    ]);
    expect(split([item(2, 100, 30)], 14_000).items[0]?.discountPaise).toBe(6_000);
    expect(split([item(2, 100, 30)], 20_000).items[0]?.discountPaise).toBe(0);
    expect(
      split([item(1, 100), item(1, 300)], 36_000).items.map(({ discountPaise }) => discountPaise),
    ).toEqual([1_000, 3_000]);
    expect(split([item(1, 100)], 14_900).beyondPaise).toBe(4_900);
  });

  it('share the discount of the whole order in proportion', () => {
    const shared = split([item(1, 100), item(1, 300)], 36_000, 4_000);
    expect(shared.items.map(({ discountPaise }) => discountPaise)).toEqual([1_000, 3_000]);
    const beside = split([item(2, 100, 30), item(1, 60)], 18_000, 2_000);
    expect(beside.items.map(({ valuePaise }) => valuePaise)).toEqual([12_600, 5_400]);
    // It was already subtracted.
    const before = split([item(1, 100), item(1, 300)], 40_000, 4_000);
    expect(before).toMatchObject({ beyondPaise: 0, items: [{ discountPaise: 0 }, { discountPaise: 0 }] });
  });

  it('are with tax if the prices are without and the total is with it', () => {
    expect(split([item(2, 100, null, '18'), item(1, 100, null, '5')], 34_100)).toEqual({
      items: [
        { grossPaise: 23_600, discountPaise: 0, valuePaise: 23_600 },
        { grossPaise: 10_500, discountPaise: 0, valuePaise: 10_500 },
      ],
      beyondPaise: 0,
    });
    expect(split([item(2, 100, 20, '18')], 21_240).items).toEqual([
      { grossPaise: 23_600, discountPaise: 2_360, valuePaise: 21_240 },
    ]);
    expect(split([item(2, 100, null, '18')], 22_600, 1_000).items[0]).toMatchObject({
      grossPaise: 23_600,
      discountPaise: 1_000,
    });
    // With the tax it would be Rs 16.80.
    expect(split([item(1, 16, null, '5')], 1_630)).toMatchObject({
      ...{ items: [{ grossPaise: 1_600 }], beyondPaise: 30 },
    });
    // The shop rounded to whole rupees.
    expect(split([item(1, 299, null, '18')], 35_300)).toEqual({
      items: [{ grossPaise: 35_300, discountPaise: 0, valuePaise: 35_300 }],
      beyondPaise: 0,
    });
  });

  it('are never negative, and add up exactly', () => {
    const items = fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 50 }),
        sellingPricePaise: fc.integer({ min: 0, max: 5_000_000 }),
        discountPaise: fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null }),
        tax: fc.constantFrom(null, '5', '18'),
      }),
      { minLength: 1, maxLength: 10 },
    );
    const subTotals = fc.oneof(fc.integer({ min: 0, max: 500_000_000 }), fc.constant(null));
    const discounts = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(items, subTotals, discounts, (ordered, given, totalDiscountPaise) => {
        const taxed = ordered.map(({ units, sellingPricePaise, tax }) =>
          Math.round(units * sellingPricePaise * (1 + Number(tax ?? 0) / 100)),
        );
        const withTax = taxed.reduce((sum, one) => sum + one, 0) - totalDiscountPaise;
        const subTotalPaise = given ?? Math.max(0, withTax);
        const { items: amounts, beyondPaise } = goodsAmounts({
          ...{ items: ordered, subTotalPaise, totalDiscountPaise },
        });
        const values = amounts.map(({ valuePaise }) => valuePaise);
        expect(values.reduce((sum, value) => sum + value, beyondPaise)).toBe(subTotalPaise);
        expect(Math.min(beyondPaise, ...values)).toBeGreaterThanOrEqual(0);
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
  terms: {
    gstin: null,
    legalName: 'Chai & Co Private Limited',
    legalAddress: null,
    gstRate: null,
    chargesAtHighestRate: false,
  },
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
  ...NO_CHARGES,
  subTotalPaise: 32_800,
  totalDiscountPaise: 0,
};

function linesOf(changes: Partial<Invoiced>): readonly InvoiceLine[] {
  const drafted = draftInvoice({ ...INVOICED, ...changes });
  if ('why' in drafted) throw new Error(drafted.why.map(({ text }) => text).join());
  return drafted.lines;
}

const AT_HIGHEST = { ...INVOICED.terms, chargesAtHighestRate: true };
const [CHAI, CUP] = INVOICED.items as [Invoiced['items'][number], Invoiced['items'][number]];

describe('an invoice', () => {
  it('has IGST between two states, and CGST and SGST within one', () => {
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

  it('has a line for each charge, with rate and HSN of the goods', () => {
    const charges = {
      shippingChargesPaise: 5_000,
      giftwrapChargesPaise: 2_100,
      transactionChargesPaise: 3_000,
    };
    const items = [{ ...CUP, tax: '5', hsn: '6912' }, CHAI];
    const lines = linesOf({ items, ...charges });
    expect(
      lines.slice(2).map(({ name, hsn, rateBp, valuePaise }) => [name, hsn, rateBp, valuePaise]),
    ).toEqual([
      ['Delivery', '0902', 500, 5_000],
      ['Gift wrap', '0902', 500, 2_100],
      ['Payment fee', '0902', 500, 3_000],
    ]);
    expect(lines[3]).toMatchObject({ units: 1, sku: null, taxablePaise: 2_000, igstPaise: 100 });
    expect(totalsOf(lines).valuePaise).toBe(32_800 + 10_100);
  });

  it('splits each charge over the rates in proportion to the values of the goods', () => {
    // Rs 210 at 5 %, and Rs 118 at 18 %.
    const lines = linesOf({ shippingChargesPaise: 4_900, transactionChargesPaise: 3_280 }).slice(2);
    expect(lines.map(({ name, hsn, rateBp, valuePaise }) => [name, hsn, rateBp, valuePaise])).toEqual([
      ['Delivery', '0902', 500, 3_137],
      ['Delivery', null, 1800, 1_763],
      ['Payment fee', '0902', 500, 2_100],
      ['Payment fee', null, 1800, 1_180],
    ]);
    expect(lines.at(-1)).toMatchObject({ taxablePaise: 1_000, igstPaise: 180 });
  });

  it('taxes charges at the highest rate if the store says so', () => {
    const lines = linesOf({ terms: AT_HIGHEST, shippingChargesPaise: 4_900, giftwrapChargesPaise: 100 });
    expect(lines.slice(2).map(({ name, rateBp, valuePaise }) => [name, rateBp, valuePaise])).toEqual([
      ['Delivery', 1800, 4_900],
      ['Gift wrap', 1800, 100],
    ]);
  });

  it('does not tax charges of goods without tax', () => {
    const items = [{ ...CHAI, tax: '0' }];
    const [, delivery] = linesOf({ items, subTotalPaise: 21_000, shippingChargesPaise: 5_000 });
    expect(delivery).toMatchObject({ rateBp: 0, taxablePaise: 5_000, igstPaise: 0 });
    const free = linesOf({
      items: [{ ...CHAI, sellingPricePaise: 0 }],
      subTotalPaise: 0,
      shippingChargesPaise: 5_250,
    });
    expect(free.at(-1)).toMatchObject({ rateBp: 500, valuePaise: 5_250, igstPaise: 250 });
  });

  it('shows what is owed beyond the goods like a charge', () => {
    const beyond = (changes: Partial<Invoiced>) =>
      linesOf({ subTotalPaise: 32_800 + 3_280, ...changes })
        .slice(2)
        .map(({ name, rateBp, valuePaise }) => [name, rateBp, valuePaise]);
    expect(beyond({})).toEqual([
      ['Delivery and other charges', 500, 2_100],
      ['Delivery and other charges', 1800, 1_180],
    ]);
    expect(beyond({ terms: AT_HIGHEST, shippingChargesPaise: 4_000 })).toEqual([
      ['Delivery', 1800, 4_000],
      ['Other charges', 1800, 3_280],
    ]);
  });

  it('adds up to the total without what is not in the parcel', () => {
    const amount = fc.integer({ min: 0, max: 3_000_000 });
    const items = fc.array(
      fc.record({
        units: fc.integer({ min: 1, max: 20 }),
        sellingPricePaise: amount,
        discountPaise: fc.option(amount, { nil: null }),
        tax: fc.constantFrom('0', '3', '5', '18', '40'),
        hsn: fc.constantFrom(null, '902', '610910'),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const sent = fc.record({
      subTotalPaise: fc.option(amount, { nil: null }),
      totalDiscountPaise: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50_000 })),
      shippingChargesPaise: fc.oneof(fc.constant(0), amount),
      giftwrapChargesPaise: fc.oneof(fc.constant(0), amount),
      transactionChargesPaise: fc.oneof(fc.constant(0), amount),
      otherPaise: fc.oneof(fc.constant(0), amount),
      codPaise: fc.option(amount, { nil: null }),
    });
    fc.assert(
      fc.property(items, sent, fc.boolean(), fc.boolean(), (ordered, given, isAtHighest, isWithinState) => {
        const goods = ordered.map((item) => ({ ...item, name: 'Chai', sku: null }));
        const order = amountsOf({ ...given, items: goods, isCod: given.codPaise !== null });
        const lines = linesOf({
          ...order,
          items: goods,
          terms: { ...INVOICED.terms, chargesAtHighestRate: isAtHighest },
          deliveredIn: isWithinState ? 'DL' : 'KA',
        });
        const { valuePaise, taxablePaise, cgstPaise, sgstPaise, igstPaise } = totalsOf(lines);
        expect(valuePaise).toBe(order.totalPaise - order.otherPaise);
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(valuePaise);
        const rates = new Set(lines.slice(0, goods.length).map(({ rateBp }) => rateBp));
        for (const { rateBp, valuePaise } of lines.slice(goods.length)) {
          expect(rates).toContain(rateBp);
          expect(valuePaise).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is a bill of supply if nothing is taxed', () => {
    const [first, second] = INVOICED.items;
    if (first === undefined || second === undefined) throw new Error('no items');
    const drafted = draftInvoice({ ...INVOICED, items: [{ ...first, tax: '0' }, second] });
    if ('why' in drafted) throw new Error('refused');
    expect(titleOf({ kind: 'invoice', lines: drafted.lines })).toBe('INVOICE-CUM-BILL OF SUPPLY');
    expect(titleOf({ kind: 'invoice', lines: drafted.lines.slice(0, 1) })).toBe('BILL OF SUPPLY');
    expect(titleOf({ kind: 'credit_note', lines: drafted.lines })).toBe('CREDIT NOTE');
  });

  it('has the state of a buyer with a GSTIN as place of supply if the goods go to somebody else', () => {
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

  it('is rejected for a buyer with a GSTIN if only some goods are taxed', () => {
    const [first, second] = INVOICED.items;
    if (first === undefined || second === undefined) throw new Error('no items');
    const registered = { ...INVOICED, billTo: { ...party, gstin: '27PQRST5678K1Z2' } };
    const mixed = draftInvoice({ ...registered, items: [{ ...first, tax: '0' }, second] });
    expect(mixed).toMatchObject({ why: [{ text: expect.stringContaining('must get two papers') }] });
    expect(draftInvoice({ ...registered, items: [{ ...first, tax: '0' }] })).not.toHaveProperty('why');
  });

  it('is rejected with all reasons', () => {
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
    expect('why' in refused && refused.why.map(({ text }) => text)).toEqual([
      'has no GSTIN to be invoiced under: set gstin of its store or gst_no of its warehouse',
      'goes to a pincode that is in no known state',
      'has a tax of 44.91 for Chai, which is no rate of GST in percent',
      'has no rate of tax for Cup: send tax with the item, or set gst_rate of its store',
    ]);
  });

  it('has an HSN of 4, 6 or 8 digits or none', () => {
    expect(linesOf({ items: [{ ...CHAI, hsn: '902' }, CUP] }).map(({ hsn }) => hsn)).toEqual(['0902', null]);
    const refused = draftInvoice({ ...INVOICED, items: [{ ...CHAI, hsn: 'N/A' }, CUP] });
    expect('why' in refused && refused.why.map(({ text }) => text)).toEqual([
      'has N/A as hsn of Chai, which must be 4, 6 or 8 digits',
    ]);
  });
});

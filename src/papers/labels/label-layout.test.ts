import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../test/support/laws.ts';
import { expectTidy } from '../../../test/support/mark-boxes.ts';
import {
  RECEIVERS_BY_SCRIPT,
  sampleLabel,
  sampleReceiver,
  UGLY_TEXTS,
} from '../../../test/support/sample-label.ts';
import { Problem } from '../../problems/problem.ts';
import { LABEL_HEIGHT, LABEL_WIDTH } from '../layout/dots.ts';
import type { Bars, Mark, TextLine } from '../layout/marks.ts';
import { LOGO_BOX, type PreparedLogo } from '../logo.ts';
import type { LabelContent, LabelParty } from './label-content.ts';
import { layoutLabel } from './label-layout.ts';

const LOGO = { ...LOGO_BOX, pngUri: '', dots: new Uint8Array(LOGO_BOX.width * LOGO_BOX.height) };

const LABEL = { width: LABEL_WIDTH, height: LABEL_HEIGHT };

const textsOf = (marks: readonly Mark[]) => marks.filter((mark): mark is TextLine => mark.kind === 'text');
const stringOf = (mark: TextLine) => mark.line.pieces.map(({ text }) => text).join('');
const strings = (content: LabelContent) => textsOf(layoutLabel(content, null)).map(stringOf);
const barsOf = (marks: readonly Mark[]): Bars => {
  const bars = marks.find((mark) => mark.kind === 'bars');
  if (!bars) throw new Error('no bars');
  return bars;
};

const words = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom(...UGLY_TEXTS),
  fc.constantFrom(
    ...Object.values(RECEIVERS_BY_SCRIPT).flatMap(({ name, addressLines }) => [name, ...addressLines]),
  ),
  fc.lorem({ maxCount: 30 }),
);
const party: fc.Arbitrary<LabelParty> = fc.record({
  name: words,
  phone: fc.option(fc.constant('9876543210')),
  addressLines: fc.array(words, { maxLength: 4 }),
  city: words,
  state: words,
  pincode: fc.stringMatching(/^[1-9]\d{5}$/),
});
const outcome = fc.constantFrom('withdrawn', 'delivered', 'returning', 'returned', 'lost', 'damaged');
const content: fc.Arbitrary<LabelContent> = fc.record({
  brandName: words,
  logo: fc.constant(null),
  sender: party,
  returnTo: fc.option(party),
  receiver: party,
  trackingNumber: fc.stringMatching(/^[A-Z0-9-]{4,25}$/),
  carrierName: words,
  serviceName: fc.option(words),
  payment: fc.oneof(
    fc.constantFrom('prepaid', 'return'),
    fc.record({ cod: fc.integer({ min: 1, max: 10 ** 12 }) }),
  ),
  outcome: fc.option(outcome),
  appliedWeightGrams: fc.integer({ min: 1, max: 10 ** 8 }).map((hundredths) => hundredths / 100),
  dimensions: fc.record({
    length: fc.integer({ min: 1, max: 99_999 }).map((hundredths) => hundredths / 100),
    breadth: fc.constant(20),
    height: fc.constant(10.25),
  }),
  orderDisplayId: fc.string({ minLength: 1, maxLength: 100 }),
  orderDate: fc.constant(0),
  items: fc.array(
    fc.record({ name: words, sku: fc.option(words), quantity: fc.integer({ min: 1, max: 9999 }) }),
    { minLength: 1, maxLength: 50 },
  ),
  routing: fc.record({ zone: fc.constantFrom('A', 'E'), code: fc.option(words) }),
  requiredDetails: fc.option(
    fc.record({
      gstin: fc.option(fc.constant('07ABCDE1234F1Z2')),
      invoice: fc.option(
        fc.record({ number: fc.option(fc.constant('CHAI2627/9999999')), valuePaise: fc.nat(10 ** 12) }),
      ),
      hasOrderBars: fc.boolean(),
    }),
  ),
  printedAt: fc.constant(0),
});

describe('layoutLabel', () => {
  it('keeps all parts apart and on the label, with any content', () => {
    fc.assert(
      fc.property(content, fc.boolean(), (label, withLogo) => {
        expectTidy(layoutLabel(label, withLogo ? LOGO : null), LABEL);
      }),
      lawRuns(60),
    );
  });

  it('keeps all parts apart with an address of 10 kB and an order id of 100 characters', () => {
    const long = sampleLabel({
      orderDisplayId: 'X'.repeat(100),
      receiver: sampleReceiver({
        name: 'N'.repeat(200),
        addressLines: ['word '.repeat(2000), 'y'.repeat(500)],
      }),
    });
    expectTidy(layoutLabel(long, LOGO), LABEL);
  });

  it('shows the amount to collect, or NOTHING TO COLLECT', () => {
    expect(strings(sampleLabel({ payment: { cod: 129_900 } }))).toEqual(
      expect.arrayContaining(['COD - COLLECT', 'Rs 1,299']),
    );
    expect(strings(sampleLabel({ payment: { cod: 129_900 } }))).not.toContain('PREPAID');
    const prepaid = strings(sampleLabel({ payment: 'prepaid' }));
    expect(prepaid).toContain('PREPAID');
    expect(prepaid.join(' ')).not.toMatch(/COD|Rs/);
  });

  it('tells that the amount to collect is a part of the total', () => {
    const part = sampleLabel({ payment: { cod: 50_000, partOf: 129_900 } });
    expect(strings(part)).toEqual(
      expect.arrayContaining(['COD - COLLECT', 'Rs 500', 'PART PAYMENT OF Rs 1,299']),
    );
    const most = sampleLabel({ payment: { cod: 99_999_999_999, partOf: 100_000_000_000 } });
    for (const label of [part, most]) expectTidy(layoutLabel(label, LOGO), LABEL);
    expect(strings(sampleLabel({ payment: { cod: 50_000 } })).join(' ')).not.toContain('PART');
  });

  it('shows RETURN, NOTHING TO COLLECT and the customer for a return', () => {
    const shown = strings(sampleLabel({ payment: 'return' }));
    expect(shown).toEqual(expect.arrayContaining(['RETURN', 'NOTHING TO COLLECT', 'PICKED UP FROM']));
    expect(shown.join(' ')).not.toMatch(/COD|PREPAID|Rs|SHIPPED BY/);
    expect(strings(sampleLabel())).toContain('SHIPPED BY');
  });

  it.each([
    ['withdrawn', 'CANCELLED'],
    ['delivered', 'DELIVERED'],
    ['returning', 'RETURN'],
    ['returned', 'RETURNED'],
    ['lost', 'LOST'],
    ['damaged', 'DAMAGED'],
  ] as const)('shows NOTHING TO COLLECT for a %s parcel', (outcome, word) => {
    for (const payment of ['prepaid', 'return', { cod: 129_900 }] as const) {
      const shown = strings(sampleLabel({ outcome, payment }));
      expect(shown).toEqual(expect.arrayContaining([word, 'NOTHING TO COLLECT', 'DKY00123456789']));
      expect(shown.join(' ')).not.toMatch(/COD|PREPAID|Rs/);
    }
  });

  it('shows CANCELLED in place of the barcode of a withdrawn parcel', () => {
    const marks = layoutLabel(sampleLabel({ outcome: 'withdrawn', trackingNumber: 'नंबर' }), null);
    expect(marks.some(({ kind }) => kind === 'bars')).toBe(false);
    const largest = textsOf(marks).reduce((most, text) => (text.size > most.size ? text : most));
    expect([stringOf(largest), largest.colour]).toEqual(['CANCELLED', 'white']);
    expect((largest.line.width * largest.size) / 1000).toBeGreaterThan(LABEL_WIDTH * 0.75);
  });

  it('shows all details for packers, carriers and customers', () => {
    expect(strings(sampleLabel())).toEqual(
      expect.arrayContaining([
        'Kavi Handlooms',
        'Pavan Express',
        'Surface 500 g',
        'ZONE D',
        'DEL/DWK-2',
        'DKY00123456789',
        'Rajesh Kumar Sharma',
        '110077',
        'New Delhi, Delhi',
        'Phone 98765 43210',
        '#KH-10432',
        '14 Nov 2026',
        '1.25 kg',
        '30 x 20 x 10.5 cm',
        'ITEMS (3)',
        'Mumbai, Maharashtra - 400093',
        'Printed 15 Nov 2026, 10:30 IST',
      ]),
    );
  });

  it('shows the sort code of the courier in one line, in the largest letters after the pincode', () => {
    const bySize = textsOf(layoutLabel(sampleLabel(), null)).sort((a, b) => b.size - a.size);
    expect(bySize.slice(0, 2).map(stringOf)).toEqual(['110077', 'DEL/DWK-2']);
    const without = strings(sampleLabel({ routing: { zone: 'D', code: null } }));
    expect(without).toContain('ZONE D');
    expect(without).not.toContain('DEL/DWK-2');
  });

  it('shows the details that the courier requires: order barcode, invoice and GSTIN', () => {
    const requiredDetails = {
      gstin: '07ABCDE1234F1Z2',
      invoice: { number: 'CHAI2627/42', valuePaise: 129_900 },
      hasOrderBars: true,
    };
    const marks = layoutLabel(sampleLabel({ requiredDetails: requiredDetails }), null);
    const bars = marks.filter((mark): mark is Bars => mark.kind === 'bars');
    expect(bars.map(({ barcode }) => barcode.text)).toEqual(['DKY00123456789', '#KH-10432']);
    expect(textsOf(marks).map(stringOf)).toEqual(
      expect.arrayContaining(['GSTIN 07ABCDE1234F1Z2', 'Invoice CHAI2627/42', 'Invoice value Rs 1,299']),
    );
    const hindi = layoutLabel(
      sampleLabel({ requiredDetails: requiredDetails, orderDisplayId: 'आदेश-१' }),
      null,
    );
    expect(hindi.filter(({ kind }) => kind === 'bars')).toHaveLength(1);
  });

  it('shows the pincode in the largest letters', () => {
    const texts = textsOf(layoutLabel(sampleLabel(), null));
    const largest = texts.reduce((most, text) => (text.size > most.size ? text : most));
    expect(stringOf(largest)).toBe('110077');
  });

  it('names the return address, or else the sender, for an undelivered parcel', () => {
    const returnTo = sampleReceiver({ name: 'Kavi Returns Centre', pincode: '421302' });
    expect(strings(sampleLabel({ returnTo }))).toContain('Kavi Returns Centre');
    const names = strings(sampleLabel()).filter((text) => text === 'Kavi Handlooms Warehouse');
    expect(names).toHaveLength(2);
  });

  it('shows the whole address', () => {
    const addressLines = ['C/o Mahalakshmi Traders, shop 14 and 15, '.repeat(12), 'மகாலட்சுமி நகர் '.repeat(20)];
    const { receiver } = sampleLabel({ receiver: sampleReceiver({ addressLines }) });
    const shown = strings(sampleLabel({ receiver })).join('').replaceAll(' ', '');
    for (const line of addressLines) expect(shown).toContain(line.replaceAll(' ', ''));
  });

  it.each([
    [1, 0],
    [4, 0],
    [5, 2],
    [200, 197],
  ])('of %d items counts %d in a last line', (count, more) => {
    const items = Array.from({ length: count }, (_, index) => ({
      name: `Item ${index + 1}`,
      sku: null,
      quantity: 2,
    }));
    const shown = strings(sampleLabel({ items }));
    expect(shown.filter((text) => /^Item \d+$/.test(text))).toHaveLength(count - more);
    expect(shown.filter((text) => /^\+\d+ more$/.test(text))).toEqual(more === 0 ? [] : [`+${more} more`]);
    expect(shown).toContain(`ITEMS (${count * 2})`);
  });

  it('uses the space of missing items for the receiver', () => {
    const item = { name: 'Item', sku: null, quantity: 1 };
    const long = sampleReceiver({ addressLines: ['street '.repeat(50)] });
    const sizeWith = (items: number) =>
      textsOf(layoutLabel(sampleLabel({ receiver: long, items: Array(items).fill(item) }), null)).find(
        (text) => stringOf(text).startsWith('street'),
      )?.size ?? 0;
    expect(sizeWith(1)).toBeGreaterThan(sizeWith(4));
  });
});

describe('the barcode', () => {
  it('has quiet zones and whole dots at any length', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{1,29}$/), (trackingNumber) => {
        const bars = barsOf(layoutLabel(sampleLabel({ trackingNumber }), null));
        expect(Number.isInteger(bars.moduleWidth) && Number.isInteger(bars.x)).toBe(true);
        expect(bars.moduleWidth).toBeGreaterThanOrEqual(2);
        expect(bars.moduleWidth).toBeLessThanOrEqual(4);
      }),
    );
  });

  it('gets narrower for a longer number, and is refused if bars would be thinner than a dot', () => {
    const moduleOf = (trackingNumber: string) =>
      barsOf(layoutLabel(sampleLabel({ trackingNumber }), null)).moduleWidth;
    expect(moduleOf('A'.repeat(10))).toBe(4);
    expect(moduleOf('A'.repeat(16))).toBe(3);
    expect(moduleOf('A'.repeat(27))).toBe(2);
    expect(moduleOf('A'.repeat(40))).toBe(1);
    expect(() => moduleOf('A'.repeat(80))).toThrow(Problem);
  });
});

describe('a long address', () => {
  const items = Array.from({ length: 4 }, (_, index) => ({ name: `Kurta ${index}`, sku: null, quantity: 1 }));
  const sized = (content: LabelContent, text: string) => {
    const mark = textsOf(layoutLabel(content, null)).find((found) => stringOf(found).includes(text));
    return mark?.size ?? 0;
  };
  const line =
    'Flat 302, Sunrise Apartments, 12th Cross, near Gandhi Chowk, behind the old post office, Sector 9';
  const long = sampleReceiver({ addressLines: [line, `${line} B`, `${line} C`] });

  it('uses the space of items before its letters get smaller, and the number of hidden items is shown', () => {
    const label = sampleLabel({ items, receiver: long });
    expect(sized(label, 'Flat 302')).toBeGreaterThanOrEqual(24);
    expect(strings(label).some((text) => /^\+\d more$|^ITEMS \(4\)$/.test(text))).toBe(true);
    expect(strings(label)).not.toContain('Kurta 3');
    expectTidy(layoutLabel(label, LOGO), LABEL);
  });

  it('does not hide items if it is short enough', () => {
    const shown = strings(sampleLabel({ items }));
    expect(items.every(({ name }) => shown.includes(name))).toBe(true);
  });

  it('gets smaller letters only after all items are hidden', () => {
    const endless = sampleReceiver({ addressLines: Array.from({ length: 12 }, () => line) });
    const label = sampleLabel({ items, receiver: endless });
    expect(sized(label, 'Flat 302')).toBeLessThan(24);
    expect(strings(label).filter((text) => text.startsWith('Kurta'))).toEqual([]);
    expect(strings(label)).toContain('ITEMS (4)');
  });
});

it('a label shows the place in Latin letters beside an address in another script', () => {
  const receiver = { ...RECEIVERS_BY_SCRIPT.tamil, latinPlace: 'Coimbatore, Tamil Nadu' } as LabelParty;
  const label = sampleLabel({ receiver });
  expect(strings(label)).toContain('Coimbatore, Tamil Nadu');
  expectTidy(layoutLabel(label, null), LABEL);
});

it('a label does not repeat the name beside a logo that contains it', () => {
  const named = (logo: PreparedLogo) =>
    textsOf(layoutLabel(sampleLabel(), logo)).filter(
      (mark) => stringOf(mark) === 'Kavi Handlooms' && mark.baseline < 140,
    ).length;
  expect(named(LOGO)).toBe(0);
  expect(named({ ...LOGO, width: LOGO_BOX.height, height: LOGO_BOX.height })).toBe(1);
});

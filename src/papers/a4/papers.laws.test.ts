import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lawRuns } from '../../../test/support/laws.ts';
import { expectTidy } from '../../../test/support/mark-boxes.ts';
import { RECEIVERS_BY_SCRIPT, UGLY_TEXTS } from '../../../test/support/sample-label.ts';
import { sampleManifest } from '../../../test/support/sample-manifest.ts';
import { sampleInvoice, samplePackingSlip, samplePicklist } from '../../../test/support/sample-papers.ts';
import { layoutInvoice } from '../invoices/invoice-layout.ts';
import { A4_HEIGHT, A4_WIDTH } from '../layout/dots.ts';
import type { Mark } from '../layout/marks.ts';
import { LOGO_BOX } from '../logo.ts';
import { layoutManifestPage } from '../manifests/manifest-layout.ts';
import { layoutPackingSlip } from '../packing-slips/packing-slip-layout.ts';
import { layoutPicklist } from '../picklists/picklist-layout.ts';
import { dressOf } from './theme.ts';

const A4 = { width: A4_WIDTH, height: A4_HEIGHT };
const LOGO = { ...LOGO_BOX, pngUri: '', dots: new Uint8Array(LOGO_BOX.width * LOGO_BOX.height) };
/** A logo that is half as wide as high, so that the brand's name is written next to it. */
const TALL = { ...LOGO, width: Math.round(LOGO_BOX.height / 2) };

const words = fc.oneof(
  fc.string({ maxLength: 120 }),
  fc.constantFrom(...UGLY_TEXTS, ...Object.values(RECEIVERS_BY_SCRIPT).map(({ name }) => name)),
  fc.lorem({ maxCount: 30 }),
);
const logo = fc.constantFrom(null, LOGO, TALL);
const paise = fc.oneof(fc.constant(0), fc.nat(10 ** 11));
const party = fc.record({
  name: words,
  lines: fc.oneof(fc.array(words, { maxLength: 4 }), fc.constant(Array<string>(500).fill('x'))),
  city: words,
  state: words,
  pincode: fc.constant('560038'),
});

const tidy = (pages: readonly (readonly Mark[])[]) => {
  for (const page of pages) expectTidy(page, A4);
};

describe('papers on A4 with any content', () => {
  it('keep the parts of an invoice apart and on the page', () => {
    const line = fc.record({
      name: words,
      sku: fc.option(words),
      hsn: fc.option(fc.constant('62044290')),
      units: fc.integer({ min: 1, max: 1_000_000 }),
      rateBp: fc.constantFrom(0, 500, 1800),
      grossPaise: paise,
      discountPaise: paise,
      valuePaise: paise,
      taxablePaise: paise,
      cgstPaise: paise,
      sgstPaise: paise,
      igstPaise: paise,
    });
    const invoice = fc.record({
      supplier: party,
      billTo: party,
      shipTo: fc.option(party),
      orderDisplayId: words,
      reason: fc.option(words),
      placeOfSupply: fc.constantFrom('DL', 'MH', 'CH'),
      lines: fc.array(line, { minLength: 1, maxLength: 50 }),
    });
    fc.assert(
      fc.property(invoice, words, logo, (changes, name, mark) => {
        const { invoice: whole } = sampleInvoice(changes);
        tidy(layoutInvoice(whole, dressOf({ name, logo: null, color: '#8A1C4A' }, mark)));
      }),
      lawRuns(25),
    );
  });

  it('keep the parts of packing slips, picklists and manifests apart and on the page', () => {
    const items = fc.array(
      fc.record({ name: words, sku: fc.option(words), quantity: fc.integer({ min: 1, max: 1_000_000 }) }),
      { minLength: 1, maxLength: 50 },
    );
    const addressed = fc.record({
      name: words,
      addressLines: fc.array(words, { maxLength: 4 }),
      city: words,
      state: words,
      pincode: fc.constant('560038'),
      phone: fc.option(fc.constant('9876543210')),
    });
    const drawn = fc.record({
      items,
      from: addressed,
      to: addressed,
      orderDisplayId: words,
      name: words,
      logo,
    });
    fc.assert(
      fc.property(drawn, ({ name, logo: mark, items: bought, from, to, orderDisplayId }) => {
        const dress = dressOf({ name, logo: null, color: null }, mark);
        const noted = bought.map((item) => ({ ...item, options: item.name }));
        const slip = samplePackingSlip({ items: noted, from, to, orderDisplayId, note: name });
        tidy(layoutPackingSlip(slip, dress));
        const picks = bought.map(({ name: item, sku, quantity }) => ({
          sku,
          name: item,
          units: quantity,
          orders: Array.from({ length: 15 }, () => ({ displayId: orderDisplayId, units: 1 })),
        }));
        tidy(layoutPicklist(samplePicklist({ warehouses: [{ warehouse: name, picks }] }), dress));
        const row = {
          orderDisplayId,
          receiver: to.name,
          place: `${to.city} - ${to.pincode}`,
          codPaise: 10 ** 11,
        };
        const page = { ...sampleManifest([row, row]), carrierName: name, sender: from };
        tidy([layoutManifestPage(page, dress)]);
      }),
      lawRuns(25),
    );
  });
});

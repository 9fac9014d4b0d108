import { buffer, text } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { RECEIVERS_BY_SCRIPT, sampleLabel, sampleReceiver } from '../../test/support/sample-label.ts';
import { inkIn, printPdf, printZpl, scan } from '../../test/support/scan-label.ts';
import { Problem } from '../problems/problem.ts';
import type { LabelContent } from './labels/label-content.ts';
import { renderPapers } from './render-papers.ts';

const MADE_AT = Date.parse('2026-11-15T05:00:00Z');
/** The area of the recipient's name and address, in dots. */
const ADDRESS = { x: 24, y: 506, width: 764, height: 130 };
/** Distances from the top of the label, in millimetres. */
const TO_LOGO = 20;
const TO_BARS = 45;
const TO_ADDRESS = 80;

const pdfOf = (...labels: LabelContent[]) => buffer(renderPapers('pdf', labels, MADE_AT));
const zplOf = (...labels: LabelContent[]) => text(renderPapers('zpl', labels, MADE_AT));

async function logo(): Promise<Buffer> {
  return sharp({ create: { width: 480, height: 176, channels: 3, background: 'black' } })
    .webp()
    .toBuffer();
}

const TRACKING_NUMBERS = [
  'DKY00123456789',
  '14325678901234',
  'A1',
  'awb-lower/case.1',
  'AWBX-2026-1234567890-ABCDEF',
  'S>I^G~N_S 1',
];

describe('a PDF label', () => {
  it('is one page of 4 x 6 inch for each label', async () => {
    const prints = await printPdf(await pdfOf(sampleLabel(), sampleLabel(), sampleLabel()), 72);
    expect(prints.map(({ width, height }) => [width, height])).toEqual([
      [288, 432],
      [288, 432],
      [288, 432],
    ]);
  });

  it.each(TRACKING_NUMBERS)(
    'carries the tracking number %s in bars that a scanner reads at 203 and 300 dpi',
    async (trackingNumber) => {
      const pdf = await pdfOf(sampleLabel({ trackingNumber }));
      for (const dpi of [203.2, 300]) {
        const [print] = await printPdf(pdf, dpi);
        const found = print ? await scan(print) : [];
        expect(found.map((barcode) => barcode.text)).toEqual([trackingNumber]);
      }
    },
  );

  it('has ten white modules on each side of the barcode', async () => {
    const [print] = await printPdf(await pdfOf(sampleLabel()));
    if (!print) throw new Error('no page');
    const [barcode] = await scan(print);
    const quiet = 10 * 4;
    const rows = { y: 240, height: 60 };
    expect(inkIn(print, { ...rows, x: Math.round(barcode?.left ?? 0) - quiet, width: quiet - 4 })).toBe(0);
    expect(inkIn(print, { ...rows, x: Math.round(barcode?.right ?? 0) + 4, width: quiet - 4 })).toBe(0);
  });

  it('prints the logo of a store, and leaves out an unreadable logo', async () => {
    const corner = { x: 40, y: 40, width: 200, height: 70 };
    const inkWith = async (label: LabelContent) => {
      const [print] = await printPdf(await pdfOf(label));
      return print ? inkIn(print, corner) : 0;
    };
    expect(await inkWith(sampleLabel({ logo: await logo() }))).toBe(corner.width * corner.height);
    const broken = Buffer.from('broken');
    expect(await inkWith(sampleLabel({ logo: broken }))).toBe(await inkWith(sampleLabel()));
  });

  it('prints hostile text', async () => {
    const hostile =
      'A\u0000B\u202e😀👨\u200d👩\u200d👧 漢字 שלום مرحبا\n\r\t\u200b\ud800 ) Tj (\\ <feff> ^XZ';
    const label = sampleLabel({
      brandName: hostile,
      carrierName: hostile,
      orderDisplayId: hostile,
      receiver: sampleReceiver({
        name: hostile,
        addressLines: [hostile, hostile.repeat(100)],
        city: hostile,
      }),
      items: [{ name: hostile, sku: hostile, quantity: 1 }],
    });
    const [print] = await printPdf(await pdfOf(label));
    expect(print && (await scan(print)).map((barcode) => barcode.text)).toEqual(['DKY00123456789']);
    const zpl = await zplOf(label);
    expect((await scan(await printZpl(zpl, TO_BARS))).map((barcode) => barcode.text)).toEqual([
      'DKY00123456789',
    ]);
  });

  it('asks for printing at its own size', async () => {
    expect((await pdfOf(sampleLabel())).toString('latin1')).toContain('/PrintScaling /None');
  });

  it('has the same bytes for the same label', async () => {
    const label = sampleLabel({ logo: await logo() });
    expect((await pdfOf(label)).equals(await pdfOf(label))).toBe(true);
  });
});

describe('labels on A4', () => {
  it.each([
    ['a4-1', 1, [595, 841]],
    ['a4-2', 2, [841, 595]],
    ['a4-4', 4, [595, 841]],
  ] as const)('%s has %d a page, each with bars that a scanner reads', async (paper, many, size) => {
    const numbers = Array.from({ length: many + 1 }, (_, index) => `DKY${1_000_000 + index}`);
    const labels = numbers.map((trackingNumber) => sampleLabel({ trackingNumber }));
    const pdf = await buffer(renderPapers(paper, labels, MADE_AT));
    expect((await printPdf(pdf, 72)).map(({ width, height }) => [width, height])).toEqual([size, size]);
    const found = [];
    for (const print of await printPdf(pdf)) {
      found.push((await scan(print)).map(({ text }) => text).sort());
    }
    expect(found).toEqual([numbers.slice(0, many), numbers.slice(many)]);
  });
});

describe('labels in one PDF', () => {
  it('have their own tracking numbers, and share fonts and logos', async () => {
    const oneLogo = await logo();
    const labels = Array.from({ length: 12 }, (_, index) =>
      sampleLabel({ trackingNumber: `DKY${1_000_000 + index}`, logo: oneLogo }),
    );
    const pdf = await pdfOf(...labels);
    const found = [];
    for (const print of await printPdf(pdf))
      found.push(...(await scan(print)).map((barcode) => barcode.text));
    expect(found).toEqual(labels.map((label) => label.trackingNumber));
    const single = await pdfOf(...labels.slice(0, 1));
    expect(pdf.length).toBeLessThan(single.length * 4);
  });

  it('are read one by one while the file is read', async () => {
    let asked = 0;
    async function* labels() {
      for (; asked < 50; ) {
        asked += 1;
        yield sampleLabel();
      }
    }
    const pdf = renderPapers('pdf', labels(), MADE_AT);
    expect(asked).toBe(0);
    await pdf.next();
    expect(asked).toBe(1);
    await pdf.return();
    expect(asked).toBe(1);
  });

  it('let other work run between them', async () => {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await pdfOf(...Array.from({ length: 10 }, () => sampleLabel()));
    over = true;
    expect(turns).toBeGreaterThanOrEqual(10);
  });

  it('can be made at the same time as others', async () => {
    const files = await Promise.all(
      ['FIRST', 'SECOND', 'THIRD'].map((word) =>
        pdfOf(...[1, 2, 3].map((number) => sampleLabel({ trackingNumber: `${word}${number}` }))),
      ),
    );
    const found = [];
    for (const file of files) {
      for (const print of await printPdf(file))
        found.push(...(await scan(print)).map((barcode) => barcode.text));
    }
    expect(found).toEqual(
      ['FIRST', 'SECOND', 'THIRD'].flatMap((word) => [1, 2, 3].map((number) => `${word}${number}`)),
    );
  });

  it('stop at a tracking number that cannot be a barcode', async () => {
    await expect(pdfOf(sampleLabel(), sampleLabel({ trackingNumber: 'नंबर' }))).rejects.toThrow(Problem);
    await expect(zplOf(sampleLabel({ trackingNumber: 'A'.repeat(200) }))).rejects.toThrow(Problem);
  });
});

describe('a ZPL label', () => {
  it.each(TRACKING_NUMBERS)(
    'carries the tracking number %s in bars that a scanner reads',
    async (trackingNumber) => {
      const print = await printZpl(await zplOf(sampleLabel({ trackingNumber })), TO_BARS);
      expect((await scan(print)).map((barcode) => barcode.text)).toEqual([trackingNumber]);
    },
  );

  it('contains plain text as text', async () => {
    const zpl = await zplOf(sampleLabel());
    expect(zpl).not.toContain('^GFA');
    expect(zpl).toContain('^FDRajesh Kumar Sharma^FS');
    expect(zpl).toMatch(/^\^XA\^CI28\^PW812\^LL1218/);
    expect(zpl).toMatch(/\^XZ\n$/);
  });

  it('contains no command from data', async () => {
    const nasty = '^XZ^XA~JA_5EXZ^FS^FD\\&';
    const zpl = await zplOf(
      sampleLabel({
        brandName: nasty,
        orderDisplayId: nasty,
        receiver: sampleReceiver({ name: nasty, city: nasty }),
        items: [{ name: nasty, sku: nasty, quantity: 1 }],
      }),
    );
    expect(zpl.match(/\^XA/g)).toHaveLength(1);
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain('~');
    expect(zpl).toContain('_5EXZ_5EXA_7EJA_5F5EXZ');
  });

  it('prints the logo', async () => {
    const print = await printZpl(await zplOf(sampleLabel({ logo: await logo() })), TO_LOGO);
    const corner = { x: 40, y: 40, width: 200, height: 70 };
    expect(inkIn(print, corner)).toBe(corner.width * corner.height);
  });

  it('has one format for each label', async () => {
    const zpl = await zplOf(sampleLabel(), sampleLabel({ trackingNumber: 'SECOND' }));
    const formats = zpl.trim().split(/(?<=\^XZ)\n/);
    expect(formats).toHaveLength(2);
    expect((await scan(await printZpl(formats[1] ?? '', TO_BARS))).map((barcode) => barcode.text)).toEqual([
      'SECOND',
    ]);
  });
});

describe('an address', () => {
  it.each(Object.entries(RECEIVERS_BY_SCRIPT))(
    'in %s is printed on a PDF label, and in ZPL as pictures of the text',
    async (_, receiver) => {
      const [print] = await printPdf(await pdfOf(sampleLabel({ receiver })));
      const [blank] = await printPdf(
        await pdfOf(sampleLabel({ receiver: { ...receiver, name: '', addressLines: [] } })),
      );
      if (!print || !blank) throw new Error('no page');
      const ink = inkIn(print, ADDRESS);
      expect(inkIn(blank, ADDRESS)).toBe(0);
      expect(ink).toBeGreaterThan(2000);
      expect((await scan(print)).map((barcode) => barcode.text)).toEqual(['DKY00123456789']);

      const zpl = await zplOf(sampleLabel({ receiver }));
      expect(zpl).toMatch(/^[\x20-\x7e\n]*$/);
      const ratio = inkIn(await printZpl(zpl, TO_ADDRESS), ADDRESS) / ink;
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.4);
    },
  );
});

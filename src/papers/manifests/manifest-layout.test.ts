import { describe, expect, it } from 'vitest';
import { RECEIVERS_BY_SCRIPT } from '../../../test/support/sample-label.ts';
import { sampleManifest } from '../../../test/support/sample-manifest.ts';
import { rupees } from '../../domain/rupees.ts';
import { dressOf } from '../a4/theme.ts';
import { A4_HEIGHT, A4_WIDTH } from '../layout/dots.ts';
import { type Bars, type Mark, startOfLine, type TextLine } from '../layout/marks.ts';
import { weight } from '../paper-figures.ts';
import { layoutManifestPage } from './manifest-layout.ts';
import { type ManifestPage, ROWS_PER_PAGE } from './manifest-page.ts';

/** Returns the left, right and bottom edge of a mark. */
function extentOf(mark: Mark): { left: number; right: number; foot: number } {
  switch (mark.kind) {
    case 'fill':
      return { left: mark.x, right: mark.x + mark.width, foot: mark.y + mark.height };
    case 'bars':
      return {
        left: mark.x,
        right: mark.x + mark.barcode.modules * mark.moduleWidth,
        foot: mark.y + mark.height,
      };
    case 'text': {
      const left = startOfLine(mark);
      return { left, right: left + (mark.line.width * mark.size) / 1000, foot: mark.baseline };
    }
    case 'logo':
      return { left: mark.x, right: mark.x + mark.logo.width, foot: mark.y + mark.logo.height };
  }
}

const pageOf = (page: ManifestPage) => layoutManifestPage(page, dressOf(page.brand, null));
const isText = (mark: Mark): mark is TextLine => mark.kind === 'text';
const isBars = (mark: Mark): mark is Bars => mark.kind === 'bars';
const textsOf = (marks: readonly Mark[]) =>
  marks.filter(isText).map(({ line }) => line.pieces.map(({ text }) => text).join(''));

describe('a page of a manifest', () => {
  it.each(Object.entries(RECEIVERS_BY_SCRIPT))(
    'keeps all of it on the paper, and bars apart from what stands beside them: %s',
    (_script, { name, city }) => {
      const long = {
        receiver: `${name} ${name}`,
        place: `${city} - 110077`,
        orderDisplayId: 'ORDER'.repeat(20),
      };
      // Skips the band at the top, which extends beyond the paper.
      const [, ...marks] = pageOf(sampleManifest(Array(ROWS_PER_PAGE).fill(long)));
      const extents = marks.map(extentOf);
      expect(Math.min(...extents.map(({ left }) => left))).toBeGreaterThanOrEqual(80);
      expect(Math.max(...extents.map(({ right }) => right))).toBeLessThanOrEqual(A4_WIDTH - 79);
      expect(Math.max(...extents.map(({ foot }) => foot))).toBeLessThanOrEqual(A4_HEIGHT - 79);
      const feet = marks.filter(isBars).map((bars) => extentOf(bars).foot);
      expect(feet).toHaveLength(ROWS_PER_PAGE);
      const signatures = marks.filter(
        (mark) => mark.kind === 'fill' && mark.y > Math.max(...feet) && mark.width < 800,
      );
      expect(signatures).toHaveLength(2);
    },
  );

  it('shows the number of parcels, of this page too, and each parcel', () => {
    const page = { ...sampleManifest([{}, { codPaise: 0 }]), parcels: 14, page: 2, pages: 2, firstRow: 13 };
    const texts = textsOf(pageOf(page));
    for (const text of [
      '14',
      '13',
      '2 parcels on this page',
      'Page 2 of 2',
      '15 Nov 2026',
      'Rs 1,299',
      '-',
    ]) {
      expect(texts).toContain(text);
    }
  });

  it('keeps each amount and weight on one line', () => {
    const texts = textsOf(pageOf(sampleManifest([{ codPaise: 98_765_432_100, weightGrams: 1_234_567_000 }])));
    expect(texts).toContain(rupees(98_765_432_100));
    expect(texts).toContain(weight(1_234_567_000));
  });

  it('is refused if a tracking number is too long for the paper', () => {
    const page = sampleManifest([{ trackingNumber: 'A1b'.repeat(40) }]);
    expect(() => pageOf(page)).toThrow(/too long for a barcode/);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, LEAST_CONTRAST, measureLogo, paletteOf, readColor } from './brand-color.ts';

const color = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0').toUpperCase()}`);

/** Returns a picture made of runs of equal pixels. */
function picture(...runs: readonly (readonly [count: number, pixel: readonly number[]])[]): Uint8Array {
  return Uint8Array.from(runs.flatMap(([count, pixel]) => Array.from({ length: count }, () => pixel).flat()));
}

const dominantColor = (pixels: Uint8Array) => measureLogo(pixels).color;

const RED = [208, 36, 44, 255];
const BLUE = [29, 95, 209, 255];
const WHITE = [255, 255, 255, 255];
const BLACK = [10, 10, 10, 255];

describe('a sent colour', () => {
  it.each([
    ['#1d5fd1', '#1D5FD1'],
    [' #C33 ', '#CC3333'],
    ['#000000', '#000000'],
  ])('%j is read as %j', (sent, read) => {
    expect(readColor(sent)).toBe(read);
  });

  it.each([['red'], ['1d5fd1'], ['#12'], ['#1234'], ['#1d5fd1ff'], ['#gggggg'], ['']])(
    '%j is no colour',
    (sent) => {
      expect(readColor(sent)).toBeUndefined();
    },
  );
});

describe('contrast', () => {
  it('is 21 between black and white, 1 between equal colours, and the same in both orders', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
    expect(contrast('#1D5FD1', '#1D5FD1')).toBe(1);
    expect(contrast('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
    expect(contrast('#FFFFFF', '#767676')).toBe(contrast('#767676', '#FFFFFF'));
  });
});

describe('the palette of a brand', () => {
  it('is readable on the fill, on every light and on every dark ground, for any colour', () => {
    fc.assert(
      fc.property(color, (brand) => {
        const { fill, onFill, onLight, onDark } = paletteOf(brand);
        expect(fill).toBe(brand);
        expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        for (const ground of ['#F2F4F6', '#F4F5F7', '#FFFFFF']) {
          expect(contrast(onLight, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
        for (const ground of ['#202327', '#161B22', '#0D1117']) {
          expect(contrast(onDark, ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
        }
      }),
    );
  });

  it('keeps a colour that is readable', () => {
    expect(paletteOf('#8A1C2B').onLight).toBe('#8A1C2B');
    expect(paletteOf('#FFD400').onDark).toBe('#FFD400');
    expect(paletteOf('#FFD400').onFill).toBe('#000000');
    expect(paletteOf('#FFD400').onLight).not.toBe('#FFD400');
  });
});

describe('the colour of a logo', () => {
  it('is the colour of its letters, not of its ground', () => {
    expect(dominantColor(picture([900, WHITE], [100, RED]))).toBe('#D0242C');
  });

  it('is the stronger of two colours', () => {
    expect(dominantColor(picture([300, BLUE], [200, RED]))).toBe('#1D5FD1');
  });

  it('ignores transparent pixels', () => {
    expect(dominantColor(picture([500, [208, 36, 44, 20]], [100, BLUE]))).toBe('#1D5FD1');
  });

  it.each([
    ['black on white', picture([900, WHITE], [100, BLACK])],
    ['white on a transparent ground', picture([900, [0, 0, 0, 0]], [100, WHITE])],
    ['nothing', picture([100, [0, 0, 0, 0]])],
    ['no pixel', new Uint8Array()],
    ['a red dot on a black word', picture([900, WHITE], [1000, BLACK], [10, RED])],
  ])('is missing for %s', (_, pixels) => {
    expect(dominantColor(pixels)).toBeNull();
  });

  it('counts both ends of the colour circle as one red', () => {
    const near = dominantColor(picture([100, [220, 30, 36, 255]], [100, [220, 36, 30, 255]], [150, BLUE]));
    expect(near).toBe('#DC2121');
  });
});

describe('a logo', () => {
  const NOTHING = [0, 0, 0, 0];
  it.each([
    ['white on a transparent ground', picture([900, NOTHING], [100, WHITE]), true],
    ['pale yellow on a transparent ground', picture([500, NOTHING], [100, [255, 240, 190, 255]]), true],
    ['white on red', picture([900, RED], [100, WHITE]), false],
    ['white with black on a transparent ground', picture([900, NOTHING], [80, WHITE], [20, BLACK]), false],
    ['red on a transparent ground', picture([900, NOTHING], [100, RED]), false],
    ['all white', picture([100, WHITE]), false],
    ['transparent', picture([100, NOTHING]), false],
  ])('that is %s needs a dark ground: %s', (_, pixels, isLight) => {
    expect(measureLogo(pixels).isLight).toBe(isLight);
  });
});

import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LOGO_BOX, prepareLogo } from './logo.ts';

const svg = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

function picture(width: number, height: number, colour = 'black') {
  return sharp(svg(width, height, `<rect width="${width}" height="${height}" fill="${colour}"/>`));
}

describe('prepareLogo', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('reads %s', async (format) => {
    const bytes = await picture(400, 100).toFormat(format).toBuffer();
    const logo = await prepareLogo(bytes);
    expect(logo).toMatchObject({ width: LOGO_BOX.width, height: LOGO_BOX.width / 4 });
    expect(logo?.dots.every((dot) => dot === 1)).toBe(true);
  });

  it.each([
    [4000, 100, LOGO_BOX.width, 6],
    [40, 4000, 1, LOGO_BOX.height],
    [500, 500, LOGO_BOX.height, LOGO_BOX.height],
    [4096, 4096, LOGO_BOX.height, LOGO_BOX.height],
  ])('keeps %d x %d within the box and in shape', async (width, height, dotsWide, dotsHigh) => {
    const bytes = await picture(width, height).png().toBuffer();
    expect(await prepareLogo(bytes)).toMatchObject({
      width: dotsWide,
      height: dotsHigh,
    });
  });

  it('puts a white drawing without background on a dark plate', async () => {
    const bytes = await sharp(svg(400, 100, '<rect x="100" width="200" height="100" fill="white"/>'))
      .png()
      .toBuffer();
    const logo = await prepareLogo(bytes);
    const dark = logo?.dots.reduce((sum, dot) => sum + dot, 0) ?? 0;
    const share = dark / ((logo?.width ?? 1) * (logo?.height ?? 1));
    expect(logo?.width).toBeLessThanOrEqual(LOGO_BOX.width);
    expect(logo?.height).toBeLessThanOrEqual(LOGO_BOX.height);
    expect(share).toBeGreaterThan(0.4);
    expect(share).toBeLessThan(0.9);
    // With transparency, the PDF would end before the data of the picture.
    const png = Buffer.from(logo?.pngUri.split(',')[1] ?? '', 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ channels: 3, hasAlpha: false });
  });

  it('makes transparent areas white, without transparency in the PDF', async () => {
    const bytes = await sharp(svg(200, 100, '<rect width="100" height="100"/>'))
      .png()
      .toBuffer();
    const logo = await prepareLogo(bytes);
    const { channels, hasAlpha } = await sharp(
      Buffer.from(logo?.pngUri.split(',')[1] ?? '', 'base64'),
    ).metadata();
    expect({ channels, hasAlpha }).toEqual({ channels: 3, hasAlpha: false });
    const row = [...(logo?.dots.subarray(0, logo.width) ?? [])];
    expect(row.slice(0, row.length / 2 - 2).every((dot) => dot === 1)).toBe(true);
    expect(row.slice(row.length / 2 + 2).every((dot) => dot === 0)).toBe(true);
  });

  it('dithers a grey area to its share of black', async () => {
    const bytes = await picture(240, 88, '#808080').png().toBuffer();
    const logo = await prepareLogo(bytes);
    const dots = logo?.dots ?? new Uint8Array();
    const black = dots.reduce((sum, dot) => sum + dot, 0);
    expect(black / dots.length).toBeCloseTo(0.5, 1);
  });

  it('leaves out a logo that cannot be read', async () => {
    const whole = await picture(100, 100).png().toBuffer();
    for (const bytes of [Buffer.alloc(0), Buffer.from('not a picture'), whole.subarray(0, 60)]) {
      expect(await prepareLogo(bytes)).toBeNull();
    }
  });

  it('converts the same bytes once, also for simultaneous calls', async () => {
    const bytes = await picture(123, 45).png().toBuffer();
    const [first, second] = await Promise.all([prepareLogo(bytes), prepareLogo(Uint8Array.from(bytes))]);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
  });
});

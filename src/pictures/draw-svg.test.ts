import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSvg } from './draw-svg.ts';

const whileWaiting = new AbortController().signal;

function draw(svg: string, { seconds = 60, signal = whileWaiting } = {}): Promise<Buffer | null> {
  return drawSvg(Buffer.from(svg), { mostPixels: 4096, seconds, signal });
}

function svg(content: string, size = 'width="1000" height="1000"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`;
}

/** Each of ten definitions shows the next one ten times. */
function tenfold(name: string, use: string): string {
  const rect = (next: number) => `<rect width="900" height="900" fill="#fff" ${use}="url(#a${next})"/>`;
  return Array.from(
    { length: 10 },
    (_, at) =>
      `<${name} id="a${at}" width="1" height="1" patternUnits="userSpaceOnUse">${rect(at + 1).repeat(10)}</${name}>`,
  ).join('');
}

function filtered(steps: string): string {
  return `<filter id="f" x="0" y="0" width="1" height="1">${steps}</filter><rect width="1000" height="1000" filter="url(#f)"/>`;
}

describe('an SVG is drawn', () => {
  it.each([
    ['width="24" height="12"', 1024, 512],
    ['viewBox="0 0 24 48"', 512, 1024],
    ['width="4096" height="4096"', 1024, 1024],
  ])('with %s as a PNG of %i x %i pixels', async (size, width, height) => {
    const png = (await draw(svg('<rect width="5000" height="5000" fill="#c33"/>', size))) ?? Buffer.alloc(0);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width, height });
    const [left, right] = await Promise.all(
      [0, width - 1].map((x) =>
        sharp(png).extract({ left: x, top: 2, width: 1, height: 1 }).raw().toBuffer(),
      ),
    );
    expect(left?.subarray(0, 3)).toEqual(Buffer.from([0xcc, 0x33, 0x33]));
    expect(right?.subarray(0, 3)).toEqual(left?.subarray(0, 3));
  });

  it('with sharp edges if it is small', async () => {
    const png = await draw(svg('<rect width="1" height="2"/>', 'width="2" height="2"'));
    const row = await sharp(png ?? Buffer.alloc(0))
      .extract({ left: 0, top: 500, width: 1024, height: 1 })
      .extractChannel(3)
      .raw()
      .toBuffer();
    expect(row.filter((alpha) => alpha > 0 && alpha < 255).length).toBeLessThanOrEqual(2);
  });
});

describe('an SVG is not drawn', () => {
  it.each([
    ['no XML', '<svg'],
    ['another picture', '<html/>'],
    ['without a size', svg('', 'width="0" height="0"')],
    ['too wide', svg('<rect/>', 'width="4097" height="1"')],
    ['too high', svg('<rect/>', 'width="1" height="4097"')],
    ['of a billion pixels a side', svg('<rect/>', 'width="1e9" height="1e9"')],
    ['nested 200,000 times', svg(`${'<g>'.repeat(200_000)}${'</g>'.repeat(200_000)}`)],
    ['nested in 255 layers', svg(`${'<g opacity=".9">'.repeat(250)}<rect/>${'</g>'.repeat(250)}`)],
  ])('that is %s', async (_, text) => {
    expect(await draw(text)).toBeNull();
  });

  it.each([
    ['masks of masks', svg(`${tenfold('mask', 'mask')}<rect width="900" height="900" mask="url(#a0)"/>`)],
    [
      'patterns of patterns',
      svg(
        `${tenfold('pattern', 'fill').replaceAll('width="1"', 'width="900"')}<rect width="900" height="900" fill="url(#a0)"/>`,
      ),
    ],
    ['wide filters', svg(filtered('<feMorphology operator="dilate" radius="400"/>'.repeat(200)))],
    [
      'endless turbulence',
      svg(filtered('<feTurbulence numOctaves="2000000000" baseFrequency="0.5"/>'.repeat(500))),
    ],
    [
      'crossing lines',
      svg(
        `<path stroke="#000" d="M0 0${Array.from({ length: 150_000 }, (_, at) => `L${(at * 7919) % 1000} ${(at % 2) * 1000}`).join('')}"/>`,
      ),
    ],
  ])('if its %s take too long', async (_, text) => {
    expect(await draw(text, { seconds: 1 })).toBeNull();
  });

  it('if the client leaves', async () => {
    const leaving = new AbortController();
    const drawing = draw(svg(filtered('<feMorphology radius="400"/>'.repeat(200))), {
      signal: leaving.signal,
    });
    leaving.abort();
    expect(await drawing).toBeNull();
  });
});

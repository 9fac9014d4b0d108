import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../problems/problem.ts';
import { checkLogo, LARGEST_LOGO_BYTES } from './check-logo.ts';

const NOT_AN_IMAGE = 'logo must be a PNG, JPEG, WebP, GIF or SVG image';
const damaged = (name: string) => `logo is damaged or incomplete: it must be a whole ${name} image`;

/** Returns the sentences of a refusal; fails if the logo is accepted. */
async function refusalOf(bytes: Buffer): Promise<readonly string[]> {
  const problem = await checkLogo(bytes).then(
    () => expect.fail('the logo was taken'),
    (error: unknown) => error,
  );
  if (!(problem instanceof Problem)) throw problem;
  expect(problem.kind).toBe('refused');
  return problem.sentences;
}

/** Returns a picture of noise, so that every part of the file matters. */
function picture(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise } });
}

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#c33' } });
}

async function animation(width: number, height: number, frames: number): Promise<Sharp> {
  const still = await plain(width, height).png().toBuffer();
  return sharp(new Array(frames).fill(still), { join: { animated: true } });
}

let source: Sharp;

beforeAll(async () => {
  source = sharp(await picture(120, 80).png().toBuffer());
});

describe('checkLogo accepts', () => {
  it.each([
    ['PNG', 'image/png', 'png', () => source.clone().png()],
    ['interlaced PNG', 'image/png', 'png', () => source.clone().png({ progressive: true })],
    ['PNG with a palette', 'image/png', 'png', () => source.clone().png({ palette: true })],
    ['PNG of 16 bits', 'image/png', 'png', () => source.clone().toColourspace('rgb16').png()],
    ['transparent PNG', 'image/png', 'png', () => source.clone().ensureAlpha(0.3).png()],
    ['JPEG', 'image/jpeg', 'jpg', () => source.clone().jpeg()],
    ['progressive JPEG', 'image/jpeg', 'jpg', () => source.clone().jpeg({ progressive: true })],
    ['CMYK JPEG', 'image/jpeg', 'jpg', () => source.clone().toColourspace('cmyk').jpeg()],
    ['grey JPEG', 'image/jpeg', 'jpg', () => source.clone().greyscale().jpeg()],
    [
      'rotated JPEG with a colour profile',
      'image/jpeg',
      'jpg',
      () => source.clone().withMetadata({ orientation: 6 }).jpeg(),
    ],
    ['WebP', 'image/webp', 'webp', () => source.clone().webp()],
    ['lossless WebP', 'image/webp', 'webp', () => source.clone().webp({ lossless: true })],
    ['transparent WebP', 'image/webp', 'webp', () => source.clone().ensureAlpha(0.3).webp()],
    ['GIF', 'image/gif', 'gif', () => source.clone().gif()],
  ])('%s', async (_, mediaType, extension, make) => {
    const bytes = await make().toBuffer();
    const checked = await checkLogo(bytes);
    const contentHash = createHash('sha256').update(checked.bytes).digest('hex');
    expect(checked).toMatchObject({
      mediaType,
      extension,
      width: 120,
      height: 80,
      contentHash,
    });
  });

  it.each(['gif', 'webp'] as const)('an animated %s', async (format) => {
    const bytes = await (await animation(50, 40, 3)).toFormat(format).toBuffer();
    expect(await checkLogo(bytes)).toMatchObject({ width: 50, height: 40 });
  });

  it('one pixel', async () => {
    expect(await checkLogo(await plain(1, 1).png().toBuffer())).toMatchObject({ width: 1, height: 1 });
  });
});

describe('the size of a logo', () => {
  it('may be 2 MB, and not a byte more', async () => {
    const image = await source.clone().png().toBuffer();
    const padded = (length: number) => Buffer.concat([image, Buffer.alloc(length - image.length)]);
    expect(await checkLogo(padded(LARGEST_LOGO_BYTES))).toMatchObject({ width: 120 });
    expect(await refusalOf(padded(LARGEST_LOGO_BYTES + 1))).toEqual([
      'logo must be at most 2 MB (2,097,152 bytes)',
    ]);
  });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'takes a %s of 4096 px a side, and refuses 4097',
    async (format) => {
      const wide = (width: number) => plain(width, 2).toFormat(format).toBuffer();
      const high = (height: number) => plain(2, height).toFormat(format).toBuffer();
      expect(await checkLogo(await wide(4096))).toMatchObject({ width: 4096, height: 2 });
      expect(await checkLogo(await high(4096))).toMatchObject({ width: 2, height: 4096 });
      expect(await refusalOf(await wide(4097))).toEqual([
        'logo must be at most 4096 px wide and high; this one is 4097 x 2 px',
      ]);
      expect(await refusalOf(await high(4097))).toEqual([
        'logo must be at most 4096 px wide and high; this one is 2 x 4097 px',
      ]);
    },
  );

  it('refuses a decompression bomb by its header', async () => {
    const bomb = await plain(5000, 5000).png().toBuffer();
    const sentence = 'logo must be at most 4096 px wide and high; this one is 5000 x 5000 px';
    expect(await refusalOf(bomb)).toEqual([sentence]);
    const end = bomb.subarray(bomb.length - 12);
    expect(await refusalOf(Buffer.concat([bomb.subarray(0, 33), end]))).toEqual([sentence]);
  });

  it('may be 40 million pixels in all frames of an animation, and not more', async () => {
    expect(await checkLogo(gifOfFrames(40))).toMatchObject({ width: 1000, height: 1000 });
    expect(await refusalOf(gifOfFrames(41))).toEqual([
      'logo must have at most 40 million pixels in all its frames together',
    ]);
  });

  it('refuses a progressive JPEG of more than 100 scans', async () => {
    expect(await checkLogo(jpegOfScans(100))).toMatchObject({ width: 8, height: 8 });
    expect(await refusalOf(jpegOfScans(101))).toEqual([
      'logo must have at most 100 scans if it is a progressive JPEG',
    ]);
  });
});

describe('the content of a logo', () => {
  it.each([
    ['nothing', ''],
    ['text', 'not an image'],
    ['HTML', '<!doctype html><title>x</title><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7'],
  ])('refuses %s', async (_, content) => {
    expect(await refusalOf(Buffer.from(content))).toEqual([NOT_AN_IMAGE]);
  });

  it.each(['avif', 'tiff'] as const)('refuses %s, although the library can read it', async (format) => {
    expect(await refusalOf(await source.clone().toFormat(format).toBuffer())).toEqual([NOT_AN_IMAGE]);
  });

  it.each([
    ['PNG', 'png'],
    ['JPEG', 'jpeg'],
    ['WebP', 'webp'],
    ['GIF', 'gif'],
  ] as const)('refuses a %s that is cut off anywhere', async (name, format) => {
    const whole = await source.clone().toFormat(format).toBuffer();
    for (const length of [40, 0.2 * whole.length, 0.7 * whole.length, whole.length - 13, whole.length - 1]) {
      expect(await refusalOf(whole.subarray(0, length))).toEqual([damaged(name)]);
    }
  });

  it('refuses an animation that is cut off after its first frame', async () => {
    const whole = await (await animation(50, 40, 3)).webp().toBuffer();
    expect(await refusalOf(whole.subarray(0, whole.length - 2))).toEqual([damaged('WebP')]);
  });

  it('refuses a PNG with a changed byte', async () => {
    const bytes = Buffer.from(await source.clone().png().toBuffer());
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    expect(await refusalOf(bytes)).toEqual([damaged('PNG')]);
  });

  it('refuses a signature that garbage follows', async () => {
    const garbage = createHash('sha512').update('garbage').digest();
    const signature = (await source.clone().png().toBuffer()).subarray(0, 8);
    expect(await refusalOf(Buffer.concat([signature, garbage]))).toEqual([damaged('PNG')]);
  });

  it('refuses a PNG with fewer pixels than its header says', async () => {
    const large = await plain(200, 200).png().toBuffer();
    const small = await plain(20, 20).png().toBuffer();
    expect(await refusalOf(Buffer.concat([large.subarray(0, 33), small.subarray(33)]))).toEqual([
      damaged('PNG'),
    ]);
  });
});

it('decodes at most two logos at once, and all of fifty', async () => {
  const large = await plain(1500, 1500).png().toBuffer();
  const broken = large.subarray(0, large.length - 30);
  let most = 0;
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      most = Math.max(most, sharp.counters().process);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => checkLogo(i % 5 === 0 ? broken : large)),
  );
  isDone = true;
  await watch;
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  expect(most).toBeLessThanOrEqual(2);
});

/** Returns an animated GIF of 1000 x 1000 px; each frame changes one pixel. */
function gifOfFrames(count: number): Buffer {
  const side = [1000 & 255, 1000 >> 8];
  const header = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...side, ...side, 0x80, 0, 0, 255, 255, 255, 0, 0, 0]),
  ]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0]);
  return Buffer.concat([header, ...new Array(count).fill(frame), Buffer.from([0x3b])]);
}

/** Returns a progressive JPEG of 8 x 8 px, which repeats that its first coefficients are 0. */
function jpegOfScans(count: number): Buffer {
  const segment = (marker: number, ...data: number[]) =>
    Buffer.from([0xff, marker, 0, data.length + 2, ...data]);
  const table = (id: number, symbol: number) => segment(0xc4, id, 1, ...new Array(15).fill(0), symbol);
  const scan = (first: number, last: number, bits: number) =>
    Buffer.concat([segment(0xda, 1, 1, 0, first, last, bits), Buffer.from([0x7f])]);
  const passes: Buffer[] = [scan(0, 0, 0)];
  for (let coefficient = 1; passes.length < count; coefficient += 1) {
    for (let bit = 13; bit >= 0 && passes.length < count; bit -= 1) {
      passes.push(scan(coefficient, coefficient, bit === 13 ? 13 : ((bit + 1) << 4) | bit));
    }
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...new Array(64).fill(1)),
    segment(0xc2, 8, 0, 8, 0, 8, 1, 1, 0x11, 0),
    table(0x00, 0),
    table(0x10, 0),
    ...passes,
    Buffer.from([0xff, 0xd9]),
  ]);
}

describe('the look of a logo', () => {
  it.each([
    [
      'a JPEG',
      plain(40, 40).jpeg(),
      { color: expect.stringMatching(/^#C[0-9A-F]3[0-9A-F]3[0-9A-F]$/), isLight: false },
    ],
    ['a PNG', plain(40, 40).png(), { color: '#CC3333', isLight: false }],
    ['a CMYK JPEG', plain(40, 40).toColorspace('cmyk').jpeg(), { color: expect.any(String), isLight: false }],
    ['a grey PNG', plain(40, 40).greyscale().png(), { color: null, isLight: false }],
  ])('is read from %s', async (_, image, look) => {
    expect(await checkLogo(await image.toBuffer())).toMatchObject(look);
  });

  it('is light for white letters on a transparent ground', async () => {
    const letter = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#fff' } })
      .png()
      .toBuffer();
    const logo = await sharp({ create: { width: 80, height: 40, channels: 4, background: '#0000' } })
      .composite([{ input: letter, left: 10, top: 10 }])
      .png()
      .toBuffer();
    expect(await checkLogo(logo)).toMatchObject({ color: null, isLight: true });
  });
});

import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../test/support/laws.ts';
import { type ImageMediaType, readImageHeader } from './image-header.ts';
import { withoutMetadata } from './without-metadata.ts';

const SECRET = 'Taken at home by Asha';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`;
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const noisy = () => sharp({ create: { width: 120, height: 80, channels: 3, background: '#fff', noise } });

async function tagged(format: 'png' | 'jpeg' | 'webp', options: object = {}): Promise<Buffer> {
  const still = sharp(await noisy().png().toBuffer());
  return still
    .withMetadata()
    .withExif({ IFD0: { Copyright: SECRET }, IFD3: { GPSLatitude: '19/1 4/1 0/1' } })
    .withXmp(XMP)
    .toFormat(format, options)
    .toBuffer();
}

const pixels = (bytes: Buffer) => sharp(bytes, { animated: true }).raw().toBuffer();

describe('withoutMetadata', () => {
  it.each([
    ['image/png', () => tagged('png')],
    ['image/jpeg', () => tagged('jpeg')],
    ['image/jpeg', () => tagged('jpeg', { progressive: true })],
    ['image/webp', () => tagged('webp')],
    ['image/webp', () => tagged('webp', { lossless: true })],
  ] as const)('removes the metadata of %s and keeps the pixels', async (mediaType, make) => {
    const bytes = await make();
    expect(bytes.includes(SECRET)).toBe(true);
    const kept = withoutMetadata(bytes, mediaType, 1);
    expect(kept.includes(SECRET)).toBe(false);
    const { exif, xmp, icc } = await sharp(kept).metadata();
    expect([exif, xmp, icc === undefined]).toEqual([undefined, undefined, false]);
    expect((await pixels(kept)).equals(await pixels(bytes))).toBe(true);
    expect(readImageHeader(kept)).toEqual(readImageHeader(bytes));
    expect(withoutMetadata(kept, mediaType, 1).equals(kept)).toBe(true);
  });

  it('removes what follows the end of a JPEG, such as a second picture', async () => {
    const bytes = await noisy().jpeg().toBuffer();
    expect(withoutMetadata(Buffer.concat([bytes, await tagged('jpeg')]), 'image/jpeg', 1).equals(bytes)).toBe(
      true,
    );
  });

  it.each([3, 6, 8])('keeps the orientation of a JPEG: %d', async (orientation) => {
    const bytes = await noisy().withMetadata({ orientation }).jpeg().toBuffer();
    const kept = withoutMetadata(bytes, 'image/jpeg', orientation);
    expect((await sharp(kept).metadata()).orientation).toBe(orientation);
    expect((await pixels(kept)).equals(await pixels(bytes))).toBe(true);
  });

  it('never throws for a damaged image that is complete', async () => {
    const formats = await Promise.all((['png', 'jpeg', 'webp'] as const).map((format) => tagged(format)));
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255)), {
          maxLength: 4,
        }),
        (bytes, changes) => {
          const damaged = Buffer.from(bytes);
          for (const [place, byte] of changes) damaged[Math.floor(place * damaged.length)] = byte;
          const header = readImageHeader(damaged);
          if (header?.isWhole) withoutMetadata(damaged, header.mediaType, 6);
        },
      ),
      lawRuns(300),
    );
  });

  it('returns an image without metadata unchanged', async () => {
    for (const [format, mediaType] of [
      ['png', 'image/png'],
      ['jpeg', 'image/jpeg'],
      ['webp', 'image/webp'],
      ['gif', 'image/gif'],
    ] as const satisfies readonly (readonly [string, ImageMediaType])[]) {
      const bytes = await noisy().toFormat(format).toBuffer();
      expect([format, withoutMetadata(bytes, mediaType, 1).equals(bytes)]).toEqual([format, true]);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readImageHeader } from './image-header.ts';

const bytes = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
const big = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];
const little = (value: number): number[] => big(value).reverse();
const little16 = (value: number): number[] => [value & 255, value >>> 8];

const pngChunk = (type: string, data: readonly number[]) => bytes(big(data.length), type, data, [0, 0, 0, 0]);
const png = (width: number, height: number, ...chunks: Uint8Array[]) =>
  bytes(
    [0x89],
    'PNG\r\n\x1a\n',
    pngChunk('IHDR', [...big(width), ...big(height), 8, 6, 0, 0, 0]),
    ...chunks,
    pngChunk('IEND', []),
  );

const jpegSegment = (marker: number, ...data: number[]) =>
  bytes([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255], data);
const frameHeader = (marker: number, width: number, height: number) =>
  jpegSegment(marker, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0);
const scan = bytes(jpegSegment(0xda, 1, 1, 0, 0, 63, 0), [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]);
const jpeg = (...parts: Uint8Array[]) => bytes([0xff, 0xd8], ...parts, [0xff, 0xd9]);

const gifFrame = (left: number, top: number, width: number, height: number, table = false) =>
  bytes(
    [0x2c],
    [left, top, width, height].flatMap(little16),
    [table ? 0x80 : 0],
    new Array(table ? 6 : 0).fill(0x3b),
    [2, 3, 1, 2, 3, 0],
  );
const gif = (width: number, height: number, ...blocks: Uint8Array[]) =>
  bytes(
    'GIF89a',
    little16(width),
    little16(height),
    [0x81, 0, 0],
    new Array(12).fill(0x3b),
    ...blocks,
    [0x3b],
  );
const gifExtension = bytes([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);

const webpChunk = (type: string, data: readonly number[]) =>
  bytes(type, little(data.length), data, data.length % 2 ? [0] : []);
const webp = (...chunks: Uint8Array[]) => {
  const content = bytes('WEBP', ...chunks);
  return bytes('RIFF', little(content.length), content);
};
const little24 = (value: number): number[] => little(value).slice(0, 3);
const canvas = (width: number, height: number) =>
  webpChunk('VP8X', [0x02, 0, 0, 0, ...little24(width - 1), ...little24(height - 1)]);
const padding = webpChunk('EXIF', new Array(20).fill(0));

const still = { frames: 1, passes: 1, isWhole: true };

describe('PNG', () => {
  it('has its size', () => {
    expect(readImageHeader(png(4097, 70_000))).toEqual({
      mediaType: 'image/png',
      size: { width: 4097, height: 70_000 },
      ...still,
    });
  });

  it('counts the frames of an animation', () => {
    const frame = pngChunk('fcTL', new Array(26).fill(0));
    expect(readImageHeader(png(10, 10, frame, frame, frame))?.frames).toBe(3);
  });

  it('is not whole without its end', () => {
    const whole = png(10, 10, pngChunk('IDAT', [1, 2, 3]));
    for (let cut = 1; cut <= 12; cut += 1) {
      expect(readImageHeader(whole.subarray(0, whole.length - cut))?.isWhole).toBe(false);
    }
    expect(readImageHeader(bytes(whole, 'trailing'))?.isWhole).toBe(true);
  });

  it('has no size if a side is 0 or the header is incomplete', () => {
    expect(readImageHeader(png(0, 10))?.size).toBeNull();
    expect(readImageHeader(png(10, 0))?.size).toBeNull();
    expect(readImageHeader(png(10, 10).subarray(0, 32))?.size).toBeNull();
  });
});

describe('JPEG', () => {
  it.each([0xc0, 0xc1, 0xc2, 0xc9])('has the size of the frame header %i', (marker) => {
    const comment = jpegSegment(0xfe, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1);
    expect(readImageHeader(jpeg(comment, frameHeader(marker, 640, 480), scan))).toEqual({
      mediaType: 'image/jpeg',
      size: { width: 640, height: 480 },
      ...still,
    });
  });

  it('ignores a Huffman table before the frame header', () => {
    const table = jpegSegment(0xc4, 0, 0, 1, 0, 1, 0, 0);
    expect(readImageHeader(jpeg(table, frameHeader(0xc0, 3, 2), scan))?.size).toEqual({
      width: 3,
      height: 2,
    });
  });

  it('counts the scans', () => {
    const scans = new Array(101).fill(scan);
    expect(readImageHeader(jpeg(frameHeader(0xc2, 8, 8), ...scans))?.passes).toBe(101);
  });

  it('skips fill bytes before a marker and a comment at the end', () => {
    const header = readImageHeader(jpeg(bytes([0xff]), frameHeader(0xc0, 3, 2), scan, jpegSegment(0xfe)));
    expect(header).toEqual({ mediaType: 'image/jpeg', size: { width: 3, height: 2 }, ...still });
  });

  it('is not whole without its end', () => {
    const whole = jpeg(frameHeader(0xc0, 8, 8), scan);
    for (let length = 4; length < whole.length; length += 1) {
      expect(readImageHeader(whole.subarray(0, length))?.isWhole).toBe(false);
    }
  });
});

describe('GIF', () => {
  it('has its size and the number of frames', () => {
    const animation = gif(30, 20, gifExtension, gifFrame(0, 0, 30, 20), gifFrame(1, 1, 2, 2, true));
    expect(readImageHeader(animation)).toEqual({
      mediaType: 'image/gif',
      size: { width: 30, height: 20 },
      frames: 2,
      passes: 1,
      isWhole: true,
    });
  });

  it('is as large as its largest frame', () => {
    const size = readImageHeader(gif(1, 1, gifFrame(4000, 0, 97, 5), gifFrame(0, 10, 3, 6000)))?.size;
    expect(size).toEqual({ width: 4097, height: 6010 });
  });

  it('is not whole without its end', () => {
    const whole = gif(30, 20, gifFrame(0, 0, 30, 20));
    expect(readImageHeader(whole.subarray(0, whole.length - 1))?.isWhole).toBe(false);
    expect(readImageHeader(whole.subarray(0, whole.length - 4))?.isWhole).toBe(false);
  });

  it('has no size without a frame', () => {
    expect(readImageHeader(gif(30, 20))?.size).toBeNull();
  });
});

describe('WebP', () => {
  it('has the size and the number of frames of an extended file', () => {
    const frame = webpChunk('ANMF', new Array(17).fill(0));
    expect(readImageHeader(webp(canvas(16_384, 5), frame, frame))).toEqual({
      mediaType: 'image/webp',
      size: { width: 16_384, height: 5 },
      frames: 2,
      passes: 1,
      isWhole: true,
    });
  });

  it('has the size of a lossless file', () => {
    const bits = (641 - 1) | ((481 - 1) << 14);
    expect(readImageHeader(webp(webpChunk('VP8L', [0x2f, ...little(bits)]), padding))?.size).toEqual({
      width: 641,
      height: 481,
    });
  });

  it('has the size of a lossy file', () => {
    const lossy = webpChunk('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little16(0x4000 | 640), ...little16(480)]);
    expect(readImageHeader(webp(lossy, padding))?.size).toEqual({ width: 640, height: 480 });
  });

  it('is not whole if it is shorter than its header says', () => {
    const whole = webp(canvas(10, 10), padding);
    expect(readImageHeader(whole)?.isWhole).toBe(true);
    expect(readImageHeader(whole.subarray(0, whole.length - 1))?.isWhole).toBe(false);
  });

  it('has no size if its first chunk is unknown', () => {
    expect(readImageHeader(webp(padding, canvas(10, 10)))?.size).toBeNull();
  });
});

it.each([
  ['nothing', ''],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['another RIFF file', 'RIFF\x04\0\0\0WAVE'],
  ['TIFF', 'II*\0'],
  ['half a signature', '\x89PNG'],
])('recognizes no image in %s', (_, content) => {
  expect(readImageHeader(bytes(content))).toBeNull();
});

it('never throws for random bytes after a signature', () => {
  const signatures = [
    '',
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF\xff\xff\xff\x7fWEBP',
    'RIFF\0\0\0\0WEBPVP8X',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 80 }), (signature, rest) => {
      const header = readImageHeader(bytes(signature, rest));
      expect(header === null || header.frames >= 1).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

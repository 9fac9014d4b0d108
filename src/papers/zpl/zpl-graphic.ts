/** A picture of dots: one byte for each dot, 1 for black, row after row. */
export interface DotPicture {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

/** Letters that repeat the next character: G to Y mean 1 to 19 times, g to z mean 20 to 400 times. */
const ONES = 'GHIJKLMNOPQRSTUVWXY';
const TWENTIES = 'ghijklmnopqrstuvwxyz';

/**
 * Writes a picture as a `^GFA` field in the format's own compression, which every ZPL printer reads. The zlib
 * form `:Z64:` is smaller, but old printers and printers of other makers print it as garbage.
 */
export function graphicField({ width, height, dots }: DotPicture): string {
  const bytesPerRow = Math.ceil(width / 8);
  const total = bytesPerRow * height;
  const rows: string[] = [];
  let before = '';
  for (let y = 0; y < height; y++) {
    const row = compressRow(hexRow(dots.subarray(y * width, (y + 1) * width), bytesPerRow));
    rows.push(row === before ? ':' : row);
    before = row;
  }
  return `^GFA,${total},${total},${bytesPerRow},${rows.join('')}`;
}

function hexRow(dots: Uint8Array, bytesPerRow: number): string {
  let hex = '';
  for (let nibble = 0; nibble < bytesPerRow * 2; nibble++) {
    let value = 0;
    for (let bit = 0; bit < 4; bit++) value = value * 2 + (dots[nibble * 4 + bit] ?? 0);
    hex += value.toString(16).toUpperCase();
  }
  return hex;
}

function compressRow(hex: string): string {
  const end = hex.replace(/(?<!0)0+$/, '');
  const packed = end.replace(/(.)\1{2,}/g, (run, digit: string) => repeatCount(run.length) + digit);
  return end.length < hex.length ? `${packed},` : packed;
}

/** Returns the letters for a count; the sum of their values is the count. */
function repeatCount(count: number): string {
  const most = 'z'.repeat(Math.floor(count / 400));
  const twenties = Math.floor((count % 400) / 20);
  const ones = count % 20;
  return most + (TWENTIES[twenties - 1] ?? '') + (ONES[ones - 1] ?? '');
}

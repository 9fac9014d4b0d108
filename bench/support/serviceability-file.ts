import { readPincodes } from './rate-requests.ts';

const CARRIERS = [
  'k4tq9m2x',
  'h7vd3r8c',
  'w2nz6j5b',
  'p9fg4y7s',
  'd3mx8k6t',
  'r6cb2w9h',
  'z8jq5n3v',
  'b5ys7d4g',
];

/** A CSV file of up to 219,000 serviceability rules for the carriers of the sample rate book. */
export function serviceabilityFile(rows: number, codOf: (row: number) => 'yes' | 'no'): string {
  const pincodes = readPincodes();
  const places = CARRIERS.flatMap((carrier) => [
    ...pincodes.map((pincode) => `${carrier},pincode,${pincode}`),
    ...prefixes().map((prefix) => `${carrier},prefix,${prefix}`),
  ]);
  const lines = places.slice(0, rows).map((place, row) => `${place},yes,yes,${codOf(row)},yes`);
  if (lines.length < rows) throw new Error(`only ${lines.length} rows`);
  return `carrier_id,area_kind,area,pickup,prepaid,cod,reverse\n${lines.join('\n')}\n`;
}

/** Prefixes of five digits, to reach the number. */
function prefixes(): string[] {
  return Array.from({ length: 8_000 }, (_, index) => String(11_000 + index));
}

import type { ZoneOverrideRow } from '../domain/rates/book-rows.ts';
import { ZONES } from '../domain/zones/zone.ts';
import { say } from '../problems/sentence.ts';
import { Cells } from './rate-cells.ts';
import type { KnownNames, RowFormat } from './row-format.ts';

/**
 * Zone overrides: `carrier_id` (empty: the account's zone), `origin` and `destination` (a pincode, a prefix
 * of 1 to 5 digits, or empty for everywhere), `zone` (A to E).
 */
export const ZONE_OVERRIDE_ROWS: RowFormat<ZoneOverrideRow> = {
  columns: ['carrier_id', 'origin', 'destination', 'zone'],
  keyOf: ({ carrierId, origin, destination }) => `${carrierId ?? ''},${origin},${destination}`,
  read(texts, known) {
    const cells = new Cells(texts);
    const origin = pincodeOrPrefix(cells, 'origin', known);
    const destination = pincodeOrPrefix(cells, 'destination', known);
    if (origin === '' && destination === '') {
      cells.refuse('origin', BOTH_EMPTY);
    }
    return cells.finish<ZoneOverrideRow>({
      carrierId: cells.isEmpty('carrier_id') ? null : cells.carrierId('carrier_id', known),
      origin,
      destination,
      zone: cells.oneOf('zone', ZONES) ?? 'A',
    });
  },
  write: ({ carrierId, origin, destination, zone }) => ({
    carrier_id: carrierId ?? '',
    origin,
    destination,
    zone,
  }),
};

const BOTH_EMPTY = say(
  'override_names_nothing',
  'origin and destination are both empty: an override names at least one',
);

function pincodeOrPrefix(cells: Cells, column: string, { directory }: KnownNames): string {
  const digits = cells.text(column);
  if (digits === '') return digits;
  if (!/^[1-9]\d{0,5}$/.test(digits)) {
    cells.refuse(
      column,
      say('no_pincode_or_prefix', '"{value}" is neither a pincode nor a prefix of one', { value: digits }),
    );
  } else if (digits.length === 6 && !directory.has(digits)) {
    cells.refuse(column, say('pincode_is_unknown', '{pincode} is not a known pincode', { pincode: digits }));
  }
  return digits;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readHolidays } from '../../src/data-files/read-holidays.ts';
import { readPincodeDirectory } from '../../src/data-files/read-pincode-directory.ts';
import { readZoneLists } from '../../src/data-files/read-zone-lists.ts';
import { sampleBookRows } from '../../src/data-files/sample-rate-book.ts';
import { WorkingCalendar } from '../../src/domain/calendar/working-calendar.ts';
import type { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import { type BookRows, NO_ROWS } from '../../src/domain/rates/book-rows.ts';
import { type Carrier, USUAL_CUTOFF_MINUTE } from '../../src/domain/rates/carrier.ts';
import { compileDefaultBook } from '../../src/domain/rates/compile-rate-book.ts';
import type { ForwardQuoteRequest, ReturnQuoteRequest } from '../../src/domain/rates/quote.ts';
import type { RateBook, RateGround } from '../../src/domain/rates/rate-book.ts';
import type { RateCard } from '../../src/domain/rates/rate-card.ts';
import { type ServiceabilityRow, ServiceabilityRules } from '../../src/domain/rates/serviceability-rules.ts';
import { compileZoneMap } from '../../src/domain/zones/zone-map.ts';
import { DATA_FOLDER } from '../../src/package-root.ts';

/** A shipped data file as text. */
function dataText(file: string): string {
  return readFileSync(join(DATA_FOLDER, file), 'utf8');
}

/** A shipped data file, parsed. */
export function dataJson(file: string): unknown {
  return JSON.parse(dataText(file));
}

export function readShippedDirectory(): PincodeDirectory {
  const { directory } = readPincodeDirectory(dataText('pincodes.csv'));
  if (directory === null) throw new Error('the shipped pincode directory has a bad row');
  return directory;
}

/** Reads the shipped directory, zones and holidays again. */
function readShippedGround(): RateGround {
  const directory = readShippedDirectory();
  return {
    directory,
    zoneMap: compileZoneMap(directory, readZoneLists(dataJson('zones.json'))),
    calendar: new WorkingCalendar(readHolidays(dataJson('holidays.in.json'))),
  };
}

let ground: RateGround | undefined;

/** The shipped directory, zones and holidays, read once for a test file. */
export function shippedGround(): RateGround {
  ground ??= readShippedGround();
  return ground;
}

export function sampleRows(): BookRows {
  return sampleBookRows(dataJson('rates.json'));
}

/** The sample rate book on the shipped data. */
export function sampleBook(): RateBook {
  return compileDefaultBook(shippedGround(), sampleRows(), 1);
}

/** A rate book with only these rows. */
export function bookOf(rows: Partial<BookRows>, version = 1): RateBook {
  return compileDefaultBook(shippedGround(), { ...NO_ROWS, ...rows }, version);
}

/** A carrier that takes everything, with changes. */
export function carrierOf(carrier: Partial<Carrier> & { readonly id: string }): Carrier {
  return {
    name: `Carrier ${carrier.id}`,
    code: carrier.id,
    serviceLevel: 'standard',
    mode: 'surface',
    isFast: false,
    isPrime: false,
    maxWeightGrams: 10_000_000,
    maxSideCm: null,
    maxSidesCm: null,
    codLimitPaise: null,
    cutoffMinute: USUAL_CUTOFF_MINUTE,
    transitDays: [1, 2, 3, 4, 5],
    adapter: 'offline',
    courierProduct: '',
    courierName: null,
    helpline: null,
    ...carrier,
  };
}

/** A forward parcel of 500 g from Delhi to Bengaluru, prepaid, with changes. */
export function forwardRequest(changes: Partial<ForwardQuoteRequest> = {}): ForwardQuoteRequest {
  return { journey: 'forward', ...PARCEL, codValue: null, ...changes };
}

/** A return of 500 g from Delhi to Bengaluru with a quality check, with changes. */
export function returnRequest(changes: Partial<ReturnQuoteRequest> = {}): ReturnQuoteRequest {
  return { journey: 'return', ...PARCEL, qcApplicable: true, ...changes };
}

const PARCEL = {
  originPincode: '110001',
  destinationPincode: '560001',
  deadWeight: '500',
  length: '10',
  width: '10',
  height: '10',
};

/** Serviceability rules. A rule is for carrier `x` everywhere, and leaves each duty open that it does not name. */
export function rulesOf(rules: readonly Partial<ServiceabilityRow>[]): ServiceabilityRules {
  const open = { pickup: null, prepaid: null, cod: null, reverse: null };
  return ServiceabilityRules.of(
    shippedGround().directory,
    rules.map((rule) => ({ carrierId: 'x', areaKind: 'everywhere', area: '', ...open, ...rule })),
  );
}

/** A rate card with changes: Rs 30 to 70 and Rs 10 to 50 by zone, for slabs of 500 g. */
export function rateCardOf(card: Partial<RateCard> & { readonly carrierId: string }): RateCard {
  return {
    firstSlabGrams: 500,
    furtherSlabGrams: 500,
    forward: { first: [3000, 4000, 5000, 6000, 7000], further: [1000, 2000, 3000, 4000, 5000] },
    codFlatPaise: 3500,
    codShare: 18_000,
    rto: { factor: 900_000 },
    reverse: { first: [4000, 5000, 6000, 7000, 8000], further: [2000, 3000, 4000, 5000, 6000] },
    qcFeePaise: 1500,
    ...card,
  };
}

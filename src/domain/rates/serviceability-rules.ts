import { readCityName } from '../pincodes/city-name.ts';
import type { PincodeDirectory } from '../pincodes/pincode-directory.ts';
import { STATE_CODES } from '../pincodes/states.ts';

export const CARRIER_DUTIES = ['pickup', 'prepaid', 'cod', 'reverse'] as const;

/** `pickup` of forward parcels, `prepaid` and `cod` delivery, `reverse` pickup from customers. */
export type CarrierDuty = (typeof CARRIER_DUTIES)[number];

/** Kinds of areas that a rule can name, the least specific first. */
export const AREA_KINDS = ['everywhere', 'state', 'city', 'prefix', 'pincode'] as const;
export type AreaKind = (typeof AREA_KINDS)[number];

/**
 * A rule about a carrier's services in an area. Key: `carrierId`, `areaKind`, `area`.
 *
 * The most specific rule that says yes or no decides each duty: first a rule for a pincode, then for a prefix
 * (longer ones first), a city, a state, and everywhere. An account's rules come before the default book's
 * rules, however specific these are. If no rule decides, the carrier has the duty.
 */
export interface ServiceabilityRow {
  readonly carrierId: string;
  readonly areaKind: AreaKind;
  /** `''` for everywhere, `KA`, `KA:Bengaluru`, a prefix of 1 to 5 digits, or a pincode. */
  readonly area: string;
  /** True serves, false does not, null leaves the decision to a less specific rule. */
  readonly pickup: boolean | null;
  readonly prepaid: boolean | null;
  readonly cod: boolean | null;
  readonly reverse: boolean | null;
}

/** An area found in a directory: `rank` says how specific it is, `number` identifies it. */
interface Area {
  readonly rank: number;
  readonly number: number;
}

const EVERYWHERE_RANK = 0;
const STATE_RANK = 1;
const CITY_RANK = 2;
/** A prefix of n digits has rank n + 2. */
const PREFIX_RANK = 2;
const PINCODE_RANK = 8;
const RANKS = 9;

/**
 * Serviceability rules, packed while they are read: three small integers for each rule, so that 200,000 rows
 * from a cursor take 5 MB instead of 30. All rules belong to one directory.
 */
export class ServiceabilityRules {
  readonly directory: PincodeDirectory;
  /** The number of rows with an unknown area, which are ignored. */
  unknownAreas = 0;
  readonly #carrierNumbers = new Map<string, number>();
  readonly #rowCounts: number[] = [];
  readonly #byRank: number[][] = Array.from({ length: RANKS }, () => []);

  constructor(directory: PincodeDirectory) {
    this.directory = directory;
  }

  static of(directory: PincodeDirectory, rows: Iterable<ServiceabilityRow>): ServiceabilityRules {
    const rules = new ServiceabilityRules(directory);
    for (const row of rows) rules.add(row);
    return rules;
  }

  /** Adds a row. A later row with the same key replaces it. */
  add(row: ServiceabilityRow): void {
    const area = this.#areaOf(row);
    if (area === null) {
      this.unknownAreas += 1;
      return;
    }
    let carrier = this.#carrierNumbers.get(row.carrierId);
    if (carrier === undefined) {
      carrier = this.#carrierNumbers.size;
      this.#carrierNumbers.set(row.carrierId, carrier);
    }
    this.#rowCounts[carrier] = (this.#rowCounts[carrier] ?? 0) + 1;
    this.#byRank[area.rank]?.push(carrier, area.number, packDecisions(row));
  }

  get carrierIds(): readonly string[] {
    return [...this.#carrierNumbers.keys()];
  }

  rowsOf(carrierId: string): number {
    return this.#rowCounts[this.#carrierNumbers.get(carrierId) ?? -1] ?? 0;
  }

  get size(): number {
    return this.#rowCounts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Calls `apply` for every rule and each of its places, the least specific rule first, so that a later call
   * overrides an earlier one. `carrier` is an index into `carrierIds`; bit n of `yes` and `no` stands for
   * entry n of `CARRIER_DUTIES`.
   */
  forEachPlace(apply: (carrier: number, place: number, yes: number, no: number) => void): void {
    for (const [rank, packed] of this.#byRank.entries()) {
      for (let at = 0; at < packed.length; at += 3) {
        const carrier = packed[at] ?? 0;
        const decisions = packed[at + 2] ?? 0;
        const yes = decisions & ALL_DUTIES;
        const no = decisions >> CARRIER_DUTIES.length;
        const { places, from, to } = this.#placesOf(rank, packed[at + 1] ?? 0);
        for (let index = from; index < to; index += 1) {
          apply(carrier, places === null ? index : (places[index] ?? 0), yes, no);
        }
      }
    }
  }

  #areaOf({ areaKind, area }: ServiceabilityRow): Area | null {
    switch (areaKind) {
      case 'everywhere':
        return { rank: EVERYWHERE_RANK, number: 0 };
      case 'state':
        return known(STATE_RANK, STATE_CODES.indexOf(area));
      case 'city':
        return known(CITY_RANK, this.directory.cityNumber(readCityName(area)));
      case 'prefix':
        return { rank: PREFIX_RANK + area.length, number: Number(area) };
      case 'pincode':
        return known(PINCODE_RANK, this.directory.placeOf(area));
    }
  }

  #placesOf(rank: number, number: number): PlaceList {
    switch (rank) {
      case EVERYWHERE_RANK:
        return { places: null, from: 0, to: this.directory.size };
      case STATE_RANK:
        return wholeList(this.directory.placesOfState(number));
      case CITY_RANK:
        return wholeList(this.directory.placesOfCity(number));
      case PINCODE_RANK:
        return { places: null, from: number, to: number + 1 };
      default:
        return { places: null, ...this.directory.placesOfPrefix(String(number)) };
    }
  }
}

/** The places `from` to `to - 1`; with a list, its entries at these indexes. */
interface PlaceList {
  readonly places: Uint16Array | null;
  readonly from: number;
  readonly to: number;
}

function wholeList(places: Uint16Array): PlaceList {
  return { places, from: 0, to: places.length };
}

const ALL_DUTIES = (1 << CARRIER_DUTIES.length) - 1;

function packDecisions(row: ServiceabilityRow): number {
  let decisions = 0;
  for (const [index, duty] of CARRIER_DUTIES.entries()) {
    if (row[duty] === true) decisions |= 1 << index;
    if (row[duty] === false) decisions |= 1 << (index + CARRIER_DUTIES.length);
  }
  return decisions;
}

function known(rank: number, number: number): Area | null {
  return number < 0 ? null : { rank, number };
}

import type { CityName } from './city-name.ts';
import { STATE_CODES, stateName } from './states.ts';

/** One row of the directory as shown: in `GET /pincodes/:pincode`, and in forms that fill in the city. */
export interface PincodeEntry {
  readonly pincode: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly state_code: string;
}

export interface PincodeRow {
  readonly pincode: number;
  readonly stateCode: string;
  readonly district: string;
  readonly city: string;
}

const FIRST_PINCODE = 100_000;
const LAST_PINCODE = 999_999;
const DIGITS = 6;
/** The first digits that tell the area of a pincode, and the number of its pincodes. */
const AREA_DIGITS = 3;
const AREA_SPAN = 1_000;
/** Pincodes of the Army Postal Service begin here. */
const FIRST_OF_ARMY = 900_000;

/** Tells whether a pincode is one of the Army Postal Service. */
export function isArmyPincode(pincode: string): boolean {
  return digitsOf(pincode) >= FIRST_OF_ARMY;
}

/** The number of a pincode; -1 if it is not six digits. */
function digitsOf(pincode: string): number {
  if (pincode.length !== DIGITS) return -1;
  let value = 0;
  for (let at = 0; at < DIGITS; at += 1) {
    const digit = pincode.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** The largest number of rows that the 16-bit indexes of compiled books can hold; India uses 19,400. */
export const MOST_PINCODES = 65_535;

/**
 * Every known pincode, in a few typed arrays. A pincode has a *place* (0 to `size - 1`, ascending by
 * pincode), and all compiled tables (zones, serviceability) are indexed by place, so that a quote reads no
 * string and no map.
 *
 * A directory never changes. A newer file makes a new directory with other places, so code that stores a
 * place must store its directory too.
 */
export class PincodeDirectory {
  readonly size: number;
  /** Indexed by place. */
  readonly pincodes: Uint32Array;
  /** Indexed by place: an index into `STATE_CODES`. */
  readonly stateOf: Uint8Array;
  /** Indexed by place: the city's number. Places of the same city in the same state have the same number. */
  readonly cityOf: Uint16Array;
  readonly #districtOf: Uint16Array;
  readonly #districts: readonly string[];
  readonly #cities: readonly string[];
  readonly #cityNumbers: ReadonlyMap<string, number>;
  readonly #placesByCity: Members;
  readonly #placesByState: Members;
  /**
   * Place + 1 by pincode; 0 for none. 1.8 MB once per process. Compared with a `Map<string, number>`:
   * half the time for a lookup, and nothing for the garbage collector to walk.
   */
  readonly #placeAfter: Uint16Array;

  /** `rows` must contain no pincode twice, only known state codes, and at most `MOST_PINCODES` rows. */
  constructor(rows: readonly PincodeRow[]) {
    const sorted = rows.toSorted((a, b) => a.pincode - b.pincode);
    this.size = sorted.length;
    this.pincodes = new Uint32Array(this.size);
    this.stateOf = new Uint8Array(this.size);
    this.cityOf = new Uint16Array(this.size);
    this.#districtOf = new Uint16Array(this.size);
    this.#placeAfter = new Uint16Array(LAST_PINCODE - FIRST_PINCODE + 1);
    const states = new Map(STATE_CODES.map((code, index) => [code, index]));
    const districts = new Map<string, number>();
    const cities = new Map<string, number>();
    const cityNames: string[] = [];
    for (const [place, row] of sorted.entries()) {
      this.pincodes[place] = row.pincode;
      this.stateOf[place] = states.get(row.stateCode) ?? 0;
      this.#districtOf[place] = numberOf(districts, row.district);
      const city = numberOf(cities, cityKey(row.stateCode, row.city));
      cityNames[city] = row.city;
      this.cityOf[place] = city;
      this.#placeAfter[row.pincode - FIRST_PINCODE] = place + 1;
    }
    this.#districts = [...districts.keys()];
    this.#cities = cityNames;
    this.#cityNumbers = cities;
    this.#placesByCity = groupPlaces(this.cityOf, cities.size);
    this.#placesByState = groupPlaces(this.stateOf, STATE_CODES.length);
  }

  /** The place of a pincode, or -1 if it is not six digits or not in the directory. */
  placeOf(pincode: string): number {
    return (this.#placeAfter[digitsOf(pincode) - FIRST_PINCODE] ?? 0) - 1;
  }

  /**
   * The place of a pincode. For one that the directory lacks, because it is new, the nearest place with the same first three digits: they
   * are one sorting district of the post. -1 if the directory has none, and for Army pincodes that it lacks.
   */
  placeNear(pincode: string): number {
    const exact = this.placeOf(pincode);
    const value = digitsOf(pincode);
    if (exact >= 0 || value < FIRST_PINCODE || value >= FIRST_OF_ARMY) return exact;
    const after = this.#firstPlaceAtOrAfter(value);
    const distanceTo = (place: number) => {
      const other = this.pincodes[place] ?? 0;
      return Math.trunc(other / AREA_SPAN) === Math.trunc(value / AREA_SPAN)
        ? Math.abs(other - value)
        : Infinity;
    };
    const nearest = distanceTo(after) < distanceTo(after - 1) ? after : after - 1;
    return distanceTo(nearest) === Infinity ? -1 : nearest;
  }

  /** City, district and state of the place of `placeNear`; null if there is none. */
  findNear(pincode: string): PincodeEntry | null {
    const place = this.placeNear(pincode);
    return place < 0 ? null : { ...this.entryAt(place), pincode };
  }

  /** The code of the state of a pincode, also if only its first three digits are known and all of one state; else null. */
  stateCodeOf(pincode: string): string | null {
    const exact = this.placeOf(pincode);
    if (exact >= 0) return this.stateCodeAt(exact);
    if (this.placeNear(pincode) < 0) return null;
    const { from, to } = this.placesOfPrefix(pincode.slice(0, AREA_DIGITS));
    const states = new Set(this.stateOf.subarray(from, to));
    return states.size === 1 ? this.stateCodeAt(from) : null;
  }

  has(pincode: string): boolean {
    return this.placeOf(pincode) >= 0;
  }

  pincodeAt(place: number): string {
    return String(this.pincodes[place] ?? '');
  }

  stateCodeAt(place: number): string {
    return STATE_CODES[this.stateOf[place] ?? 0] ?? '';
  }

  /** City, district and state of a pincode; null if it is not in the directory. */
  find(pincode: string): PincodeEntry | null {
    const place = this.placeOf(pincode);
    return place < 0 ? null : this.entryAt(place);
  }

  entryAt(place: number): PincodeEntry {
    const code = this.stateCodeAt(place);
    return {
      pincode: this.pincodeAt(place),
      city: this.#cities[this.cityOf[place] ?? 0] ?? '',
      district: this.#districts[this.#districtOf[place] ?? 0] ?? '',
      state: stateName(code),
      state_code: code,
    };
  }

  /** The number of a city, as in `cityOf`; -1 if the state has no such city. */
  cityNumber({ stateCode, city }: CityName): number {
    return this.#cityNumbers.get(cityKey(stateCode, city)) ?? -1;
  }

  /** The places of a city, ascending. */
  placesOfCity(cityNumber: number): Uint16Array {
    return membersOf(this.#placesByCity, cityNumber);
  }

  /** The places of a state, ascending. @param state an index into `STATE_CODES` */
  placesOfState(state: number): Uint16Array {
    return membersOf(this.#placesByState, state);
  }

  /**
   * The places with pincodes that begin with `prefix` (one to six digits), as `[from, to)`: they are
   * adjacent, because places ascend by pincode.
   */
  placesOfPrefix(prefix: string): { readonly from: number; readonly to: number } {
    const span = 10 ** (DIGITS - prefix.length);
    const first = Number(prefix) * span;
    return { from: this.#firstPlaceAtOrAfter(first), to: this.#firstPlaceAtOrAfter(first + span) };
  }

  /** The estimated memory of the arrays and names, in bytes. */
  get memoryBytes(): number {
    const perPlace = 4 + 1 + 2 + 2 + 2 + 2;
    const namesAndMaps = (this.#cities.length + this.#districts.length) * 120;
    return this.#placeAfter.byteLength + this.size * perPlace + namesAndMaps;
  }

  #firstPlaceAtOrAfter(pincode: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.pincodes[middle] ?? 0) < pincode) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Places grouped by a small number: those of group `n` are `places[starts[n]]` to `places[starts[n + 1] - 1]`. */
interface Members {
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
}

function groupPlaces(groupOf: ArrayLike<number>, groups: number): Members {
  const starts = new Uint32Array(groups + 1);
  for (let place = 0; place < groupOf.length; place += 1) {
    const after = (groupOf[place] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let group = 0; group < groups; group += 1) {
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  }
  const places = new Uint16Array(groupOf.length);
  const next = starts.slice();
  for (let place = 0; place < groupOf.length; place += 1) {
    const group = groupOf[place] ?? 0;
    const at = next[group] ?? 0;
    places[at] = place;
    next[group] = at + 1;
  }
  return { starts, places };
}

function membersOf({ starts, places }: Members, group: number): Uint16Array {
  return places.subarray(starts[group], starts[group + 1]);
}

/** Cities are compared by state and name together: two states have a Bilaspur. */
function cityKey(stateCode: string, city: string): string {
  return `${stateCode}:${city}`;
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  numbers.set(name, numbers.size);
  return numbers.size - 1;
}

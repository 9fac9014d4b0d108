import type { PincodeDirectory } from './pincode-directory.ts';
import { stateCodeOf } from './states.ts';

export interface WrittenPlace {
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
}

const AREA_DIGITS = 3;

/** Cities that many people still write by an old name, in lower case. */
const RENAMED = new Map([
  ['allahabad', 'prayagraj'],
  ['banaras', 'varanasi'],
  ['bangalore', 'bengaluru'],
  ['baroda', 'vadodara'],
  ['belgaum', 'belagavi'],
  ['bombay', 'mumbai'],
  ['calcutta', 'kolkata'],
  ['calicut', 'kozhikode'],
  ['gurgaon', 'gurugram'],
  ['madras', 'chennai'],
  ['mysore', 'mysuru'],
  ['pondicherry', 'puducherry'],
  ['poona', 'pune'],
  ['trivandrum', 'thiruvananthapuram'],
  ['vizag', 'visakhapatnam'],
]);

/**
 * Tells whether a city or state certainly does not belong to its pincode. People write localities and
 * misspellings, so a name is doubted only if it is known to be somewhere else.
 */
export class PlaceNames {
  readonly #directory: PincodeDirectory;
  /** The areas (first three digits of pincodes) of each city and district. */
  readonly #areas = new Map<string, Set<string>>();

  constructor(directory: PincodeDirectory) {
    this.#directory = directory;
    for (let place = 0; place < directory.size; place += 1) {
      const { pincode, city, district } = directory.entryAt(place);
      for (const name of new Set([city, district])) this.#add(name, areaOf(pincode));
    }
  }

  /** Tells whether the city is the name of another place, far from the pincode. */
  isCityElsewhere({ pincode, city }: WrittenPlace): boolean {
    const letters = lettersOf(city);
    const areas = this.#areas.get(letters) ?? this.#areas.get(RENAMED.get(letters) ?? '');
    return areas !== undefined && !areas.has(areaOf(pincode));
  }

  /** Tells whether the state, by name or code, differs from that of the pincode. */
  isStateElsewhere({ pincode, state }: WrittenPlace): boolean {
    const code = stateCodeOf(state);
    return code !== null && code !== this.#directory.find(pincode)?.state_code;
  }

  /** City and state of a pincode of the directory; null for another. */
  placeOf(pincode: string): Pick<WrittenPlace, 'city' | 'state'> | null {
    return this.#directory.find(pincode);
  }

  #add(name: string, area: string): void {
    const letters = lettersOf(name);
    const areas = this.#areas.get(letters);
    if (areas === undefined) this.#areas.set(letters, new Set([area]));
    else areas.add(area);
  }
}

const ofDirectory = new WeakMap<PincodeDirectory, PlaceNames>();

/** The names of a directory, cached, because making them takes some 20 milliseconds. */
export function placeNamesOf(directory: PincodeDirectory): PlaceNames {
  let names = ofDirectory.get(directory);
  if (names === undefined) {
    names = new PlaceNames(directory);
    ofDirectory.set(directory, names);
  }
  return names;
}

function areaOf(pincode: string): string {
  return pincode.slice(0, AREA_DIGITS);
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/\P{L}/gu, '');
}

import type { PincodeDirectory, PincodeEntry } from './pincode-directory.ts';
import { stateCodeOf } from './states.ts';

export interface WrittenPlace {
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
}

/** Cities that many people still write by an old name, in lower case. */
const RENAMED = new Map([
  ['allahabad', 'prayagraj'],
  ['banaras', 'varanasi'],
  ['bangalore', 'bengaluru'],
  ['baroda', 'vadodara'],
  ['belgaum', 'belagavi'],
  ['bijapur', 'vijayapura'],
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

/** Cities so large that a place of this name elsewhere is not meant, in lower case. */
const METROS = new Set([
  'ahmedabad',
  'bengaluru',
  'chennai',
  'delhi',
  'hyderabad',
  'kolkata',
  'mumbai',
  'newdelhi',
  'pune',
]);

/**
 * Tells whether a city or state certainly does not belong to its pincode. People write localities and
 * misspellings, and many places share a name, so a name is doubted only if it is known to be in other states alone.
 */
export class PlaceNames {
  readonly #directory: PincodeDirectory;
  /** The states of each city and district. */
  readonly #states = new Map<string, Set<string>>();

  constructor(directory: PincodeDirectory) {
    this.#directory = directory;
    for (let place = 0; place < directory.size; place += 1) {
      const { state_code, city, district } = directory.entryAt(place);
      for (const name of new Set([city, district])) this.#add(name, state_code);
    }
  }

  /** Tells whether the city is in other states alone. If the state fits the pincode, only a metro is doubted. */
  isCityElsewhere(written: WrittenPlace): boolean {
    const here = this.#directory.stateCodeOf(written.pincode);
    const letters = lettersOf(written.city);
    const names = [letters, RENAMED.get(letters) ?? ''];
    const states = names.flatMap((name) => [...(this.#states.get(name) ?? [])]);
    if (here === null || states.length === 0 || states.includes(here)) return false;
    return stateCodeOf(written.state) !== here || names.some((name) => METROS.has(name));
  }

  /** Tells whether the state, by name or code, differs from that of the pincode. */
  isStateElsewhere({ pincode, state }: WrittenPlace): boolean {
    const [code, here] = [stateCodeOf(state), this.#directory.stateCodeOf(pincode)];
    return code !== null && here !== null && code !== here;
  }

  /** Tells whether the directory has a pincode. */
  has(pincode: string): boolean {
    return this.#directory.has(pincode);
  }

  /** The place of a pincode, or the nearest one, if the directory lacks the pincode. */
  placeOf(pincode: string): PincodeEntry | null {
    return this.#directory.findNear(pincode);
  }

  #add(name: string, state: string): void {
    const letters = lettersOf(name);
    const states = this.#states.get(letters);
    if (states === undefined) this.#states.set(letters, new Set([state]));
    else states.add(state);
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

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/\P{L}/gu, '');
}

import type { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import { STATE_CODES } from '../../src/domain/pincodes/states.ts';
import { type Random, Weighted } from './random.ts';

export interface DemoPlace {
  readonly pincode: string;
  readonly city: string;
  readonly state: string;
}

/** The larger cities with their inhabitants in hundred thousands, in about 2011. */
const CITIES = `
  MH:Mumbai 124, DL:Delhi 110, KA:Bengaluru 84, TS:Hyderabad 68, GJ:Ahmedabad 56, TN:Chennai 46, WB:Kolkata 45,
  GJ:Surat 45, MH:Pune 31, RJ:Jaipur 30, UP:Lucknow 28, UP:Kanpur 28, MH:Nagpur 24, MP:Indore 20, MH:Thane 18,
  MP:Bhopal 18, AP:Visakhapatnam 17, BR:Patna 17, GJ:Vadodara 17, UP:Ghaziabad 16, PB:Ludhiana 16, UP:Agra 16,
  MH:Nashik 15, HR:Faridabad 14, UP:Meerut 13, GJ:Rajkot 13, UP:Varanasi 12, JK:Srinagar 12, MH:Aurangabad 12,
  JH:Dhanbad 12, PB:Amritsar 11, MH:Navi Mumbai 11, UP:Prayagraj 11, JH:Ranchi 11, WB:Howrah 11, TN:Coimbatore 11,
  MP:Jabalpur 11, MP:Gwalior 11, AP:Vijayawada 10, RJ:Jodhpur 10, TN:Madurai 10, CG:Raipur 10, RJ:Kota 10,
  AS:Guwahati 10, CH:Chandigarh 10, TN:Tiruchirappalli 9, KA:Mysuru 9, HR:Gurugram 9, UP:Noida 6, KL:Kochi 6,
  KL:Thiruvananthapuram 8, OD:Bhubaneswar 8, UK:Dehradun 6, JK:Jammu 5, PY:Puducherry 3, KA:Mangaluru 5, TN:Salem 8,
  UP:Bareilly 9, OD:Cuttack 6, KL:Kozhikode 6, TR:Agartala 4, ML:Shillong 2, MN:Imphal 3, HP:Shimla 2`;

/** The states with their inhabitants in hundred thousands. */
const STATES = `
  UP 1860, BR 1020, MH 890, WB 850, MP 660, RJ 630, TN 620, KA 510, AP 460, GJ 470, OD 400, TS 280, KL 310, JH 300,
  AS 300, PB 250, CG 245, HR 230, JK 105, UK 95, HP 66, TR 32, ML 27, MN 25, NL 20, GA 15, AR 14, PY 9, MZ 11,
  SK 6, AN 4, DH 6, LA 3, LD 1, DL 57`;

/** The factor by which people in the larger cities order more than others. */
const CITY_APPETITE = 3;

/** Draws the pincodes of customers, by the population of cities and states. */
export class Places {
  readonly #directory: PincodeDirectory;
  readonly #areas: Weighted<Uint16Array>;

  constructor(directory: PincodeDirectory) {
    this.#directory = directory;
    const entries: [Uint16Array, number][] = [
      ...read(CITIES).map(([name, people]): [Uint16Array, number] => {
        const [stateCode = '', city = ''] = name.split(':');
        const number = directory.cityNumber({ stateCode, city });
        return [number < 0 ? new Uint16Array() : directory.placesOfCity(number), people * CITY_APPETITE];
      }),
      ...read(STATES).map(([code, people]): [Uint16Array, number] => [
        directory.placesOfState(STATE_CODES.indexOf(code)),
        people,
      ]),
    ];
    // The operator's own directory may lack some of these places.
    const present = entries.filter(([places]) => places.length > 0);
    this.#areas = new Weighted(
      present.length > 0 ? present : [[Uint16Array.from({ length: directory.size }, (_, place) => place), 1]],
    );
  }

  draw(random: Random): DemoPlace {
    const places = this.#areas.draw(random);
    const { pincode, city, state } = this.#directory.entryAt(places[random.below(places.length)] ?? 0);
    return { pincode, city: city.replace(/ Rural$/, ''), state };
  }
}

function read(text: string): [string, number][] {
  return text
    .trim()
    .split(/,\s+/)
    .map((entry) => {
      const blank = entry.lastIndexOf(' ');
      return [entry.slice(0, blank), Number(entry.slice(blank + 1))];
    });
}

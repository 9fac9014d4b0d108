import type { Sentence } from '../../problems/sentence.ts';
import { ZONES, type ZoneWord, zoneWord } from '../zones/zone.ts';
import { type Carrier, OFFLINE } from './carrier.ts';
import { courierNameOf } from './courier-name.ts';
import { type LeftOutReason, leftOutSentence, withoutStanding } from './left-out.ts';
import type { RateBook } from './rate-book.ts';
import { setStart } from './serviceability.ts';
import { CARRIER_DUTIES, type CarrierDuty } from './serviceability-rules.ts';

export interface AccountCarrier {
  readonly carrier: Carrier;
  /** The courier's name for customers. */
  readonly courierName: string;
  /** The reason why it is not offered for forward parcels, to follow its name in a sentence; else null. */
  readonly notOffered: Sentence | null;
  readonly notOfferedReason: LeftOutReason | null;
  /** The name of its courier; null if it needs no courier account. */
  readonly courier: string | null;
  /** True for a carrier without a courier that is only booked by name (`CarrierConnection`). */
  readonly isSample: boolean;
  readonly hasRateCard: boolean;
  readonly takesReturns: boolean;
  readonly checksQuality: boolean;
  /** Working days from pickup to delivery. */
  readonly transitDays: Readonly<Record<ZoneWord, number>>;
  /** For each duty, the number of pincodes that it serves. */
  readonly pincodesServed: Readonly<Record<CarrierDuty, number>>;
}

/** Lists the carriers of a book by name, including switched-off carriers. */
export function listAccountCarriers(book: RateBook): AccountCarrier[] {
  const served = countPincodesServed(book);
  return book.carriers.map((one, index) => {
    const { carrier } = one;
    const why: LeftOutReason | null = withoutStanding(one, 'forward');
    return {
      carrier,
      courierName: carrier.courierName ?? courierNameOf(carrier.name),
      notOffered: why === null ? null : leftOutSentence(why, carrier),
      notOfferedReason: why,
      courier: carrier.adapter === OFFLINE ? null : carrier.adapter,
      isSample: one.connection.kind === 'sample',
      hasRateCard: one.pricing !== null,
      takesReturns: withoutStanding(one, 'return') === null,
      checksQuality: withoutStanding(one, 'returnWithQc') === null,
      transitDays: Object.fromEntries(
        ZONES.map((zone, number) => [zoneWord(zone), carrier.transitDays[number] ?? 0]),
      ) as Record<ZoneWord, number>,
      pincodesServed: Object.fromEntries(
        CARRIER_DUTIES.map((duty, number) => [duty, served[index]?.[number] ?? 0]),
      ) as Record<CarrierDuty, number>,
    };
  });
}

/** Counts by carrier and duty. Most pincodes share their carriers, so each combination is computed once. */
function countPincodesServed({ serviceability, carriers, directory }: RateBook): number[][] {
  const counts = carriers.map(() => CARRIER_DUTIES.map(() => 0));
  const pincodesOfClass = new Map<number, { readonly place: number; pincodes: number }>();
  for (let place = 0; place < directory.size; place += 1) {
    const number = serviceability.classOf[place] ?? 0;
    const found = pincodesOfClass.get(number);
    if (found === undefined) pincodesOfClass.set(number, { place, pincodes: 1 });
    else found.pincodes += 1;
  }
  for (const { place, pincodes } of pincodesOfClass.values()) {
    for (const duty of CARRIER_DUTIES.keys()) {
      const start = setStart(serviceability, place, duty);
      for (const [index, ofCarrier] of counts.entries()) {
        const word = serviceability.sets[start + (index >>> 5)] ?? 0;
        if (((word >>> (index & 31)) & 1) === 1) ofCarrier[duty] = (ofCarrier[duty] ?? 0) + pincodes;
      }
    }
  }
  return counts;
}

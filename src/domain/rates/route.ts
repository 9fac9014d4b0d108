import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { zoneBetween } from '../zones/zone-map.ts';
import { overriddenZone, type ZoneOverrides } from '../zones/zone-overrides.ts';
import type { BookCarrier, RateBook } from './rate-book.ts';

/** The two ends of a journey, in a book's directory. */
export interface Route {
  readonly origin: number;
  readonly destination: number;
  readonly originPincode: number;
  readonly destinationPincode: number;
  readonly zone: number;
}

/** Finds both pincodes and their zone; a pincode that the directory lacks is at the nearest place. @throws Problem `refused`, naming each unknown pincode */
export function findRoute(book: RateBook, originPincode: string, destinationPincode: string): Route {
  const { directory } = book;
  const origin = directory.placeNear(originPincode);
  const destination = directory.placeNear(destinationPincode);
  if (origin < 0 || destination < 0) {
    const unknown = [
      ...(origin < 0 ? [originPincode] : []),
      ...(destination < 0 ? [destinationPincode] : []),
    ];
    throw refused(
      unknown.map((pincode) => say('pincode_is_unknown', '{pincode} is not a known pincode', { pincode })),
    );
  }
  const from = Number(originPincode);
  const to = Number(destinationPincode);
  const overridden = firstOverride(book.zoneOverrides, from, to);
  return {
    origin,
    destination,
    originPincode: from,
    destinationPincode: to,
    zone: overridden >= 0 ? overridden : zoneBetween(book.zoneMap, origin, destination),
  };
}

/** The number of the zone for a carrier's price. */
export function carrierZone({ zoneOverrides }: BookCarrier, route: Route): number {
  const overridden = firstOverride(zoneOverrides, route.originPincode, route.destinationPincode);
  return overridden >= 0 ? overridden : route.zone;
}

function firstOverride(scopes: readonly ZoneOverrides[], origin: number, destination: number): number {
  for (const overrides of scopes) {
    const zone = overriddenZone(overrides, origin, destination);
    if (zone >= 0) return zone;
  }
  return -1;
}

import { type Zone, zoneLetter } from '../zones/zone.ts';
import type { Carrier } from './carrier.ts';
import type { RateBook } from './rate-book.ts';
import { findRoute } from './route.ts';
import { journeyDuties, servingCarriers } from './serving-carriers.ts';

/** A route, with its direction and payment: the input of `POST /serviceability`. */
export interface ServiceabilityRequest {
  readonly journey: 'forward' | 'return';
  readonly originPincode: string;
  readonly destinationPincode: string;
  /** Ignored for a return. */
  readonly payment: 'cod' | 'prepaid';
}

export interface ServiceabilityAnswer {
  readonly zone: Zone;
  /** Sorted by name. */
  readonly carriers: readonly Carrier[];
  readonly bookVersion: number;
}

/**
 * The carriers of a book that serve a route, for any parcel. A carrier that collects no cash at all does not
 * serve COD; a carrier without quality checks still serves returns.
 *
 * @throws Problem `refused` if a pincode is not in the book's directory
 */
export function listServiceable(book: RateBook, request: ServiceabilityRequest): ServiceabilityAnswer {
  const route = findRoute(book, request.originPincode, request.destinationPincode);
  const isCod = request.journey === 'forward' && request.payment === 'cod';
  const duties = journeyDuties(request.journey, isCod);
  const carriers = servingCarriers(book, route, duties, request.journey).map(({ carrier }) => carrier);
  return {
    zone: zoneLetter(route.zone),
    carriers: isCod ? carriers.filter(({ codLimitPaise }) => codLimitPaise !== 0) : carriers,
    bookVersion: book.version,
  };
}

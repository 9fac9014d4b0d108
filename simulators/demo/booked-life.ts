import { indiaDay } from '../../src/domain/india-time.ts';
import type { PincodeDirectory } from '../../src/domain/pincodes/pincode-directory.ts';
import type { BookingTerms } from '../../src/storage/booking/bookings.ts';
import type { LifeGround } from './sample-life.ts';

/** Returns the conditions for the life of a shipment that was booked at this time, in epoch milliseconds. */
export function bookedLifeGround(
  directory: PincodeDirectory,
  bookedAt: number,
  terms: Pick<
    BookingTerms,
    'originPincode' | 'destinationPincode' | 'expectedPickupDate' | 'expectedDeliveryDate'
  >,
): LifeGround {
  return {
    bookedAt,
    pickupDay: dayOf(terms.expectedPickupDate),
    deliveryDay: dayOf(terms.expectedDeliveryDate),
    origin: cityOf(directory, terms.originPincode),
    destination: cityOf(directory, terms.destinationPincode),
  };
}

/** A date as a day number like those of `indiaDay`; noon in UTC is still the same day in India. */
export function dayOf(date: string): number {
  return indiaDay(Date.parse(`${date}T12:00:00Z`));
}

function cityOf(directory: PincodeDirectory, pincode: string): string {
  return directory.find(pincode)?.city.replace(/ Rural$/, '') ?? pincode;
}

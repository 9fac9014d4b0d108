import type { BookingRequest } from './carrier-adapter.ts';

/** The value of a parcel that a courier is told: the order's total. Couriers collect no more than that. */
export function declaredPaise({
  totalPricePaise,
  codAmountPaise,
}: Pick<BookingRequest, 'totalPricePaise' | 'codAmountPaise'>): number {
  return Math.max(totalPricePaise, codAmountPaise);
}

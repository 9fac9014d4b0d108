import { readTrackingNumber } from '../../domain/orders/tracking-number.ts';

/** Returns the filters with their tracking number in the form in which it is stored. */
export function withReadNumber<Filters extends { readonly trackingNumber: string | null }>(
  filters: Filters,
): Filters {
  const { trackingNumber } = filters;
  return trackingNumber === null
    ? filters
    : { ...filters, trackingNumber: readTrackingNumber(trackingNumber) };
}

import { urlPath } from '../url-path.ts';

/** The address of the customer's page about a parcel, for whoever knows its tracking number. */
export function trackingAddress(publicUrl: string, trackingNumber: string): string {
  return `${publicUrl}${urlPath`/track/${trackingNumber}`}`;
}

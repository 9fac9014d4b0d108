/** The path and query of an address: the service's public host may differ from the host of this page. */
export function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The customer's page of a parcel. */
export function trackingPageOf(awb: string): string {
  return new URL(`/track/${encodeURIComponent(awb)}`, window.location.href).href;
}

/** The path and query of an address: the service's public host may differ from the host of this page. */
export function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

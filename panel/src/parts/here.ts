/** The address on this host, whatever public address the service has. */
export function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

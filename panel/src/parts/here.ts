/** The address on this very host, wherever the service tells customers that it is. */
export function here(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

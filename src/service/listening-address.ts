/** Returns the address at which this machine reaches a service that listens on this host and port. */
export function listeningAddress(host: string, port: number): string {
  const everyInterface = host === '0.0.0.0' || host === '::';
  const reached = everyInterface ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/**
 * Tells whether only this machine can reach a service that listens on this host.
 *
 * @param host a name or an address; an IPv6 address may have the brackets that it has in a URL
 */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(host);
}

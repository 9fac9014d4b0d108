/** Returns the address at which this machine reaches a service that listens on this host and port. */
export function listeningAddress(host: string, port: number): string {
  const everyInterface = host === '0.0.0.0' || host === '::';
  const reached = everyInterface ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** Tells whether only this machine can reach a service that listens on this host. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

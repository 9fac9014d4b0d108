/** The address at which this machine reaches a service that listens so. */
export function listeningAddress(host: string, port: number): string {
  const everyInterface = host === '0.0.0.0' || host === '::';
  const reached = everyInterface ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

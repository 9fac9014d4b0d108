import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The headers in which proxies name the client, from the standard and from vendors. */
const FORWARDING =
  /^(?:via|forwarded|cdn-loop|x-(?:forwarded|original|real|client|cluster-client|envoy-external|remote)-?.*|.*-(?:connecting|client|user)-ip)$/;

export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Logs once that all clients of an untrusted proxy count as one address. Nothing else would show that wrong
 * guesses of one client slow down the others.
 */
export function addProxyHint(
  app: FastifyInstance,
  { trustProxy, warn }: { trustProxy: boolean | string[]; warn: (sentence: string) => void },
): void {
  if (trustProxy !== false) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      warn(
        'requests come through a proxy, but TRUST_PROXY is not set, so all clients share one rate limit; set it to the address of the proxy',
      );
    }
    done();
  });
}

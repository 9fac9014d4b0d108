import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** By what proxies say that they speak for another, in the words of the standard and of makers. */
const FORWARDING =
  /^(?:via|forwarded|cdn-loop|x-(?:forwarded|original|real|client|cluster-client|envoy-external|remote)-?.*|.*-(?:connecting|client|user)-ip)$/;

/** Tells whether a proxy forwarded the request. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/**
 * Says once that a proxy's clients all count as one address, by which one of them that guesses slows the others:
 * nothing else shows it.
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
        'requests come through a proxy, and TRUST_PROXY is not set: all its clients count as one address, and are slowed together; set it to the address of the proxy',
      );
    }
    done();
  });
}

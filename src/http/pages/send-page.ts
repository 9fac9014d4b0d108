import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoreBrand } from '../../usecases/stores/find-store-brand.ts';
import { pagePolicy } from './page-styles.ts';

/** Sends a page for people, in the colours of a brand if it is given. Its website and hosts may show it in a frame. */
export function sendPage(
  reply: FastifyReply,
  body: string | Buffer,
  dress: Pick<StoreBrand, 'palette' | 'brand'> | null = null,
): FastifyReply {
  const framedBy =
    dress === null ? [] : [dress.brand.siteUrl, ...dress.brand.frameHosts.map((host) => `https://${host}`)];
  reply.headers({
    'content-security-policy': pagePolicy(dress?.palette ?? null, framedBy),
    'referrer-policy': 'no-referrer',
  });
  return reply.type('text/html; charset=utf-8').send(body);
}

/**
 * Tells whether a person with a browser sent the request: it only reads, prefers HTML to JSON and has no
 * credential. A program that sets no `Accept` may send the default of its language, which may name HTML.
 */
export function isPerson({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return false;
  const accept = headers.accept ?? '';
  return qualityOf('text/html', accept) > qualityOf('application/json', accept);
}

/** Returns the weight of a media type in an `Accept` header; 0 if the header does not name it. */
function qualityOf(mediaType: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== mediaType) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}

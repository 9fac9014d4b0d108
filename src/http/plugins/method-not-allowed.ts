import type { FastifyInstance, HTTPMethods } from 'fastify';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { API_PREFIX } from '../api-prefix.ts';
import { type ErrorShape, noSuchPath } from './problems.ts';

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers 405 with `Allow` for the methods that a known path does not have, and 404 where the API has it below its prefix. Add it before the routes: it sees
 * each route when it is added, and `complete` fills the gaps afterwards.
 */
export function addMethodNotAllowed(app: FastifyInstance): { complete: () => void } {
  const known = new Map<
    string,
    { readonly methods: Set<string>; readonly errors?: ErrorShape | undefined }
  >();
  app.addHook('onRoute', (route) => {
    const path = known.get(route.url) ?? { methods: new Set(), errors: route.config?.errors };
    for (const method of [route.method].flat()) path.methods.add(method);
    known.set(route.url, path);
  });
  return {
    complete: () => {
      for (const [url, { methods, errors = 'problems' }] of [...known]) {
        const allowed = [...methods].sort();
        const others = METHODS.filter((method) => !methods.has(method));
        if (others.length === 0 || url.includes('*')) continue;
        app.route({
          url,
          method: others,
          schema: { hide: true },
          config: { access: 'public', errors },
          exposeHeadRoute: false,
          handler: async (request, reply) => {
            // A page of the panel, and the client means the call of the same name.
            if (known.get(API_PREFIX + url)?.methods.has(request.method)) {
              throw new Problem('not_found', noSuchPath(request));
            }
            reply.header('allow', allowed.join(', '));
            throw new Problem(
              'method_not_allowed',
              say('method_not_allowed', '{method} is not allowed here; allowed: {allowed}', {
                method: request.method,
                allowed,
              }),
            );
          },
        });
      }
    },
  };
}

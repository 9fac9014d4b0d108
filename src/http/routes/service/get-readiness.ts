import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../domain/errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** `/ready`: the database answers and every migration is in place; else 503. */
export function addGetReadiness(app: FastifyInstance, options: { isReady: () => Promise<boolean> }): void {
  app.get(
    '/ready',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Service'],
        summary: 'Whether the service can answer requests',
        response: { 200: Type.Object({ status: Type.Literal('ready') }) },
      },
    },
    async () => {
      if (!(await options.isReady())) {
        throw new Problem('unavailable', 'The database is not migrated to this release', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      return { status: 'ready' as const };
    },
  );
}

import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';

/** `/health`: the process is up, whatever the database does. */
export function addGetHealth(app: FastifyInstance): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Service'],
        summary: 'Whether the process is up',
        response: { 200: Type.Object({ status: Type.Literal('up') }) },
      },
    },
    async () => ({ status: 'up' as const }),
  );
}

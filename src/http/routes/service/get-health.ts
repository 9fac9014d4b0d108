import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { answer, operation } from '../../operation.ts';

/** Adds `/health`, which answers while the process runs, even if the database is down. */
export function addGetHealth(app: FastifyInstance): void {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'getHealth',
        tag: 'Service',
        role: 'anyone',
        summary: 'Check that the process is running',
        description: 'Answers without the database. Use it as a liveness probe.',
        answers: { 200: answer('The process is up.', Type.Object({ status: Type.Literal('up') })) },
      }),
    },
    async () => ({ status: 'up' as const }),
  );
}

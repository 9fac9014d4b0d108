import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../../problems/problem.ts';
import type { ShippingService } from '../../../usecases/service.ts';
import { answer, operation } from '../../operation.ts';
import type { Draining } from '../../plugins/draining.ts';

const RETRY_AFTER_SECONDS = 2;

export interface ReadinessOptions {
  readonly isReady: () => Promise<boolean>;
  readonly draining: Draining;
  readonly service: ShippingService;
}

/** Adds `/ready`: 503 while the database is down, read-only or not migrated, or the process is stopping. */
export function addGetReadiness(
  app: FastifyInstance,
  { isReady, draining, service }: ReadinessOptions,
): void {
  app.get(
    '/ready',
    {
      config: { access: 'public' },
      schema: operation({
        operationId: 'getReadiness',
        tag: 'Service',
        role: 'anyone',
        summary: 'Check that the service can answer requests',
        description:
          'Answers 503 while the service starts or stops, and while its database does not answer. Use it as a readiness probe.',
        problems: ['unavailable'],
        answers: { 200: answer('The service can answer.', Type.Object({ status: Type.Literal('ready') })) },
      }),
    },
    async () => {
      draining.noteRead();
      if (draining.isDraining) {
        throw new Problem('unavailable', 'This process is about to stop', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      if (!(await isReady())) {
        throw new Problem('unavailable', 'The database is not migrated to this release', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      if (service.writing.fails) {
        throw new Problem('unavailable', 'The database does not accept writes', {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      return { status: 'ready' as const };
    },
  );
}

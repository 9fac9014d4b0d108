import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../../problems/problem.ts';
import { type Sentence, say } from '../../../problems/sentence.ts';
import type { ProcessParts } from '../../../usecases/health/job-workers.ts';
import { answer, operation } from '../../operation.ts';
import type { Draining } from '../../plugins/draining.ts';

const RETRY_AFTER_SECONDS = 2;

const READINESS = Type.Object({
  status: Type.Literal('ready'),
  workers_down: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The workers of this process that have ended and not started again yet, by what their jobs are. Requests are answered, but their background work waits for another process. Missing while all run.',
    }),
  ),
});

export interface ReadinessOptions {
  readonly isReady: () => Promise<boolean>;
  readonly draining: Draining;
  readonly service: ProcessParts;
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
        answers: { 200: answer('The service can answer.', READINESS) },
      }),
    },
    async () => {
      draining.noteRead();
      if (draining.isDraining) {
        throw notReady(say('about_to_stop', 'This process is about to stop'));
      }
      if (!(await isReady())) {
        throw notReady(say('database_not_migrated', 'The database is not migrated to this release'));
      }
      if (service.writing.fails) {
        throw notReady(say('database_accepts_no_writes', 'The database does not accept writes'));
      }
      const { down } = service.jobWorkers;
      return { status: 'ready' as const, ...(down.length === 0 ? {} : { workers_down: down }) };
    },
  );
}

function notReady(sentence: Sentence): Problem {
  return new Problem('unavailable', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

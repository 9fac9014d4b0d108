import type { FastifyInstance } from 'fastify';
import { findTroubles, LONGEST_WAIT } from '../../../usecases/health/find-troubles.ts';
import { findLockedSecrets } from '../../../usecases/health/locked-secrets.ts';
import { showHealth, WORK } from '../../../usecases/health/show-health.ts';
import type { Trouble } from '../../../usecases/health/trouble.ts';
import { operatorOperation } from '../../operation.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

export interface HealthOptions {
  /** Returns what is wrong with the settings and the machine of this process. */
  readonly ownTroubles: () => Promise<readonly Trouble[]>;
}

export function addOperatorHealth(operator: FastifyInstance, { ownTroubles }: HealthOptions): void {
  operator.get(
    '/health',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'showHealth',
        summary: 'Show what waits, and for how long, over all accounts and processes',
      }),
    },
    async ({ account }) => {
      const { processes, jobsGivenUp, waiting } = await showHealth(account);
      const waits = WORK.map((work) => ({ what: LONGEST_WAIT[work].name, ...waiting[work] }));
      return { data: { processes, jobs_given_up: jobsGivenUp, waiting: waits } };
    },
  );
  operator.get(
    '/troubles',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({
        operationId: 'listTroubles',
        summary: 'List what is wrong with the service and its settings',
      }),
    },
    async ({ account }) => ({
      data: [
        ...account.jobWorkers.troubles(account.now()),
        ...(await findLockedSecrets(account)),
        ...findTroubles(await showHealth(account)),
        ...(await ownTroubles()),
      ],
    }),
  );
}

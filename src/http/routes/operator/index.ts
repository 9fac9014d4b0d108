import type { FastifyInstance } from 'fastify';
import { operatorOperation } from '../../operation.ts';
import type { ListedOperation } from '../../plugins/operations.ts';
import type { RouteOptions } from '../route-options.ts';
import { addOperatorAccounts } from './operator-accounts.ts';
import { addOperatorCarriers } from './operator-carriers.ts';
import { addOperatorCouriers } from './operator-couriers.ts';
import { addOperatorHealth, type HealthOptions } from './operator-health.ts';
import { addOperatorRates, type OperatorRateOptions } from './operator-rates.ts';
import { addOperatorUsers } from './operator-users.ts';
import { WHOLE_SERVICE_CONFIG } from './whole-service.ts';

export interface OperatorRouteOptions extends RouteOptions, OperatorRateOptions, HealthOptions {
  /** Lists the operations of the service, from which the operator's commands are made. */
  readonly operations: () => readonly ListedOperation[];
}

/** Adds the routes that only the operator's commands call. */
export async function addOperatorRoutes(
  operator: FastifyInstance,
  options: OperatorRouteOptions,
): Promise<void> {
  operator.get(
    '/operations',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operatorOperation({ operationId: 'listOperations', summary: 'List operations' }),
    },
    async () => ({ data: options.operations() }),
  );
  addOperatorAccounts(operator);
  addOperatorUsers(operator, options);
  addOperatorCarriers(operator);
  addOperatorCouriers(operator);
  addOperatorHealth(operator, options);
  await addOperatorRates(operator, options);
}

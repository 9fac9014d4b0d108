import type { FastifyInstance } from 'fastify';
import { listCouriers } from '../../../usecases/couriers/courier-account-view.ts';
import { answer, operation } from '../../operation.ts';
import type { RouteOptions } from '../route-options.ts';
import { addCourierAccounts } from './courier-accounts.ts';
import { CourierList, courierBody } from './courier-body.ts';

export function addCouriers(api: FastifyInstance, options: RouteOptions): void {
  api.get(
    '/couriers',
    {
      schema: operation({
        operationId: 'listCouriers',
        tag: 'Couriers',
        role: 'viewer',
        summary: 'List couriers that can be connected',
        description: 'With the settings that each requires, and what it supports.',
        answers: { 200: answer('The couriers.', CourierList) },
      }),
    },
    async (request) => ({ data: listCouriers(request.account).map(courierBody) }),
  );
  addCourierAccounts(api, options);
}

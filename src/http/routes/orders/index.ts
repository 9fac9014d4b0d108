import type { FastifyInstance } from 'fastify';
import { addFileBodies } from '../../plugins/bodies.ts';
import { addBookShipment, addCreateOrder, addOrchestrateOrder } from '../booking/booking-routes.ts';
import type { RouteOptions } from '../route-options.ts';
import { addCancelOrder } from './cancel-order.ts';
import { addImportOrders } from './import-orders.ts';
import { addInitiateRto } from './initiate-rto.ts';
import { orderSide } from './order-side.ts';
import { addRequestReattempt } from './request-reattempt.ts';
import { addTrackOrder } from './track-order.ts';
import { addUpdateOrder } from './update-order.ts';

export function addOrders(api: FastifyInstance, options: RouteOptions): void {
  const side = orderSide();
  addOrchestrateOrder(api, side);
  addCreateOrder(api, side);
  addUpdateOrder(api);
  void api.register(async (scope) => {
    addFileBodies(scope);
    addImportOrders(scope);
  });
  addBookShipment(api, side);
  addCancelOrder(api);
  addTrackOrder(api, options);
  addRequestReattempt(api);
  addInitiateRto(api);
}

import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
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

export function addOrders(api: FastifyInstance, options: RouteOptions & { rateBooks: RateBooks }): void {
  const side = orderSide(options.rateBooks);
  addOrchestrateOrder(api, side);
  addCreateOrder(api, side);
  addUpdateOrder(api, options);
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

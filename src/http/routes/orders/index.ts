import type { FastifyInstance } from 'fastify';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { addFileBodies } from '../../plugins/bodies.ts';
import type { RouteOptions } from '../route-options.ts';
import { addBookShipment } from './book-shipment.ts';
import { addCancelOrder } from './cancel-order.ts';
import { addCreateOrder } from './create-order.ts';
import { addImportOrders } from './import-orders.ts';
import { addInitiateRto } from './initiate-rto.ts';
import { addOrchestrateOrder } from './orchestrate-order.ts';
import { addRequestReattempt } from './request-reattempt.ts';
import { addTrackOrder } from './track-order.ts';
import { addUpdateOrder } from './update-order.ts';

export function addOrders(api: FastifyInstance, options: RouteOptions & { rateBooks: RateBooks }): void {
  addOrchestrateOrder(api, options);
  addCreateOrder(api, options);
  addUpdateOrder(api, options);
  void api.register(async (scope) => {
    addFileBodies(scope);
    addImportOrders(scope);
  });
  addBookShipment(api);
  addCancelOrder(api);
  addTrackOrder(api, options);
  addRequestReattempt(api);
  addInitiateRto(api);
}

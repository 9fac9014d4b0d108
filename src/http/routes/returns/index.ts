import type { FastifyInstance } from 'fastify';
import { addBookShipment, addCreateOrder, addOrchestrateOrder } from '../booking/booking-routes.ts';
import { addCountByStatus, addExportCsv } from '../listing/listing-routes.ts';
import type { RouteOptions } from '../route-options.ts';
import { addGetReturn } from './get-return.ts';
import { addGetReturnPicture } from './get-return-picture.ts';
import { addListReturns } from './list-returns.ts';
import { RETURN_LISTING } from './return-listing.ts';
import { returnSide } from './return-side.ts';

export function addReturns(api: FastifyInstance, options: RouteOptions): void {
  const side = returnSide(options);
  addOrchestrateOrder(api, side);
  addCreateOrder(api, side);
  addBookShipment(api, side);
  addListReturns(api);
  addCountByStatus(api, RETURN_LISTING);
  addExportCsv(api, RETURN_LISTING);
  addGetReturn(api);
  addGetReturnPicture(api);
}

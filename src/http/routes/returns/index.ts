import type { FastifyInstance } from 'fastify';
import { addBookShipment, addCreateOrder, addOrchestrateOrder } from '../booking/booking-routes.ts';
import { addCountReturns } from './count-returns.ts';
import { addExportReturns } from './export-returns.ts';
import { addGetReturn } from './get-return.ts';
import { addGetReturnPicture } from './get-return-picture.ts';
import { addListReturns } from './list-returns.ts';
import { type ReturnOptions, returnSide } from './return-side.ts';

export function addReturns(api: FastifyInstance, options: ReturnOptions): void {
  const side = returnSide(options);
  addOrchestrateOrder(api, side);
  addCreateOrder(api, side);
  addBookShipment(api, side);
  addListReturns(api);
  addCountReturns(api);
  addExportReturns(api);
  addGetReturn(api);
  addGetReturnPicture(api);
}

import type { FastifyRequest } from 'fastify';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { type ReturnBody, returnOf } from './return-fields.ts';

/** Reads the return in a request, and adds warnings about odd values to the answer. */
export function readReturn(
  request: FastifyRequest,
  body: ValueOf<typeof ReturnBody>,
  directory: PincodeDirectory,
): OrderDraft {
  const draft = returnOf(body);
  const { pickup_email, shipping_email } = body;
  warn(request, orderWarnings(draft, { pickup_email, shipping_email }, directory));
  return draft;
}

import type { FastifyRequest } from 'fastify';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { type OrderBody, orderOf } from './order-fields.ts';

/** Reads the order in a request, and adds warnings about odd values to the answer. */
export function readOrder(
  request: FastifyRequest,
  body: ValueOf<typeof OrderBody>,
  directory: PincodeDirectory,
): OrderDraft {
  const draft = orderOf(body);
  const { billing_email, shipping_email } = body;
  warn(request, orderWarnings(draft, { billing_email, shipping_email }, directory));
  return draft;
}

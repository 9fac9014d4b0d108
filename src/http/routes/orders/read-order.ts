import type { FastifyRequest } from 'fastify';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { type OrderBody, orderOf } from './order-fields.ts';

/** The order in a request; the answer contains warnings about odd values. */
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

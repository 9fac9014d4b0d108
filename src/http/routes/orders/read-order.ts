import type { FastifyRequest } from 'fastify';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { assertAmounts } from '../../../usecases/booking/assert-amounts.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { addedChargesOf, type OrderBody, orderOf } from './order-fields.ts';

/**
 * The order that a request asks for; its answer warns of what is odd in it.
 *
 * @throws Problem `refused` where its amounts are impossible
 */
export function readOrder(
  request: FastifyRequest,
  body: ValueOf<typeof OrderBody>,
  directory: PincodeDirectory,
): OrderDraft {
  const draft = orderOf(body);
  assertAmounts(draft, addedChargesOf(body));
  const { billing_email, shipping_email } = body;
  warn(request, orderWarnings(draft, { billing_email, shipping_email }, directory));
  return draft;
}

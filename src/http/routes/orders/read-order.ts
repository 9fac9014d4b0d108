import type { FastifyRequest } from 'fastify';
import type { PincodeDirectory } from '../../../domain/pincodes/pincode-directory.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { draftOrder, type OrderDraft } from '../../../usecases/booking/order-draft.ts';
import { orderWarnings } from '../../../usecases/booking/order-warnings.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { type OrderBody, orderFieldsOf } from './order-fields.ts';

/** The order that a request asks for; its answer warns of what is odd in it. */
export function readOrder(
  request: FastifyRequest,
  body: ValueOf<typeof OrderBody>,
  directory: PincodeDirectory,
): OrderDraft {
  const fields = orderFieldsOf(body);
  const draft = draftOrder(fields);
  warn(request, orderWarnings(fields, draft, directory));
  return draft;
}

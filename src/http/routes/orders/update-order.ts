import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem, type ProblemDetail, sentenceOf } from '../../../problems/problem.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { OrderChangeBody, orderChangeOf } from '../../../resources/order/order-change.ts';
import { updateOrder } from '../../../usecases/booking/update-order.ts';
import { answer, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { renamed } from '../../plugins/problems.ts';

type Sent = ValueOf<typeof OrderChangeBody>;

const OrderUpdated = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object({
    order_id: Type.String({ format: 'uuid', description: 'Our id.' }),
    message: Type.Literal('Order updated successfully'),
  }),
});

export function addUpdateOrder(api: FastifyInstance): void {
  api.put<{ Body: Sent }>(
    '/order',
    {
      bodyLimit: LARGE_BODY,
      config: { errors: 'zero' },
      schema: operation({
        operationId: 'updateOrder',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Update an order',
        description:
          'Only the given fields change. Once a courier has the order, only the customer, the payment and the size can change, and only if the courier supports it (Delhivery): the courier is asked first, and what it refuses stays. The order is checked like a new one, and its shipment changes with it. Send the fields of a new order, or put them inside `order`, which takes precedence. A `sub_total` that is the sum of the items changes with them, and cash that is the total changes with it, unless they are given.',
        body: OrderChangeBody,
        problems: ['conflict'],
        answers: { 200: answer('The order is changed.', OrderUpdated) },
      }),
    },
    async (request) => {
      const { body } = request;
      const { orderId, doubts } = await updateOrder(
        request.account,
        body.order_id,
        orderChangeOf(body, request.sentBody as Readonly<Record<string, unknown>>),
      ).catch((error: unknown) => {
        throw namedAsSent(error, body);
      });
      warn(request, doubts.map(sentenceOf));
      return {
        status: 1 as const,
        payload: { order_id: orderId, message: 'Order updated successfully' as const },
      };
    },
  );
}

/** Names of fields that are different inside `order`. */
const NESTED_NAMES: Readonly<Record<string, string>> = {
  warehouse_id: 'order.warehouse_id',
  cod_collectible: 'order.cod_amount',
  shipping_address: 'order.shipping_address.address',
  shipping_city: 'order.shipping_address.city',
  shipping_pincode: 'order.shipping_address.zip',
  shipping_state: 'order.shipping_address.state',
};

/** Changes the names of fields in a problem to those that the client sent. */
function namedAsSent(error: unknown, { order }: Sent): unknown {
  if (!(error instanceof Problem) || order === undefined) return error;
  const problems = error.problems.map((one): ProblemDetail => {
    const name = NESTED_NAMES[one.field ?? ''];
    return name === undefined ? one : renamed(one, name);
  });
  return new Problem(error.kind, problems, { cause: error });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { OrderDraft } from '../../../domain/orders/order.ts';
import type { Journey } from '../../../domain/tracking/statuses.ts';
import { sentenceOf } from '../../../problems/problem.ts';
import type { Field } from '../../../reading/field.ts';
import type { ObjectField } from '../../../reading/object.ts';
import { bookShipment } from '../../../usecases/booking/book-shipment.ts';
import { createOrder } from '../../../usecases/booking/create-order.ts';
import { orchestrateOrder } from '../../../usecases/booking/orchestrate-order.ts';
import type { OrderResult } from '../../../usecases/booking/order-result.ts';
import { type PreparedOrder, prepareOrder } from '../../../usecases/booking/prepare-order.ts';
import type { WriteAnswer } from '../../../usecases/idempotency.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, type Operation, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';

/** The texts of one route, and the body that it reads. */
interface BookingRoute<Body> extends Pick<Operation, 'operationId' | 'summary' | 'description'> {
  readonly path: string;
  readonly bodyLimit?: number;
  readonly body: ObjectField & Field<Body>;
  /** The description of the answer. */
  readonly answered: string;
}

interface CarrierChoice {
  carrier_id?: string;
}

/** All differences between orders and returns in the routes below. `New` and `Named` are their bodies. */
export interface BookingSide<New, Named> extends Pick<Operation, 'tag' | 'role'> {
  readonly journey: Journey;
  readonly draftOf: (body: New, now: Date) => OrderDraft;
  /** The id of the shipment to book. */
  readonly idOf: (body: Named) => string;
  readonly answerSchema: TSchema;
  readonly answerOf: (result: OrderResult, isNew: boolean) => object;
  readonly create: BookingRoute<New>;
  readonly orchestrate: BookingRoute<New & CarrierChoice & { print_label: boolean }>;
  readonly book: BookingRoute<Named & CarrierChoice>;
}

/** Adds the route that creates an order or a return without a courier. */
export function addCreateOrder<New, Named>(api: FastifyInstance, side: BookingSide<New, Named>): void {
  addRoute(api, side, { ...side.create, isNew: true }, async (request, body, write) =>
    createOrder(request.account, await prepare(request, side, body), write),
  );
}

/** Adds the route that creates an order or a return and books a courier for it. */
export function addOrchestrateOrder<New, Named>(api: FastifyInstance, side: BookingSide<New, Named>): void {
  addRoute(api, side, { ...side.orchestrate, isNew: true }, async (request, body, write) => {
    const options = { carrierId: body.carrier_id ?? null, printLabel: body.print_label };
    return orchestrateOrder(request.account, await prepare(request, side, body), options, write);
  });
}

/** Adds the route that books a courier for an order or a return that has none. */
export function addBookShipment<New, Named>(api: FastifyInstance, side: BookingSide<New, Named>): void {
  const { journey, idOf } = side;
  addRoute(api, side, { ...side.book, isNew: false }, ({ account }, body, write) => {
    const input = { journey, shipmentId: idOf(body), carrierId: body.carrier_id ?? null };
    return bookShipment(account, input, write);
  });
}

/** Adds a route. @param run makes the change, once for each idempotency key */
function addRoute<New, Named, Body>(
  api: FastifyInstance,
  { tag, role, answerSchema, answerOf }: BookingSide<New, Named>,
  { path, bodyLimit, answered, isNew, ...stated }: BookingRoute<Body> & { readonly isNew: boolean },
  run: (request: FastifyRequest, body: Body, write: WriteAnswer<OrderResult, string>) => Promise<string>,
): void {
  api.post(
    path,
    {
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      schema: operation({
        ...stated,
        tag,
        role,
        restricted: 'filtered',
        headerFields: IdempotencyHeader,
        answers: { 200: answer(answered, answerSchema) },
      }),
    },
    async (request, reply) =>
      sendOnce(request, reply, {
        endpoint: path,
        status: 200,
        body: (result: OrderResult) => answerOf(result, isNew),
        run: (write) => run(request, request.body as Body, write),
      }),
  );
}

/** Prepares the order in a request, and adds warnings about odd values to the answer. */
async function prepare<New, Named>(
  request: FastifyRequest,
  { draftOf }: BookingSide<New, Named>,
  body: New,
): Promise<PreparedOrder> {
  const prepared = await prepareOrder(request.account, draftOf(body, request.account.now()));
  warn(request, prepared.doubts.map(sentenceOf));
  return prepared;
}

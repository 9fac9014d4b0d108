import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { ValueOf } from '../../../reading/fields.ts';
import { exchangesOfShipment, type StoredCourierCall } from '../../../usecases/couriers/courier-calls.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, Time, textLike, Uuid } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { ShipmentPath } from './get-shipment.ts';

export const ExchangeBody = Type.Object(
  {
    id: Uuid,
    courier: textLike('delhivery'),
    shipment_id: orNull(Uuid),
    call: textLike('create', 'The requested action.'),
    method: textLike('POST'),
    path: textLike('/api/cmu/create.json'),
    request: orNull(textLike('{"pickup_location":"Peenya"}', 'The body of the request.')),
    status: orNull(Type.Integer({ description: 'Null if there was no answer.', examples: [422] })),
    answer: orNull(textLike('{"rmk":"pincode is not served"}')),
    failure: orNull(textLike('did not answer in time', 'The reason why there was no answer.')),
    failure_details: SentenceOrNull,
    milliseconds: Type.Integer({ examples: [231] }),
    happened_at: Time,
  },
  { title: 'CourierExchange' },
);

export function courierCallBody(exchange: StoredCourierCall): Static<typeof ExchangeBody> {
  const { exchangeId, courier, call, method, path, request, status, failure, milliseconds } = exchange;
  return {
    id: exchangeId,
    shipment_id: exchange.shipmentId,
    ...{ courier, call, method, path, request, status, milliseconds },
    ...sentenceField('failure', failure),
    answer: exchange.answer,
    happened_at: exchange.happenedAt.toISOString(),
  };
}

/** Lists failed calls to the courier, which the courier's support asks for first. */
export function addListCourierCalls(api: FastifyInstance): void {
  api.get<{ Params: ValueOf<typeof ShipmentPath> }>(
    '/shipments/:id/exchanges',
    {
      schema: operation({
        operationId: 'listCourierExchanges',
        tag: 'Shipments',
        role: 'packer',
        restricted: 'filtered',
        summary: 'List failed courier API calls',
        description:
          'The failed calls about this shipment, newest first, without secrets, names, addresses and phone numbers. Only calls with your own courier accounts are listed. Kept for 7 days, the last 50 of each courier account.',
        params: ShipmentPath,
        answers: { 200: answer('The courier API calls.', Type.Object({ data: Type.Array(ExchangeBody) })) },
      }),
    },
    async ({ account, params }) => ({
      data: (await exchangesOfShipment(account, params.id)).map(courierCallBody),
    }),
  );
}

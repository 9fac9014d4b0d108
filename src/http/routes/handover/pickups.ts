import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { createPickup } from '../../../usecases/handover/create-pickup.ts';
import { listAccountPickups, type Pickup } from '../../../usecases/handover/show-handover.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { sendOnce } from '../../answer-once.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { answer, operation } from '../../operation.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { HANDOVER, HandoverRequest, handoverBody, wantedHandover } from './handover-fields.ts';

const PATH = '/pickups';
const Query = object(NEWEST_FIELDS);
const PickupBody = Type.Object(HANDOVER, { title: 'Pickup' });

/** Contract: many orders at once, pickups. */
export function addPickups(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.post<{ Body: ValueOf<typeof HandoverRequest> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createPickup',
        tag: 'Handover',
        summary: 'Plan that a carrier comes to a warehouse on a day',
        description:
          'One for each warehouse, carrier and day: where it is planned already, that one is the answer. It is kept here, for the people of the warehouse; couriers know of each parcel by its booking.',
        headerFields: IdempotencyHeader,
        body: HandoverRequest,
        answers: { 200: answer('The pickup of that day.', Type.Object({ data: PickupBody })) },
      }),
    },
    async (request, reply) => {
      const { account, body } = request;
      return sendOnce(request, reply, {
        endpoint: PATH,
        status: 200,
        body: (pickup: Pickup) => ({ data: pickupBody(pickup) }),
        run: (told) => createPickup(account, rateBooks, wantedHandover(body), told),
      });
    },
  );
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      schema: operation({
        operationId: 'listPickups',
        tag: 'Handover',
        summary: 'The pickups of the account, newest first',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the pickups.',
            Type.Object({ data: Type.Array(PickupBody), meta: newestMeta({}) }),
          ),
        },
      }),
    },
    async (request) => {
      const found = await listAccountPickups(request.account, pageOf(request.query));
      return { data: found.rows.map(pickupBody), meta: newestMetaBody(request.query, found) };
    },
  );
}

function pickupBody(pickup: Pickup): Static<typeof PickupBody> {
  return handoverBody(pickup.pickupId, pickup);
}

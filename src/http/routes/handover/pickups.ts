import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { object, type ValueOf } from '../../../reading/fields.ts';
import { createPickup } from '../../../usecases/handover/create-pickup.ts';
import { listAccountPickups, type Pickup } from '../../../usecases/handover/show-handover.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { IdempotencyHeader } from '../../idempotency.ts';
import { sendOnce } from '../../idempotent-answer.ts';
import { answer, operation } from '../../operation.ts';
import { orNull, textLike, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import { HANDOVER, HandoverRequest, handoverBody, wantedHandover } from './handover-fields.ts';

const PATH = '/pickups';
const Query = object(NEWEST_FIELDS);
const PickupBody = Type.Object(
  {
    ...HANDOVER,
    state: words(
      'PickupState',
      ['planned', 'pending', 'requested', 'refused'],
      '`planned`: only noted here; `pending`: the courier has not answered yet.',
    ),
    courier: orNull(textLike('delhivery', 'The courier that gets the request; null if there is none.')),
    courier_pickup_id: orNull(textLike('248000001', 'The courier’s own id of the pickup.')),
    note: orNull(textLike('Delhivery comes on 2026-11-17 at 14:00')),
    note_details: SentenceOrNull,
    reason: orNull(
      textLike('could not be reached', "A reason, as the end of a sentence after the courier's name."),
    ),
    reason_details: SentenceOrNull,
  },
  { title: 'Pickup' },
);

export function addPickups(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.post<{ Body: ValueOf<typeof HandoverRequest> }>(
    PATH,
    {
      schema: operation({
        operationId: 'createPickup',
        tag: 'Handover',
        role: 'packer',
        restricted: 'by_warehouse',
        summary: 'Schedule a pickup',
        description:
          'A warehouse, carrier and day have one pickup: if it exists, the answer is that pickup. If the courier is connected and supports pickup requests, it is asked within seconds, once for all of its carriers. If it refused, a repeat asks it again. Otherwise the pickup is only noted here.',
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
        run: (answerOf) => createPickup(account, rateBooks, wantedHandover(body), answerOf),
      });
    },
  );
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    PATH,
    {
      schema: operation({
        operationId: 'listPickups',
        tag: 'Handover',
        role: 'viewer',
        restricted: 'by_warehouse',
        summary: 'List pickups',
        description: 'Newest first.',
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
  const { request } = pickup;
  return {
    ...handoverBody(pickup.pickupId, pickup),
    state: request?.state ?? 'planned',
    courier: request?.courier ?? null,
    courier_pickup_id: request?.courierPickupId ?? null,
    ...sentenceField('note', request?.note ?? null),
    ...sentenceField('reason', request?.reason ?? null),
  };
}

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { fieldProblem, Problem, type ProblemDetail } from '../../../problems/problem.ts';
import { say } from '../../../problems/sentence.ts';
import { list, object, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { type CancelResult, cancelShipments } from '../../../usecases/booking/cancel-shipments.ts';
import { answer, operation } from '../../operation.ts';
import { textLike, words } from '../../schemas.ts';
import { SentenceBody, sentenceField } from '../../sentence-body.ts';
import { awbsField, orderIdsField } from './awbs-field.ts';

const MOST = 50;

const Body = object(
  {
    awbs: optional(awbsField(MOST)),
    shipment_ids: optional(list(text({ max: 100 }), { min: 1, max: MOST, nearMisses: ['shipment_id'] })),
    order_ids: optional(orderIdsField(MOST)),
  },
  { requiresOneOf: [['awbs', 'shipment_ids', 'order_ids']] },
);

const Result = Type.Object(
  {
    awb: Type.Optional(textLike('ND00000000017')),
    shipment_id: Type.Optional(Type.String()),
    order_id: Type.Optional(textLike('CHAI-1001', 'As sent.')),
    status: words('CancelStatus', ['cancelled', 'error']),
    message: textLike('The shipment is cancelled'),
    message_details: SentenceBody,
  },
  { title: 'CancelResult' },
);

/** The ways to name a shipment: the field, the kind of its values, and the name in results. */
const NAMES = [
  ['awbs', 'tracking_number', 'awb'],
  ['shipment_ids', 'shipment_id', 'shipment_id'],
  ['order_ids', 'order_id', 'order_id'],
] as const;

interface NamedResult extends CancelResult {
  readonly called: (typeof NAMES)[number][2];
  /** `awbs[0]` */
  readonly field: string;
}

export function addCancelOrder(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/cancel-order',
    {
      schema: operation({
        operationId: 'cancelShipments',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Cancel shipments',
        description:
          'Before pickup, by tracking number, order id or shipment id. If a new order and a return have the same order id, the new order is cancelled. Each shipment has its own result. If none is cancelled now and none was before, the answer is 422 with the reasons in `errors` and the results in `data`.',
        body: Body,
        answers: {
          200: answer(
            'The result of each shipment.',
            Type.Object({
              message: textLike('1 of 1 shipments cancelled'),
              message_details: SentenceBody,
              data: Type.Array(Result),
            }),
          ),
        },
      }),
    },
    async (request) => {
      const results: NamedResult[] = [];
      for (const [field, by, called] of NAMES) {
        for (const [index, one] of (
          await cancelShipments(request.account, by, request.body[field] ?? [])
        ).entries())
          results.push({ ...one, called, field: `${field}[${index}]` });
      }
      const cancelled = results.filter(({ isCancelled }) => isCancelled).length;
      const data = results.map(resultBody);
      if (cancelled === 0) throw new Problem('refused', results.map(reasonOf), { details: { data } });
      const message = say('shipments_cancelled', '{cancelled} of {all} shipments cancelled', {
        cancelled,
        all: results.length,
      });
      return { ...sentenceField('message', message), data };
    },
  );
}

function reasonOf({ field, isKnown, message }: NamedResult): ProblemDetail {
  return fieldProblem(field, isKnown ? 'not_allowed' : 'unknown', message);
}

function resultBody({ called, named, isCancelled, message }: NamedResult): Static<typeof Result> {
  return {
    [called]: named,
    status: isCancelled ? 'cancelled' : 'error',
    ...sentenceField('message', message),
  };
}

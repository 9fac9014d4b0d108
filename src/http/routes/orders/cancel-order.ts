import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { fieldProblem, Problem, type ProblemDetail } from '../../../problems/problem.ts';
import { list, object, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { type CancelResult, cancelShipments } from '../../../usecases/booking/cancel-shipments.ts';
import { answer, operation } from '../../operation.ts';
import { textLike, words } from '../../schemas.ts';
import { awbsField } from './awbs-field.ts';

const MOST = 50;

const Body = object(
  {
    awbs: optional(awbsField(MOST)),
    shipment_ids: optional(list(text({ max: 100 }), { min: 1, max: MOST, nearMisses: ['shipment_id'] })),
  },
  { requiresOneOf: [['awbs', 'shipment_ids']] },
);

const Result = Type.Object(
  {
    awb: Type.Optional(textLike('ND00000000017')),
    shipment_id: Type.Optional(Type.String()),
    status: words('CancelStatus', ['cancelled', 'error']),
    message: textLike('The shipment is cancelled'),
  },
  { title: 'CancelResult' },
);

export function addCancelOrder(api: FastifyInstance): void {
  api.post<{ Body: ValueOf<typeof Body> }>(
    '/cancel-order',
    {
      schema: operation({
        operationId: 'cancelShipments',
        tag: 'Orders',
        role: 'packer',
        restricted: 'filtered',
        summary: 'Cancel shipments before pickup',
        description:
          'By tracking number, or by shipment id where no courier is booked yet. Each has its own result. Where none is cancelled, neither by this request nor before, the answer is 422 with each one’s reason in `errors` and the results in `data`.',
        body: Body,
        answers: {
          200: answer(
            'What became of each shipment.',
            Type.Object({ message: textLike('1 of 1 shipments cancelled'), data: Type.Array(Result) }),
          ),
        },
      }),
    },
    async (request) => {
      const { awbs = [], shipment_ids = [] } = request.body;
      const byNumber = await cancelShipments(request.account, 'tracking_number', awbs);
      const byId = await cancelShipments(request.account, 'shipment_id', shipment_ids);
      const results = [...byNumber, ...byId];
      const cancelled = results.filter(({ isCancelled }) => isCancelled).length;
      const data = [
        ...byNumber.map((result) => ({ awb: result.named, ...resultBody(result) })),
        ...byId.map((result) => ({ shipment_id: result.named, ...resultBody(result) })),
      ];
      if (cancelled === 0) {
        const reasons = [
          ...byNumber.map((result, index) => reasonOf(`awbs[${index}]`, result)),
          ...byId.map((result, index) => reasonOf(`shipment_ids[${index}]`, result)),
        ];
        throw new Problem('refused', reasons, { details: { data } });
      }
      return { message: `${cancelled} of ${results.length} shipments cancelled`, data };
    },
  );
}

function reasonOf(field: string, { isKnown, message }: CancelResult): ProblemDetail {
  return fieldProblem(field, isKnown ? 'not_allowed' : 'unknown', message);
}

function resultBody({ isCancelled, message }: CancelResult) {
  return { status: isCancelled ? 'cancelled' : 'error', message };
}

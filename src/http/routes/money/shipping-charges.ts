import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ValueOf } from '../../../reading/fields.ts';
import { showCharges } from '../../../usecases/money/show-charges.ts';
import { answer, operation } from '../../operation.ts';
import { textLike } from '../../schemas.ts';
import { AWBS_NOTE, AwbsBody, awbsHooks, unknownAwb } from './awbs-request.ts';
import { CHARGE_FIELDS, chargeBody } from './charges-answer.ts';

const ChargedBody = Type.Object(
  {
    tracking_number: textLike('ND00000000017'),
    charges: Type.Array(Type.Object(CHARGE_FIELDS, { title: 'Charge' }), {
      description: 'Oldest first.',
    }),
  },
  { title: 'ShipmentCharges' },
);

const UnknownBody = Type.Object(
  { tracking_number: textLike('ND0'), error: textLike('AWB ND0 does not exist in your account.') },
  { title: 'ShipmentUnknown' },
);

export function addShippingCharges(
  api: FastifyInstance,
  { monotonicMs }: { monotonicMs: () => number },
): void {
  api.post<{ Body: ValueOf<typeof AwbsBody> }>(
    '/shipping-charges',
    {
      config: { access: 'read' },
      ...awbsHooks(monotonicMs),
      schema: operation({
        operationId: 'getShippingCharges',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the charges of shipments',
        description: AWBS_NOTE,
        body: AwbsBody,
        answers: {
          200: answer(
            'The charges of each shipment, in the order of the request.',
            Type.Object({ data: Type.Array(Type.Union([ChargedBody, UnknownBody])) }),
          ),
        },
      }),
    },
    async (request) => {
      const shown = await showCharges(request.account, request.body.awbs);
      const data = shown.map(({ awb, entries }) =>
        entries === null ? unknownAwb(awb) : { tracking_number: awb, charges: entries.map(chargeBody) },
      );
      return { data };
    },
  );
}

import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { showCharges } from '../../../usecases/money/show-charges.ts';
import { AWBS_NOTE, AwbsBody, awbsHooks, unknownAwb } from './awbs-request.ts';
import { CHARGE_FIELDS, chargeBody } from './charges-answer.ts';

const Charged = Type.Object({
  tracking_number: Type.String(),
  charges: Type.Array(Type.Object(CHARGE_FIELDS), { description: 'The oldest first.' }),
});

const Unknown = Type.Object({ tracking_number: Type.String(), error: Type.String() });

export function addShippingCharges(
  api: FastifyInstance,
  { monotonicMs }: { monotonicMs: () => number },
): void {
  api.post<{ Body: ValueOf<typeof AwbsBody> }>(
    '/shipping-charges',
    {
      config: { access: 'read' },
      ...awbsHooks(monotonicMs),
      schema: {
        tags: ['Money'],
        summary: 'What shipments were charged',
        description: AWBS_NOTE,
        body: AwbsBody,
        response: { 200: Type.Object({ data: Type.Array(Type.Union([Charged, Unknown])) }) },
      },
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

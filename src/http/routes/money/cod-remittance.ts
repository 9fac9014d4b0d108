import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { ValueOf } from '../../../reading/fields.ts';
import { type ShownCod, showCod } from '../../../usecases/money/show-remittances.ts';
import { AWBS_NOTE, AwbsBody, awbsHooks, unknownAwb } from './awbs-request.ts';
import type { MoneyOptions } from './index.ts';

const day = Type.Union([Type.String({ format: 'date' }), Type.Null()]);

const Remitted = Type.Object({
  tracking_number: Type.String(),
  delivery_date: day,
  cod_amount: Type.Number(),
  remittance_date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
    description:
      'When it was paid; of what is not, when it is due: the first Monday, Wednesday or Friday on or after the eighth working day after delivery. Null until delivery.',
  }),
  utr_no: Type.Union([Type.String(), Type.Null()], {
    description: 'The bank’s reference; null until it is paid.',
  }),
});

const Refused = Type.Object({ tracking_number: Type.String(), error: Type.String() });

export function addCodRemittance(api: FastifyInstance, { monotonicMs, rateBooks }: MoneyOptions): void {
  api.post<{ Body: ValueOf<typeof AwbsBody> }>(
    '/cod-remittance',
    {
      config: { access: 'read' },
      ...awbsHooks(monotonicMs),
      schema: {
        tags: ['Money'],
        summary: 'What couriers have paid of the cash of shipments',
        description: AWBS_NOTE,
        body: AwbsBody,
        response: { 200: Type.Object({ data: Type.Array(Type.Union([Remitted, Refused])) }) },
      },
    },
    async (request) => {
      const shown = await showCod(request.account, rateBooks.ground.calendar, request.body.awbs);
      return { data: shown.map(codBody) };
    },
  );
}

function codBody(shown: ShownCod) {
  if (shown.outcome === 'unknown') return unknownAwb(shown.awb);
  if (shown.outcome === 'prepaid') {
    return { tracking_number: shown.awb, error: `AWB ${shown.awb} is a prepaid order.` };
  }
  return {
    tracking_number: shown.awb,
    delivery_date: shown.deliveredOn,
    cod_amount: shown.codAmountPaise / 100,
    remittance_date: shown.remittedOn,
    utr_no: shown.utr,
  };
}

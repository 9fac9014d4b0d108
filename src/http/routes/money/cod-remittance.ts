import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ValueOf } from '../../../reading/fields.ts';
import { type ShownCod, showCod } from '../../../usecases/money/show-remittances.ts';
import { answer, operation } from '../../operation.ts';
import { amount, Day, orNull, textLike } from '../../schemas.ts';
import { AWBS_NOTE, AwbsBody, awbsHooks, unknownAwb } from './awbs-request.ts';
import type { MoneyOptions } from './money-options.ts';

const Remitted = Type.Object(
  {
    tracking_number: textLike('ND00000000017'),
    delivery_date: orNull(Day),
    cod_amount: amount(499),
    remittance_date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description:
        'The payment date. For an unpaid shipment, the due date by the carrier’s cycle (`/remittance-cycles`); by default the first Monday, Wednesday or Friday on or after the eighth working day after delivery. Null until delivery.',
    }),
    utr_no: orNull(textLike('HDFC0000012345', 'The bank’s reference; null until it is paid.')),
  },
  { title: 'CodRemittance' },
);

const RefusedBody = Type.Object(
  { tracking_number: textLike('ND0'), error: textLike('AWB ND0 is a prepaid order.') },
  { title: 'CodRefused' },
);

export function addCodRemittance(api: FastifyInstance, { monotonicMs, rateBooks }: MoneyOptions): void {
  api.post<{ Body: ValueOf<typeof AwbsBody> }>(
    '/cod-remittance',
    {
      config: { access: 'read' },
      ...awbsHooks(monotonicMs),
      schema: operation({
        operationId: 'getCodRemittance',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get COD payments of shipments',
        description: AWBS_NOTE,
        body: AwbsBody,
        answers: {
          200: answer(
            'The payments of each shipment, in the order of the request.',
            Type.Object({ data: Type.Array(Type.Union([Remitted, RefusedBody])) }),
          ),
        },
      }),
    },
    async (request) => {
      const { calendar } = await rateBooks.bookOf(request.account.accountId);
      const shown = await showCod(request.account, calendar, request.body.awbs);
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

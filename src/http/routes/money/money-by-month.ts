import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { about } from '../../../problems/sentence.ts';
import { object, optional, text, type ValueOf } from '../../../reading/fields.ts';
import { type CarrierMonth, monthsOf, sumMoneyByMonth } from '../../../usecases/money/sum-by-month.ts';
import { answer, operation } from '../../operation.ts';
import { amount, orNull, textLike } from '../../schemas.ts';
import { clientOf } from '../../streamed-answer.ts';
import { SHIPMENT_FIELDS, shipmentsOf } from './money-filters.ts';
import type { MoneyOptions } from './money-options.ts';

const month = (description: string) =>
  optional(
    text({
      max: 7,
      pattern: /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])$/,
      patternSentence: about('must_be_month', 'must be a month such as 2026-11'),
      description,
      examples: ['2026-11'],
    }),
  );

const Query = object({
  start_month: month('`YYYY-MM`, in India; five months before the last by default.'),
  end_month: month('The last month; the current one by default. At most 60 months are summed up.'),
  ...SHIPMENT_FIELDS,
});

const Sums = {
  charged: amount(9440, 'Debits of the ledger that were recorded in the month, with GST.'),
  credited: amount(118, 'Credits of the ledger that were recorded in the month, with GST.'),
  cod_collected: amount(49900, 'COD of deliveries in the month.'),
  cod_remitted: amount(39920, 'The part of `cod_collected` that was remitted until now.'),
  cod_owed: amount(9980, 'The rest of it.'),
};

const Row = Type.Object(
  {
    month: orNull(textLike('2026-11', 'Null: COD that was paid without a delivery.')),
    carrier: Type.Object({ id: textLike('k4tq9m2x'), name: textLike('Titlipath Lite 250 g') }),
    ...Sums,
  },
  { title: 'MoneyOfMonth' },
);

export function addMoneyByMonth(api: FastifyInstance, { rateBooks }: MoneyOptions): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/money-by-month',
    {
      schema: operation({
        operationId: 'sumMoneyByMonth',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Sum up charges and COD by month',
        description: 'By month in India and carrier, the newest month first.',
        querystring: Query,
        answers: {
          200: answer(
            'The sums.',
            Type.Object({
              data: Type.Array(Row),
              meta: Type.Object({
                start_month: textLike('2026-06'),
                end_month: textLike('2026-11'),
                sum: Type.Object(Sums),
              }),
            }),
          ),
        },
      }),
    },
    async ({ account, query }, reply) => {
      const span = monthsOf(account.now(), { first: query.start_month, last: query.end_month });
      const filters = { ...span, ...shipmentsOf(query) };
      const rows = await sumMoneyByMonth(account, rateBooks, filters, clientOf(reply));
      return {
        data: rows.map((row) => ({
          month: row.month,
          carrier: { id: row.carrierId, name: row.carrierName },
          ...sumBody(row),
        })),
        meta: { start_month: span.first, end_month: span.last, sum: sumBody(totalOf(rows)) },
      };
    },
  );
}

type Amounts = Pick<CarrierMonth, 'debitPaise' | 'creditPaise' | 'collectedPaise' | 'remittedPaise'>;

function totalOf(rows: readonly Amounts[]): Amounts {
  const sum = (name: keyof Amounts) => rows.reduce((total, row) => total + row[name], 0);
  return {
    debitPaise: sum('debitPaise'),
    creditPaise: sum('creditPaise'),
    collectedPaise: sum('collectedPaise'),
    remittedPaise: sum('remittedPaise'),
  };
}

function sumBody({ debitPaise, creditPaise, collectedPaise, remittedPaise }: Amounts) {
  return {
    charged: debitPaise / 100,
    credited: creditPaise / 100,
    cod_collected: collectedPaise / 100,
    cod_remitted: remittedPaise / 100,
    cod_owed: (collectedPaise - remittedPaise) / 100,
  };
}

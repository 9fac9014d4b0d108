import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import {
  list,
  object,
  oneOf,
  text,
  type ValueOf,
  wholeNumber,
  withDefault,
} from '../../../reading/fields.ts';
import { type CarrierCycle, changeCycle, listCycles } from '../../../usecases/money/remittance-cycles.ts';
import { answer, operation } from '../../operation.ts';
import { textLike, words } from '../../schemas.ts';
import type { MoneyOptions } from './money-options.ts';
import { COUNTED_DAYS_WORDS, WEEKDAY_WORDS } from './money-words.ts';

const MOST_DAYS = 90;

const Body = object({
  carrier_id: text({ max: 40, examples: ['k4tq9m2x'] }),
  days: wholeNumber({
    atLeast: 1,
    atMost: MOST_DAYS,
    description: 'From delivery to the first day on which it may be paid.',
    examples: [5],
  }),
  counted: withDefault(oneOf(COUNTED_DAYS_WORDS), 'working'),
  weekdays: withDefault(
    list(oneOf(WEEKDAY_WORDS), {
      max: WEEKDAY_WORDS.length,
      description: 'The weekdays of payments: the next one on or after that day.',
    }),
    [...WEEKDAY_WORDS],
  ),
});

const Cycle = Type.Object(
  {
    carrier: Type.Object({ id: textLike('k4tq9m2x'), name: textLike('Titlipath Lite 250 g') }),
    days: Type.Integer({ examples: [5] }),
    counted: words('CountedDays', COUNTED_DAYS_WORDS),
    weekdays: Type.Array(words('Weekday', WEEKDAY_WORDS)),
  },
  { title: 'RemittanceCycle' },
);

export function addRemittanceCycles(api: FastifyInstance, { rateBooks }: MoneyOptions): void {
  api.get(
    '/remittance-cycles',
    {
      schema: operation({
        operationId: 'listRemittanceCycles',
        tag: 'Money',
        role: 'viewer',
        summary: 'List COD payment cycles',
        description: 'When each carrier of the account pays the cash that it collected.',
        answers: { 200: answer('By the name of the carrier.', Type.Object({ data: Type.Array(Cycle) })) },
      }),
    },
    async (request) => ({ data: (await listCycles(request.account, rateBooks)).map(cycleBody) }),
  );
  api.put<{ Body: ValueOf<typeof Body> }>(
    '/remittance-cycles',
    {
      schema: operation({
        operationId: 'changeRemittanceCycle',
        tag: 'Money',
        role: 'owner',
        summary: 'Update a COD payment cycle',
        description:
          'A carrier pays a number of days after delivery, on the next of the given weekdays. `GET /remittances` counts what is unpaid after that as `overdue`.',
        body: Body,
        answers: { 200: answer('The cycle as it is now.', Type.Object({ data: Cycle })) },
      }),
    },
    async (request) => {
      const { carrier_id: carrierId, ...cycle } = request.body;
      return { data: cycleBody(await changeCycle(request.account, rateBooks, carrierId, cycle)) };
    },
  );
}

function cycleBody({ carrierId, carrierName, days, counted, weekdays }: CarrierCycle) {
  return { carrier: { id: carrierId, name: carrierName }, days, counted, weekdays };
}

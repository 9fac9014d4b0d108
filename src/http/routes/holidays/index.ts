import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { about } from '../../../problems/sentence.ts';
import {
  holiday,
  listOf,
  object,
  oneOf,
  optional,
  stateCode,
  text,
  type ValueOf,
} from '../../../reading/fields.ts';
import {
  type AccountHolidays,
  changeHolidays,
  forgetHolidays,
  showHolidays,
} from '../../../usecases/rates/holidays.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { answer, emptyAnswer, operation } from '../../operation.ts';
import { warn } from '../../plugins/answer-notes.ts';
import { LARGE_BODY } from '../../plugins/body-limits.ts';
import { orNull, textLike, words } from '../../schemas.ts';
import { WEEKDAY_WORDS } from '../money/money-words.ts';

/** The most days of a list: more than a year has. */
const MOST_DAYS = 500;
/** At least four weekdays must be working days. */
const MOST_WEEKDAYS = 3;

const Day = object({
  day: holiday({ examples: ['01-26'] }),
  name: text({ max: 100, examples: ['Republic Day'] }),
  state: optional(stateCode({ description: 'The only state with this holiday. Default: all of India.' })),
});
const Body = object({
  weekly_off: listOf(oneOf(WEEKDAY_WORDS), {
    max: MOST_WEEKDAYS,
    description: 'The weekdays that are off every week; an empty list for none.',
    examples: [['sunday']],
  }),
  days: listOf(Day, { max: MOST_DAYS }),
});

const HolidaysBody = Type.Object(
  {
    is_own: Type.Boolean({
      description: 'Whether the account has its own list; otherwise the default list applies.',
      examples: [false],
    }),
    weekly_off: Type.Array(words('Weekday', WEEKDAY_WORDS)),
    days: Type.Array(
      Type.Object({
        day: textLike('01-26', '`MM-DD` for every year, or a date such as `2027-03-22`.'),
        name: textLike('Republic Day'),
        state: orNull(textLike('MH', 'Null for all of India.')),
      }),
    ),
    lacks_year: orNull(
      Type.Integer({
        description:
          'The current year, if the list has no dates for its movable holidays (Holi, Diwali): dates are then promised on these days. Otherwise null.',
        examples: [2026],
      }),
    ),
  },
  { title: 'Holidays' },
);
const TheHolidays = Type.Object({ data: HolidaysBody });

function holidaysBody({ isOwn, weeklyOff, days, lacksYear }: AccountHolidays): Static<typeof HolidaysBody> {
  return { is_own: isOwn, weekly_off: [...weeklyOff], days: [...days], lacks_year: lacksYear };
}

export function addHolidays(api: FastifyInstance, { rateBooks }: { readonly rateBooks: RateBooks }): void {
  api.get(
    '/holidays',
    {
      schema: operation({
        operationId: 'getHolidays',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Get the holidays of couriers',
        description:
          'On these days couriers neither pick up nor deliver. Expected delivery dates and payment dates skip them.',
        answers: { 200: answer('The list in force.', TheHolidays) },
      }),
    },
    async ({ account }) => ({ data: holidaysBody(await showHolidays(account, rateBooks)) }),
  );
  api.put<{ Body: ValueOf<typeof Body> }>(
    '/holidays',
    {
      bodyLimit: LARGE_BODY,
      schema: operation({
        operationId: 'changeHolidays',
        tag: 'Rates',
        role: 'manager',
        summary: 'Replace the holidays of couriers',
        description:
          'Send the whole list: edit the answer of `GET /holidays`. New quotes use it within a second; promised dates do not change.',
        body: Body,
        answers: { 200: answer('The list as it is now.', TheHolidays) },
      }),
    },
    async (request) => {
      const { weekly_off: weeklyOff, days } = request.body;
      const changed = await changeHolidays(request.account, {
        weeklyOff,
        days: days.map(({ day, name, state = null }) => ({ day, name, state })),
      });
      if (changed.lacksYear !== null) {
        const sentence = about(
          'lacks_moving_holidays',
          'has none of the holidays of {year} that move, such as Holi and Diwali, so dates can be promised on them',
          { year: String(changed.lacksYear) },
        );
        warn(request, [sentence('days')]);
      }
      return { data: holidaysBody(changed) };
    },
  );
  api.delete(
    '/holidays',
    {
      schema: operation({
        operationId: 'deleteHolidays',
        tag: 'Rates',
        role: 'manager',
        summary: 'Restore the default holidays',
        description: 'Removes the account’s list. The default list applies again.',
        answers: { 204: emptyAnswer('The default list applies.') },
      }),
    },
    async (request, reply) => {
      await forgetHolidays(request.account);
      return reply.code(204).send();
    },
  );
}

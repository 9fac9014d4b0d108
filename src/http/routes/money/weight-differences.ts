import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { decimalToInteger, parseDecimal } from '../../../domain/decimal.ts';
import { asWritten, type Sentence } from '../../../problems/sentence.ts';
import {
  clearable,
  decimal,
  decimalRupees,
  object,
  oneOf,
  optional,
  pathParameters,
  text,
  uuid,
  type ValueOf,
  wholeNumber,
} from '../../../reading/fields.ts';
import {
  actOnDifference,
  changeDifferenceSettings,
  exportDifferences,
  getDifferenceSettings,
  listAccountDifferences,
  type WeightDifference,
  type WeightDifferenceSettings,
} from '../../../usecases/money/weight-differences.ts';
import { answer, fileAnswer, operation } from '../../operation.ts';
import { amount, orNull, Time, textLike, Uuid, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';
import { clientOf, sendCsv } from '../../streamed-answer.ts';
import { NEWEST_FIELDS, newestMeta, newestMetaBody, pageOf } from '../newest-page.ts';
import {
  SHIPMENT_FIELDS,
  SPAN_IN_ORDER,
  shipmentsOf,
  spanFields,
  spanOf,
  TRACKING_NUMBER,
} from './money-filters.ts';
import { WEIGHT_DIFFERENCE_STATE_WORDS } from './money-words.ts';

const FILTERS = {
  state: optional(oneOf(WEIGHT_DIFFERENCE_STATE_WORDS)),
  tracking_number: TRACKING_NUMBER,
  ...SHIPMENT_FIELDS,
  ...spanFields('Raised'),
};
const ExportQuery = object(FILTERS, { inOrder: [SPAN_IN_ORDER] });
const Query = object({ ...FILTERS, ...NEWEST_FIELDS }, { inOrder: [SPAN_IN_ORDER] });

const DifferencePath = pathParameters({ id: uuid() }, 'Weight difference');
const note = optional(
  text({
    max: 1000,
    multiline: true,
    description: 'A note that is kept with the decision.',
    examples: ['it was weighed again'],
  }),
);
const NoteBody = object({ note });
const SettleBody = object({
  amount: decimalRupees({ atLeast: 0, description: 'The part that you pay, without GST.', examples: [12.5] }),
  note,
});
const SettingsBody = object({
  tolerance_weight: optional(
    decimal({ unit: 'grams', atLeast: 0, atMost: 100_000, maxDecimals: 2, examples: [50] }),
  ),
  tolerance_amount: optional(decimalRupees({ atLeast: 0, examples: [1] })),
  accept_after_days: clearable(
    wholeNumber({
      atLeast: 1,
      atMost: 365,
      description: 'Null: nothing is accepted automatically.',
      examples: [7],
    }),
  ),
});

const state = words(
  'WeightDifferenceState',
  WEIGHT_DIFFERENCE_STATE_WORDS,
  '`raised`: no decision yet; `settled`: the agreed part of a disputed difference is charged.',
);

const Difference = Type.Object(
  {
    id: Uuid,
    shipment_id: Uuid,
    tracking_number: textLike('ND00000000017'),
    order_id: textLike('CHAI-1001'),
    carrier_name: textLike('Titlipath Lite 250 g'),
    courier: textLike('titlipath'),
    invoice_number: textLike('INV-1'),
    our_weight: Type.Number({ description: 'Grams.', examples: [450] }),
    charged_weight: Type.Number({ description: 'Grams.', examples: [1000] }),
    our_amount: amount(64.5, 'Without GST, like the other amounts.'),
    charged_amount: amount(84.5),
    difference_amount: amount(20),
    agreed_amount: orNull(amount(20, 'The charged part.')),
    state,
    raised_at: Time,
    steps: Type.Array(
      Type.Object(
        {
          state,
          at: Time,
          by: textLike('Asha'),
          note: orNull(textLike('it was weighed again')),
          note_details: SentenceOrNull,
          amount: orNull(amount(20)),
        },
        { title: 'WeightDifferenceStep' },
      ),
      { description: 'The actions, with their authors; oldest first.' },
    ),
  },
  { title: 'WeightDifference' },
);

const Sum = Type.Object(
  {
    our_amount: amount(64.5, 'Without GST, like the other amounts.'),
    charged_amount: amount(84.5),
    difference_amount: amount(20),
    agreed_amount: amount(20, 'The charged part.'),
  },
  { description: 'The sums of all matching differences.' },
);

const Settings = Type.Object(
  {
    tolerance_weight: Type.Number({ description: 'Grams.', examples: [50] }),
    tolerance_amount: amount(1),
    accept_after_days: orNull(
      Type.Integer({ description: 'Null: nothing is accepted automatically.', examples: [7] }),
    ),
  },
  { title: 'WeightDifferenceSettings' },
);

const ACTIONS = [
  [
    'accept',
    'acceptWeightDifference',
    'Accept a weight difference',
    'The difference is charged to the account.',
  ],
  [
    'dispute',
    'disputeWeightDifference',
    'Dispute a weight difference',
    'Nothing is charged until it is settled.',
  ],
] as const;

export function addWeightDifferences(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof Query> }>(
    '/weight-differences',
    {
      schema: operation({
        operationId: 'listWeightDifferences',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List weight differences',
        description: 'Shipments for which a courier charged a higher weight than was booked, newest first.',
        querystring: Query,
        answers: {
          200: answer(
            'A page of the differences, newest first.',
            Type.Object({ data: Type.Array(Difference), meta: newestMeta({ sum: Sum }) }),
          ),
        },
      }),
    },
    async ({ account, query }) => {
      const found = await listAccountDifferences(account, filtersOf(query), pageOf(query));
      const { ourPaise, chargedPaise, agreedPaise } = found.sums;
      const sum = {
        our_amount: ourPaise / 100,
        charged_amount: chargedPaise / 100,
        difference_amount: (chargedPaise - ourPaise) / 100,
        agreed_amount: agreedPaise / 100,
      };
      return { data: found.rows.map(differenceBody), meta: { ...newestMetaBody(query, found), sum } };
    },
  );
  api.get<{ Querystring: ValueOf<typeof ExportQuery> }>(
    '/weight-differences.csv',
    {
      schema: operation({
        operationId: 'exportWeightDifferences',
        tag: 'Money',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Export weight differences as CSV',
        description: 'All matching differences, newest first.',
        querystring: ExportQuery,
        answers: { 200: fileAnswer('A heading and a row for each difference.', ['text/csv']) },
      }),
    },
    async ({ account, query }, reply) =>
      sendCsv(reply, 'weight-differences', exportDifferences(account, filtersOf(query), clientOf(reply))),
  );
  for (const [action, operationId, summary, description] of ACTIONS) {
    api.post<{ Params: ValueOf<typeof DifferencePath>; Body: ValueOf<typeof NoteBody> }>(
      `/weight-differences/:id/${action}`,
      {
        schema: operation({
          operationId,
          tag: 'Money',
          role: 'manager',
          summary,
          description,
          params: DifferencePath,
          body: NoteBody,
          answers: { 200: answer('The difference as it is now.', Type.Object({ data: Difference })) },
        }),
      },
      async (request) => {
        const { id: differenceId } = request.params;
        const input = { differenceId, action, note: noteOf(request.body), agreedPaise: null };
        return { data: differenceBody(await actOnDifference(request.account, input)) };
      },
    );
  }
  api.post<{ Params: ValueOf<typeof DifferencePath>; Body: ValueOf<typeof SettleBody> }>(
    '/weight-differences/:id/settle',
    {
      schema: operation({
        operationId: 'settleWeightDifference',
        tag: 'Money',
        role: 'manager',
        summary: 'Settle a disputed weight difference',
        description: 'Charges the amount that the courier agreed to.',
        params: DifferencePath,
        body: SettleBody,
        answers: { 200: answer('The difference as it is now.', Type.Object({ data: Difference })) },
      }),
    },
    async (request) => {
      const { id: differenceId } = request.params;
      const input = { differenceId, action: 'settle' as const, note: noteOf(request.body) };
      const agreedPaise = hundredths(request.body.amount);
      return { data: differenceBody(await actOnDifference(request.account, { ...input, agreedPaise })) };
    },
  );
  api.get(
    '/weight-difference-settings',
    {
      schema: operation({
        operationId: 'getWeightDifferenceSettings',
        tag: 'Money',
        role: 'viewer',
        summary: 'Get the weight difference settings',
        description: 'The tolerance, and after how many days a difference is accepted automatically.',
        answers: { 200: answer('The settings.', Type.Object({ data: Settings })) },
      }),
    },
    async (request) => ({ data: settingsBody(await getDifferenceSettings(request.account)) }),
  );
  api.put<{ Body: ValueOf<typeof SettingsBody> }>(
    '/weight-difference-settings',
    {
      schema: operation({
        operationId: 'changeWeightDifferenceSettings',
        tag: 'Money',
        role: 'owner',
        summary: 'Update the weight difference settings',
        description: 'Only the given fields change.',
        body: SettingsBody,
        answers: { 200: answer('The settings as they are now.', Type.Object({ data: Settings })) },
      }),
    },
    async (request) => {
      const { tolerance_weight, tolerance_amount, accept_after_days } = request.body;
      const settings = await changeDifferenceSettings(request.account, {
        toleranceWeight: tolerance_weight === undefined ? undefined : hundredths(tolerance_weight),
        tolerancePaise: tolerance_amount === undefined ? undefined : hundredths(tolerance_amount),
        acceptAfterDays: accept_after_days,
      });
      return { data: settingsBody(settings) };
    },
  );
}

function filtersOf(query: ValueOf<typeof ExportQuery>) {
  return {
    state: query.state ?? null,
    trackingNumber: query.tracking_number ?? null,
    ...shipmentsOf(query),
    ...spanOf(query),
  };
}

/** Returns paise for rupees, or 0.01 g for grams: the fields take at most two decimals. */
function hundredths(sent: string): number {
  const exact = parseDecimal(sent);
  return exact === null ? 0 : (decimalToInteger(exact, 2) ?? 0);
}

/** A person's note. */
function noteOf({ note: words }: { readonly note?: string | undefined }): Sentence | null {
  return words === undefined ? null : asWritten(words);
}

function settingsBody({ tolerance, acceptAfterDays }: WeightDifferenceSettings) {
  return {
    tolerance_weight: tolerance.weight / 100,
    tolerance_amount: tolerance.paise / 100,
    accept_after_days: acceptAfterDays,
  };
}

function differenceBody(difference: WeightDifference) {
  return {
    id: difference.id,
    shipment_id: difference.shipmentId,
    tracking_number: difference.trackingNumber,
    order_id: difference.orderId,
    carrier_name: difference.carrierName,
    courier: difference.courier,
    invoice_number: difference.invoiceNumber,
    our_weight: difference.ourWeight / 100,
    charged_weight: difference.chargedWeight / 100,
    our_amount: difference.ourPaise / 100,
    charged_amount: difference.chargedPaise / 100,
    difference_amount: (difference.chargedPaise - difference.ourPaise) / 100,
    agreed_amount: difference.agreedPaise === null ? null : difference.agreedPaise / 100,
    state: difference.state,
    raised_at: new Date(difference.raisedAt).toISOString(),
    steps: difference.steps.map((step) => ({
      state: step.state,
      at: new Date(step.at).toISOString(),
      by: step.by,
      ...sentenceField('note', step.note),
      amount: step.paise === null ? null : step.paise / 100,
    })),
  };
}

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { QuoteExplanation } from '../../../domain/rates/explain-quote.ts';
import { rupeesNumber } from '../../../domain/rupees.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { answer, operation } from '../../operation.ts';
import { amount, LeftOutWord, orNull, textLike, ZoneLetter } from '../../schemas.ts';
import { QuoteRequestBody, quoteRequest } from './quote-request.ts';

const ExplanationBody = Type.Object(
  {
    rate_book_version: Type.Integer({ examples: [1] }),
    zone: ZoneLetter,
    zone_rule: textLike('metro_to_metro', 'The first zone rule that matched.'),
    dead_weight: textLike('500', 'Grams.'),
    volumetric_weight: textLike('200'),
    applicable_weight: textLike('500'),
    platform_fee: orNull(amount(0)),
    carriers: Type.Array(
      Type.Object({
        carrier_id: textLike('mrj0a1'),
        carrier_name: textLike('Titlipath Surface 500 g'),
        slabs: Type.Integer({ examples: [1] }),
        zone: ZoneLetter,
        charges: Type.Array(
          Type.Object({
            charge: textLike('forward_freight_charges'),
            amount: amount(44.4),
            how: textLike('1 slab of 500 g at Rs 44.40'),
          }),
        ),
      }),
      { description: 'In the order of the quote.' },
    ),
    left_out: Type.Array(
      Type.Object({
        carrier_id: textLike('mrj0a2'),
        carrier_name: textLike('Paharpost Air'),
        reasons: Type.Array(textLike('it does not deliver to 190001')),
        codes: Type.Array(LeftOutWord),
      }),
      { description: 'Every carrier that is not in the quote, with all reasons.' },
    ),
  },
  { title: 'QuoteExplanation' },
);

/** Gives the same explanation as the operator's `rates explain`. */
export function addExplainRates(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof QuoteRequestBody> }>(
    '/rates/explain',
    {
      schema: operation({
        operationId: 'explainRates',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Explain shipping rates',
        description:
          'Takes the same fields as `POST /rates`. Answers with the calculation of each price, and the reason why each other carrier is left out.',
        querystring: QuoteRequestBody,
        answers: { 200: answer('The explanation.', Type.Object({ data: ExplanationBody })) },
      }),
    },
    async ({ query, account }) => {
      const request = quoteRequest(query);
      return { data: bodyOf(await account.quotes.explain(account.accountId, request, account.now())) };
    },
  );
}

function bodyOf(explanation: QuoteExplanation): Static<typeof ExplanationBody> {
  const { bookVersion, zone, weights, platformFeePaise, carriers, leftOut } = explanation;
  return {
    rate_book_version: bookVersion,
    zone: zone.zone,
    zone_rule: zone.rule,
    dead_weight: weights.dead,
    volumetric_weight: weights.volumetric,
    applicable_weight: weights.applicable,
    platform_fee: platformFeePaise === null ? null : rupeesNumber(platformFeePaise),
    carriers: carriers.map(({ quote, zone: own, lines }) => ({
      carrier_id: quote.carrier.id,
      carrier_name: quote.carrier.name,
      slabs: quote.slabs,
      zone: own.zone,
      charges: lines.map(({ charge, paise, how }) => ({ charge, amount: rupeesNumber(paise), how })),
    })),
    left_out: leftOut.map(({ carrier, reasons }) => ({
      carrier_id: carrier.id,
      carrier_name: carrier.name,
      reasons: reasons.map(({ sentence }) => sentence),
      codes: reasons.map(({ reason }) => reason),
    })),
  };
}

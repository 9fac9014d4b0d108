import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { QuoteExplanation, ZoneExplanation } from '../../../domain/rates/explain-quote.ts';
import { rupeesNumber } from '../../../domain/rupees.ts';
import { detailsOf, type Sentence, say } from '../../../problems/sentence.ts';
import type { ValueOf } from '../../../reading/fields.ts';
import { answer, operation } from '../../operation.ts';
import { amount, Day, LeftOutWord, orNull, textLike, ZoneLetter } from '../../schemas.ts';
import { SentenceBody, SentenceList, sentenceField } from '../../sentence-body.ts';
import { WHOLE_SERVICE_CONFIG } from '../operator/whole-service.ts';
import { ExplainQuery, quoteRequest } from './quote-request.ts';

const Place = (pincode: string, city: string, state: string) =>
  Type.Object({ pincode: textLike(pincode), city: textLike(city), state: textLike(state) });

const ExplanationBody = Type.Object(
  {
    rate_book_version: Type.Integer({ examples: [1] }),
    origin: Place('560001', 'Bengaluru', 'Karnataka'),
    destination: Place('110001', 'New Delhi', 'Delhi'),
    zone: ZoneLetter,
    zone_rule: textLike('metro_to_metro', 'The first zone rule that matched.'),
    zone_how: textLike('both pincodes are in metros', 'The rule in words.'),
    zone_how_details: SentenceBody,
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
        zone_how: textLike('both pincodes are in metros'),
        zone_how_details: SentenceBody,
        expected_delivery: Type.Object({ pickup: Day, delivery: Day }),
        charges: Type.Array(
          Type.Object({
            charge: textLike('forward_freight_charges'),
            amount: amount(44.4),
            how: textLike('first slab of 500 g Rs 44.40'),
            how_details: SentenceBody,
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
        reason_details: SentenceList,
        codes: Type.Array(LeftOutWord),
      }),
      { description: 'Every carrier that is not in the quote, with all reasons.' },
    ),
  },
  { title: 'QuoteExplanation' },
);

export type Explanation = Static<typeof ExplanationBody>;

export function addExplainRates(api: FastifyInstance): void {
  api.get<{ Querystring: ValueOf<typeof ExplainQuery> }>(
    '/rates/explain',
    {
      ...WHOLE_SERVICE_CONFIG,
      schema: operation({
        operationId: 'explainRates',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'Explain shipping rates',
        description:
          'Takes the same fields as `POST /rates`. Answers with the calculation of each price, and the reason why each other carrier is left out.',
        querystring: ExplainQuery,
        answers: { 200: answer('The explanation.', Type.Object({ data: ExplanationBody })) },
      }),
    },
    async ({ query, account }) => {
      const { accountId, quotes, now } = account;
      return {
        data: explanationBody(await quotes.explain(accountId, quoteRequest(query), query.at ?? now())),
      };
    },
  );
}

export function explanationBody(explanation: QuoteExplanation): Explanation {
  const { bookVersion, origin, destination, zone, weights, platformFeePaise, carriers, leftOut } =
    explanation;
  return {
    rate_book_version: bookVersion,
    origin,
    destination,
    zone: zone.zone,
    zone_rule: zone.rule,
    ...sentenceField('zone_how', howOf(zone)),
    dead_weight: weights.dead,
    volumetric_weight: weights.volumetric,
    applicable_weight: weights.applicable,
    platform_fee: platformFeePaise === null ? null : rupeesNumber(platformFeePaise),
    carriers: carriers.map(({ quote, zone: own, lines }) => ({
      carrier_id: quote.carrier.id,
      carrier_name: quote.carrier.name,
      slabs: quote.slabs,
      zone: own.zone,
      ...sentenceField('zone_how', howOf(own)),
      expected_delivery: { pickup: quote.pickup, delivery: quote.delivery },
      charges: lines.map(({ charge, paise, how }) => ({
        charge,
        amount: rupeesNumber(paise),
        ...sentenceField('how', how),
      })),
    })),
    left_out: leftOut.map(({ carrier, reasons }) => ({
      carrier_id: carrier.id,
      carrier_name: carrier.name,
      reasons: reasons.map(({ sentence }) => sentence.text),
      reason_details: reasons.map(({ sentence }) => detailsOf(sentence)),
      codes: reasons.map(({ reason }) => reason),
    })),
  };
}

const RULE_SENTENCES: Readonly<Record<ZoneExplanation['rule'], Sentence>> = {
  account_override: say('zone_override_of_account', "an override of the account's zones"),
  carrier_override: say('zone_override_of_carrier', "an override of this carrier's zones"),
  same_city: say('zone_same_city', 'both pincodes are in the same city'),
  special: say('zone_special_state', 'one of the pincodes is in a special state'),
  same_group: say('zone_same_group', 'both pincodes are in the same metro or regional group'),
  same_state: say('zone_same_state', 'both pincodes are in the same state'),
  metro_to_metro: say('zone_metro_to_metro', 'both pincodes are in metros'),
  rest: say('zone_no_other_rule', 'no other rule matches'),
};
const EVERYWHERE = say('everywhere', 'everywhere');

function howOf({ rule, override }: ZoneExplanation): Sentence {
  const sentence = RULE_SENTENCES[rule];
  if (override === null) return sentence;
  const origin = override.origin || EVERYWHERE;
  const destination = override.destination || EVERYWHERE;
  return say('zone_rule_from_to', '{rule} (from {origin} to {destination})', {
    rule: sentence,
    origin,
    destination,
  });
}

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { AccountCarrier } from '../../../domain/rates/account-carriers.ts';
import { listCarriersOfAccount } from '../../../usecases/rates/carriers.ts';
import type { RateBooks } from '../../../usecases/rates/rate-books.ts';
import { answer, operation } from '../../operation.ts';
import { LeftOutWord, orNull, ServiceLevelWord, textLike, words } from '../../schemas.ts';
import { SentenceOrNull, sentenceField } from '../../sentence-body.ts';

const Pincodes = Type.Integer({ examples: [19_414] });

const CarrierBody = Type.Object(
  {
    carrier_id: Type.String({ examples: ['k4tq9m2x'] }),
    carrier_name: Type.String({ examples: ['Titlipath Lite 250 g'] }),
    courier_name: Type.String({
      description: 'The courier’s name for customers.',
      examples: ['Titlipath'],
    }),
    helpline: orNull(textLike('1800 123 4567', 'The courier’s helpline for customers.')),
    carrier_code: Type.String({ examples: ['titlipath_lite_250g'] }),
    service_level: ServiceLevelWord,
    mode: words('CarrierMode', ['surface', 'air']),
    is_fast: Type.Boolean(),
    is_prime: Type.Boolean(),
    status: words('CarrierStatus', ['active', 'inactive'], '`inactive`: not offered in quotes.'),
    inactive_reason: Type.Union([Type.String(), Type.Null()], { examples: [null] }),
    inactive_reason_details: SentenceOrNull,
    inactive_code: orNull(LeftOutWord),
    courier: orNull(
      textLike('delhivery', 'Its courier, as in `GET /couriers`; null if it needs no courier account.'),
    ),
    is_sample: Type.Boolean({
      description:
        'Quoted only until the courier that you connected has prices. It is booked only if `carrier_id` names it.',
    }),
    has_rate_card: Type.Boolean(),
    limits: Type.Object(
      {
        weight: Type.Integer({
          description: 'The highest weight in grams: the larger of dead and volumetric weight.',
          examples: [10_000],
        }),
        side: orNull(
          Type.Number({ description: 'The longest side allowed, in centimetres.', examples: [120] }),
        ),
        sides: orNull(
          Type.Number({
            description: 'The largest sum of the three sides, in centimetres.',
            examples: [300],
          }),
        ),
        cod_amount: orNull(
          Type.Number({ description: 'The highest COD amount in rupees; 0: no COD.', examples: [50_000] }),
        ),
      },
      { description: 'The highest shipment value in rupees, included; null for no limit.' },
    ),
    takes_returns: Type.Boolean(),
    checks_quality: Type.Boolean({ description: 'Whether it checks returned goods at the customer’s door.' }),
    pickup_cutoff: Type.String({
      description: 'Time of day in India: orders booked before it are picked up on the same working day.',
      examples: ['14:00'],
    }),
    transit_days: Type.Record(Type.String(), Type.Integer(), {
      description: 'Working days from pickup to delivery, by zone.',
      examples: [{ zone_a: 1, zone_b: 2, zone_c: 3, zone_d: 4, zone_e: 6 }],
    }),
    pincodes_served: Type.Object(
      { pickup: Pincodes, prepaid: Pincodes, cod: Pincodes, reverse: Pincodes },
      { description: 'The number of pincodes for pickup, prepaid delivery, COD delivery and return pickup.' },
    ),
  },
  { title: 'Carrier' },
);

export function addListCarriers(api: FastifyInstance, { rateBooks }: { rateBooks: RateBooks }): void {
  api.get(
    '/carriers',
    {
      schema: operation({
        operationId: 'listCarriers',
        tag: 'Rates',
        role: 'viewer',
        restricted: 'filtered',
        summary: 'List carriers',
        description:
          'All carriers of the account by name, with their limits, including those that are switched off. `POST /serviceability` says which carriers serve a route.',
        answers: {
          200: answer(
            'The carriers.',
            Type.Object({
              data: Type.Array(CarrierBody),
              meta: Type.Object({ total: Type.Integer({ examples: [8] }) }),
            }),
          ),
        },
      }),
    },
    async ({ account }) => {
      const data = (await listCarriersOfAccount(account, rateBooks)).map(carrierBody);
      return { data, meta: { total: data.length } };
    },
  );
}

function carrierBody(one: AccountCarrier): Static<typeof CarrierBody> {
  const { carrier } = one;
  const { cutoffMinute, codLimitPaise } = carrier;
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    carrier_id: carrier.id,
    carrier_name: carrier.name,
    courier_name: one.courierName,
    helpline: carrier.helpline,
    carrier_code: carrier.code,
    service_level: carrier.serviceLevel,
    mode: carrier.mode,
    is_fast: carrier.isFast,
    is_prime: carrier.isPrime,
    status: one.notOffered === null ? 'active' : 'inactive',
    ...sentenceField('inactive_reason', one.notOffered),
    inactive_code: one.notOfferedReason,
    courier: one.courier,
    is_sample: one.isSample,
    has_rate_card: one.hasRateCard,
    limits: {
      weight: carrier.maxWeightGrams,
      side: carrier.maxSideCm,
      sides: carrier.maxSidesCm,
      cod_amount: codLimitPaise === null ? null : codLimitPaise / 100,
    },
    takes_returns: one.takesReturns,
    checks_quality: one.checksQuality,
    pickup_cutoff: `${two(Math.floor(cutoffMinute / 60))}:${two(cutoffMinute % 60)}`,
    transit_days: one.transitDays,
    pincodes_served: one.pincodesServed,
  };
}

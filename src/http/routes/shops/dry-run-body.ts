import { type Static, Type } from 'typebox';
import { rupeesNumber } from '../../../domain/rupees.ts';
import { DRY_OUTCOMES, type DryParcel } from '../../../usecases/shops/dry-run-rules.ts';
import { amount, Day, orNull, textLike, words } from '../../schemas.ts';
import { Reasons, reasonsBody } from './parcel-body.ts';

const DryParcelBody = Type.Object(
  {
    shop_order_id: textLike('727', 'The shop’s own id.'),
    number: textLike('1001', 'The number that the customer knows.'),
    customer_name: orNull(textLike('Ravi Iyer')),
    outcome: words(
      'DryRunOutcome',
      DRY_OUTCOMES,
      '`booked`: made, with a carrier; `made`: made, without a carrier; `held`: waits until somebody confirms its cash; `needs_attention`: cannot be made as it is; `skipped`: not to be shipped; `not_open`: the shop has never wanted it shipped.',
    ),
    reasons: Reasons,
    parcel: orNull(
      Type.Object(
        {
          payment_method: Type.String({ enum: ['COD', 'PREPAID'] }),
          cod_collectible: amount(649.5),
          weight: Type.Number({ description: 'In kilograms.', examples: [0.5] }),
        },
        { title: 'DryRunParcel', description: 'What would be shipped; null if no order would be made.' },
      ),
    ),
    carrier: orNull(
      Type.Object(
        {
          id: textLike('TLFS'),
          name: textLike('Titan Surface'),
          charges: amount(72.5, 'Without GST.'),
          expected_delivery_date: Day,
        },
        { title: 'DryRunCarrier', description: 'Who would be asked first.' },
      ),
    ),
  },
  { title: 'DryRunOrder' },
);

const counts = DRY_OUTCOMES.map((outcome) => [outcome, Type.Integer({ examples: [3] })] as const);

export const DryRun = Type.Object({
  data: Type.Array(DryParcelBody),
  meta: Type.Object({
    total: Type.Integer({ examples: [100] }),
    outcomes: Type.Object(Object.fromEntries(counts), { title: 'DryRunCounts' }),
  }),
});

export function dryRunBody(parcels: readonly DryParcel[]): Static<typeof DryRun> {
  const outcomes = DRY_OUTCOMES.map((outcome): [string, number] => [
    outcome,
    parcels.filter((one) => one.outcome === outcome).length,
  ]);
  return {
    data: parcels.map(parcelBody),
    meta: { total: parcels.length, outcomes: Object.fromEntries(outcomes) },
  };
}

function parcelBody({ draft, carrier, ...parcel }: DryParcel): Static<typeof DryParcelBody> {
  return {
    shop_order_id: parcel.orderKey,
    number: parcel.number,
    customer_name: parcel.customerName,
    outcome: parcel.outcome,
    reasons: reasonsBody(parcel.reasons),
    parcel: draft && {
      payment_method: draft.isCod ? 'COD' : 'PREPAID',
      cod_collectible: rupeesNumber(draft.codAmountPaise),
      weight: Number(draft.parcel.deadWeight) / 1_000,
    },
    carrier: carrier && {
      id: carrier.carrierId,
      name: carrier.carrierName,
      charges: rupeesNumber(carrier.totalChargesPaise),
      expected_delivery_date: carrier.expectedDeliveryDate,
    },
  };
}

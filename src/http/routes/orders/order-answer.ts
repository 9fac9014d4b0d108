import { type Static, Type } from 'typebox';
import { paiseText } from '../../../domain/rupees.ts';
import type { OrderResult } from '../../../usecases/booking/order-result.ts';
import { Day, LabelUrl, orNull, textLike, Uuid } from '../../schemas.ts';

export const Flag = Type.Union([Type.Literal(1), Type.Literal(0)]);

/** The booking in answers of orders and returns. */
export const BookedPart = {
  order_created: Flag,
  awb_generated: Flag,
  pickup_generated: Flag,
  pickup_scheduled_date: orNull(Day),
  awb_code: orNull(textLike('ND00000000017', 'The tracking number.')),
  courier_company_id: orNull(textLike('h7vd3r8c')),
  courier_name: orNull(textLike('Morpankhi Surface 500 g')),
  /** In the format that existing clients read. */
  assigned_date_time: orNull(
    Type.Object({
      date: textLike('2026-11-16 12:00:00.000000', 'In India.'),
      timezone_type: Type.Literal(3),
      timezone: textLike('Asia/Kolkata'),
    }),
  ),
  applied_weight: Type.Number({ description: 'Kilograms.', examples: [0.5] }),
  label_url: orNull(LabelUrl),
};

/** @see BookedPart */
export function bookedPart({ booking, appliedCentigrams, labelUrl }: OrderResult) {
  const terms = booking?.terms;
  return {
    order_created: 1,
    awb_generated: flag(booking !== null),
    pickup_generated: flag(booking !== null),
    pickup_scheduled_date: terms?.expectedPickupDate ?? null,
    awb_code: booking?.trackingNumber ?? null,
    courier_company_id: terms?.carrierId ?? null,
    courier_name: terms?.carrierName ?? null,
    assigned_date_time: booking && {
      date: booking.bookedAtInIndia,
      timezone_type: 3 as const,
      timezone: 'Asia/Kolkata',
    },
    applied_weight: appliedCentigrams / 100_000,
    label_url: labelUrl,
  } as const;
}

/** The answer of the endpoints that make and book orders. */
export const OrderAnswer = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object(
    {
      pickup_location_added: Flag,
      ...BookedPart,
      label_generated: Flag,
      manifest_generated: Flag,
      order_id: Type.String({ format: 'uuid', description: 'Our id, as in the listing.' }),
      shipment_id: Uuid,
      cod: Flag,
      charges: Type.Object({
        frwd_charges: Type.Object({
          shipping_charges: orNull(textLike('44.40', 'Rupees.')),
          cod_charges: orNull(textLike('35.00', 'Rupees.')),
        }),
        rto_charges: Type.Object({ rto_charges: orNull(textLike('40.00', 'Rupees.')) }),
      }),
    },
    { title: 'Order' },
  ),
});

export function orderAnswer(result: OrderResult): Static<typeof OrderAnswer> {
  const { booking } = result;
  return {
    status: 1,
    payload: {
      pickup_location_added: 1,
      ...bookedPart(result),
      label_generated: flag(result.labelUrl !== null),
      manifest_generated: 0,
      order_id: result.orderId,
      shipment_id: result.shipmentId,
      cod: flag(result.isCod),
      charges: {
        // As text, which existing clients expect.
        frwd_charges: {
          shipping_charges: booking ? paiseText(booking.terms.forwardFreightPaise) : null,
          cod_charges: booking ? paiseText(booking.terms.codChargesPaise) : null,
        },
        rto_charges: { rto_charges: booking ? paiseText(booking.terms.rtoChargesPaise) : null },
      },
    },
  };
}

export function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

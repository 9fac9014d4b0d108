import { type Static, Type } from 'typebox';
import { paiseText } from '../../../domain/rupees.ts';
import { trackingAddress } from '../../../domain/tracking/tracking-address.ts';
import type { OrderResult } from '../../../usecases/booking/order-result.ts';
import { amount, Day, orNull, textLike } from '../../schemas.ts';
import { BookedPart, bookedPart, flag } from '../orders/order-answer.ts';

export const ReturnAnswer = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object(
    {
      ...BookedPart,
      order_id: orNull(
        Type.String({
          format: 'uuid',
          description: 'Our id of the return’s order; null if the return existed already.',
        }),
      ),
      return_id: Type.String({ format: 'uuid', description: 'Our id of the return, as in the listing.' }),
      shipment_id: Type.String({ format: 'uuid', description: 'The same: a return is one shipment.' }),
      cod: Type.Literal(0),
      is_return: Type.Literal(1),
      routing_code: Type.Null(),
      rto_routing_code: Type.Null(),
      pickup_token_number: Type.Null(),
      tracking_url: orNull(textLike('https://ship.example.in/track/ND00000000017')),
      estimated_delivery_date: orNull(Day),
      charges: Type.Object({
        reverse_charges: orNull(textLike('91.30', 'Rupees.')),
        qc: orNull(textLike('0.00', 'In rupees: the quality check at the customer’s door.')),
        qc_leeway: textLike('0.00'),
        dead_weight_billing: Type.Literal(false),
        platform_fee: amount(0, 'Rupees.'),
      }),
    },
    { title: 'BookedReturn' },
  ),
});

/** @param isNew false if the return existed before */
export function returnAnswer(
  result: OrderResult,
  publicUrl: string,
  isNew: boolean,
): Static<typeof ReturnAnswer> {
  const { booking } = result;
  return {
    status: 1,
    payload: {
      ...bookedPart(result),
      order_created: flag(isNew),
      order_id: isNew ? result.orderId : null,
      return_id: result.shipmentId,
      shipment_id: result.shipmentId,
      cod: 0,
      is_return: 1,
      routing_code: null,
      rto_routing_code: null,
      pickup_token_number: null,
      tracking_url: booking ? trackingAddress(publicUrl, booking.trackingNumber) : null,
      estimated_delivery_date: booking?.terms.expectedDeliveryDate ?? null,
      charges: {
        reverse_charges: booking ? paiseText(booking.terms.forwardFreightPaise) : null,
        qc: booking ? paiseText(booking.terms.qcChargesPaise) : null,
        qc_leeway: '0.00',
        dead_weight_billing: false,
        platform_fee: (booking?.terms.platformFeePaise ?? 0) / 100,
      },
    },
  };
}

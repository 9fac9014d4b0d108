import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { paiseText } from '../../../domain/rupees.ts';
import type { EncodeOrder, OrderResult } from '../../../usecases/booking/order-result.ts';
import { notesOf } from '../../plugins/answer-notes.ts';
import { amount, Day, LabelUrl, orNull, textLike } from '../../schemas.ts';
import { assignedAt, Flag, flag } from '../orders/order-answer.ts';

/** What the endpoints that make and book returns answer (contract: returns and exchanges). */
export const ReturnAnswer = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object(
    {
      order_created: Flag,
      awb_generated: Flag,
      pickup_generated: Flag,
      pickup_scheduled_date: orNull(Day),
      order_id: Type.String({ format: 'uuid', description: 'Our id of the return’s order.' }),
      return_id: Type.String({ format: 'uuid', description: 'Our id of the return, as in the listing.' }),
      shipment_id: Type.String({ format: 'uuid', description: 'The same: a return is one shipment.' }),
      awb_code: orNull(textLike('ND00000000017', 'The tracking number.')),
      courier_company_id: orNull(textLike('h7vd3r8c')),
      courier_name: orNull(textLike('Morpankhi Surface 500 g')),
      assigned_date_time: assignedAt,
      applied_weight: Type.Number({ description: 'Kilograms.', examples: [0.34] }),
      cod: Type.Literal(0),
      is_return: Type.Literal(1),
      routing_code: Type.Null(),
      rto_routing_code: Type.Null(),
      pickup_token_number: Type.Null(),
      label_url: orNull(LabelUrl),
      tracking_url: orNull(textLike('https://ship.example.in/track/ND00000000017')),
      estimated_delivery_date: orNull(Day),
      charges: Type.Object({
        reverse_charges: orNull(textLike('91.30', 'Rupees.')),
        qc: orNull(textLike('0.00', 'Rupees: the check at the customer’s door.')),
        qc_leeway: textLike('0.00'),
        dead_weight_billing: Type.Literal(false),
        platform_fee: amount(0, 'Rupees.'),
      }),
    },
    { title: 'BookedReturn' },
  ),
});

/** Writes the answer's text: see `orderEncoder`. */
export function returnEncoder(request: FastifyRequest, publicUrl: () => string): EncodeOrder {
  return (result) => JSON.stringify({ ...returnAnswer(result, publicUrl()), ...notesOf(request) });
}

function returnAnswer(result: OrderResult, publicUrl: string): Static<typeof ReturnAnswer> {
  const { booking } = result;
  const isBooked = booking !== null;
  return {
    status: 1,
    payload: {
      order_created: 1,
      awb_generated: flag(isBooked),
      pickup_generated: flag(isBooked),
      pickup_scheduled_date: booking?.terms.expectedPickupDate ?? null,
      order_id: result.orderId,
      return_id: result.shipmentId,
      shipment_id: result.shipmentId,
      awb_code: booking?.trackingNumber ?? null,
      courier_company_id: booking?.terms.carrierId ?? null,
      courier_name: booking?.terms.carrierName ?? null,
      assigned_date_time: isBooked
        ? { date: booking.bookedAtInIndia, timezone_type: 3, timezone: 'Asia/Kolkata' }
        : null,
      applied_weight: result.appliedCentigrams / 100_000,
      cod: 0,
      is_return: 1,
      routing_code: null,
      rto_routing_code: null,
      pickup_token_number: null,
      label_url: result.labelUrl,
      tracking_url: isBooked ? `${publicUrl}/track/${encodeURIComponent(booking.trackingNumber)}` : null,
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

import { Type } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { paiseText } from '../../../domain/rupees.ts';
import type { EncodeOrder, OrderResult } from '../../../usecases/booking/order-result.ts';
import { notesOf } from '../../plugins/answer-notes.ts';
import { Day, LabelUrl, orNull, textLike, Uuid } from '../../schemas.ts';

export const Flag = Type.Union([Type.Literal(1), Type.Literal(0)]);

/** When a carrier was booked, as existing clients read it. */
export const assignedAt = orNull(
  Type.Object({
    date: textLike('2026-11-16 12:00:00.000000', 'In India.'),
    timezone_type: Type.Literal(3),
    timezone: textLike('Asia/Kolkata'),
  }),
);

/** What the endpoints that make and book orders answer (contract: orders and shipments). */
export const OrderAnswer = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object(
    {
      pickup_location_added: Flag,
      order_created: Flag,
      awb_generated: Flag,
      label_generated: Flag,
      pickup_generated: Flag,
      manifest_generated: Flag,
      pickup_scheduled_date: orNull(Day),
      order_id: Type.String({ format: 'uuid', description: 'Our id, as in the listing.' }),
      shipment_id: Uuid,
      awb_code: orNull(textLike('ND00000000017', 'The tracking number.')),
      courier_company_id: orNull(textLike('h7vd3r8c')),
      courier_name: orNull(textLike('Morpankhi Surface 500 g')),
      assigned_date_time: assignedAt,
      applied_weight: Type.Number({ description: 'Kilograms.', examples: [0.5] }),
      cod: Flag,
      label_url: orNull(LabelUrl),
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

/**
 * Writes the answer's text, with the notes on this request: written once, so that a repeat under an idempotency
 * key gets it byte for byte, whatever that repeat sent beside what is read.
 */
export function orderEncoder(request: FastifyRequest): EncodeOrder {
  return (result) => JSON.stringify({ ...orderAnswer(result), ...notesOf(request) });
}

function orderAnswer(result: OrderResult): Static<typeof OrderAnswer> {
  const { booking } = result;
  const isBooked = booking !== null;
  return {
    status: 1,
    payload: {
      pickup_location_added: 1,
      order_created: 1,
      awb_generated: flag(isBooked),
      label_generated: flag(result.labelUrl !== null),
      pickup_generated: flag(isBooked),
      manifest_generated: 0,
      pickup_scheduled_date: booking?.terms.expectedPickupDate ?? null,
      order_id: result.orderId,
      shipment_id: result.shipmentId,
      awb_code: booking?.trackingNumber ?? null,
      courier_company_id: booking?.terms.carrierId ?? null,
      courier_name: booking?.terms.carrierName ?? null,
      assigned_date_time: isBooked
        ? { date: booking.bookedAtInIndia, timezone_type: 3, timezone: 'Asia/Kolkata' }
        : null,
      applied_weight: result.appliedCentigrams / 100_000,
      cod: flag(result.isCod),
      label_url: result.labelUrl,
      charges: {
        // As text, which existing clients read.
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

import { type Static, Type } from 'typebox';
import { paiseText } from '../../../domain/rupees.ts';
import {
  DISPATCHES,
  EXCHANGE_STATUSES,
  type ExchangedShipment,
  type ExchangeResult,
} from '../../../usecases/exchanges/orchestrate-exchange.ts';
import {
  GranularStatusWord,
  LabelUrl,
  orNull,
  ReturnStatusWord,
  textLike,
  Uuid,
  words,
} from '../../schemas.ts';
import { Flag, flag } from '../orders/order-answer.ts';

export const ExchangeStatusWord = words('ExchangeStatus', EXCHANGE_STATUSES);

const number = Type.Integer({
  description: 'The number of the exchange, from 1 in each account.',
  examples: [1],
});
const awb = orNull(textLike('ND00000000017', 'The tracking number.'));
const label = orNull(LabelUrl);
const courier = orNull(textLike('Morpankhi Surface 500 g'));
const weight = Type.Number({ description: 'Kilograms.', examples: [0.5] });
const rupees = orNull(textLike('44.40', 'Rupees.'));

const shipmentFields = {
  shipment_id: Uuid,
  awb,
  label_url: label,
  courier_name: courier,
  applied_weight: weight,
  cod: Flag,
};

export const ExchangeAnswer = Type.Object({
  status: Type.Literal(1),
  payload: Type.Object(
    {
      pickup_location_added: Flag,
      order_created: Flag,
      return_created: Flag,
      awb_generated: Type.Integer({
        description: 'The number of booked parcels among the two.',
        examples: [2],
      }),
      label_generated: Flag,
      pickup_generated: Flag,
      manifest_generated: Flag,
      order_id: Type.String({ format: 'uuid', description: 'Our order id of the new parcel.' }),
      return_id: Type.String({ format: 'uuid', description: 'Our id of the return, as in the listing.' }),
      exchange_order_id: number,
      shipment_id: Type.String({ format: 'uuid', description: 'The tracking number of the new parcel.' }),
      forward_shipment_id: Uuid,
      return_shipment_id: Uuid,
      forward_awb: awb,
      reverse_awb: awb,
      forward_awb_code: awb,
      awb_code: orNull(textLike('ND00000000018', 'The tracking number of the return.')),
      forward_shipment_label: label,
      label_url: orNull(LabelUrl),
      reverse_shipment_label: label,
      courier_name: courier,
      forward_courier_name: courier,
      reverse_courier_name: courier,
      applied_weight: weight,
      forward_applied_weight: weight,
      reverse_applied_weight: weight,
      cod: Flag,
      is_exchange: Type.Literal(1),
      exchange_order_details: Type.Object({
        id: number,
        unique_id: Uuid,
        display_id: textLike('EXC-1001', 'The `order_id` as sent.'),
        status: ExchangeStatusWord,
        order_id: Uuid,
        return_id: Uuid,
        channel: textLike('manual_order'),
        dispatch: words('ExchangeDispatch', DISPATCHES),
      }),
      forward_shipment_details: Type.Object({ ...shipmentFields, status: GranularStatusWord }),
      return_shipment: Type.Object({ ...shipmentFields, status: ReturnStatusWord }),
      charges: Type.Object({
        total: textLike('135.70', 'In rupees, for what is booked.'),
        forward: Type.Object({
          forward_charges: rupees,
          forward_cod_charges: rupees,
          forward_rto_charges: rupees,
        }),
        reverse: Type.Object({
          return_pickup_charges: rupees,
          qc_charges: rupees,
          exchange_charges: textLike(
            '0.00',
            'In rupees; there are none in addition to those of the two parcels.',
          ),
        }),
      }),
    },
    { title: 'BookedExchange' },
  ),
});

/** Makes the function that returns the answer. @param printLabel true to include label links */
export function exchangeAnswer(printLabel: boolean) {
  return (result: ExchangeResult): Static<typeof ExchangeAnswer> => answerOf(result, printLabel);
}

function answerOf(result: ExchangeResult, printLabel: boolean): Static<typeof ExchangeAnswer> {
  const forward = shipmentOf(result.forward, printLabel);
  const back = shipmentOf(result.back, printLabel);
  const [out, home] = [result.forward.booking, result.back.booking];
  const totalPaise = (out?.terms.totalChargesPaise ?? 0) + (home?.terms.totalChargesPaise ?? 0);
  const paise = (amount: number | undefined) => (amount === undefined ? null : paiseText(amount));
  return {
    status: 1,
    payload: {
      pickup_location_added: 1,
      order_created: flag(result.isNew),
      return_created: flag(result.isNew),
      awb_generated: flag(out !== null) + flag(home !== null),
      label_generated: flag(forward.label_url !== null || back.label_url !== null),
      pickup_generated: flag(home !== null),
      manifest_generated: 0,
      order_id: result.forward.orderId,
      return_id: result.back.shipmentId,
      exchange_order_id: result.number,
      shipment_id: forward.shipment_id,
      forward_shipment_id: forward.shipment_id,
      return_shipment_id: back.shipment_id,
      forward_awb: forward.awb,
      reverse_awb: back.awb,
      forward_awb_code: forward.awb,
      awb_code: back.awb,
      forward_shipment_label: forward.label_url,
      label_url: forward.label_url,
      reverse_shipment_label: back.label_url,
      courier_name: forward.courier_name,
      forward_courier_name: forward.courier_name,
      reverse_courier_name: back.courier_name,
      applied_weight: forward.applied_weight,
      forward_applied_weight: forward.applied_weight,
      reverse_applied_weight: back.applied_weight,
      cod: forward.cod,
      is_exchange: 1,
      exchange_order_details: {
        id: result.number,
        unique_id: result.exchangeId,
        display_id: result.displayId,
        status: result.status,
        order_id: result.forward.orderId,
        return_id: result.back.shipmentId,
        channel: result.channel,
        dispatch: result.dispatch,
      },
      forward_shipment_details: { ...forward, status: result.forward.status },
      return_shipment: { ...back, status: result.back.status },
      charges: {
        total: paiseText(totalPaise),
        forward: {
          forward_charges: paise(out?.terms.forwardFreightPaise),
          forward_cod_charges: paise(out?.terms.codChargesPaise),
          forward_rto_charges: paise(out?.terms.rtoChargesPaise),
        },
        reverse: {
          return_pickup_charges: paise(home?.terms.forwardFreightPaise),
          qc_charges: paise(home?.terms.qcChargesPaise),
          exchange_charges: '0.00',
        },
      },
    },
  };
}

function shipmentOf(shipment: ExchangedShipment, printLabel: boolean) {
  return {
    shipment_id: shipment.shipmentId,
    awb: shipment.booking?.trackingNumber ?? null,
    label_url: printLabel ? shipment.labelUrl : null,
    courier_name: shipment.booking?.terms.carrierName ?? null,
    applied_weight: shipment.appliedCentigrams / 100_000,
    cod: flag(shipment.isCod),
  };
}

import { type Static, Type } from 'typebox';
import { listingStatusOf } from '../../../domain/tracking/statuses.ts';
import type { ExchangeView } from '../../../usecases/exchanges/list-exchanges.ts';
import {
  amount,
  GranularStatusWord,
  ListingStatusWord,
  orNull,
  QcStatusWord,
  ReturnListingStatusWord,
  ReturnStatusWord,
  Time,
  textLike,
  Uuid,
} from '../../schemas.ts';
import { ExchangeStatusWord } from './exchange-answer.ts';

function part<T extends Parameters<typeof Type.Object>[0]>(attributes: T) {
  return Type.Object({ data: Type.Object({ attributes: Type.Object(attributes) }) });
}

const booking = {
  unique_id: Uuid,
  tracking_number: orNull(textLike('ND00000000017')),
  courier_name: orNull(textLike('Morpankhi Surface 500 g')),
};

export const ExchangeBody = Type.Object(
  {
    id: Type.Integer({ description: 'The `exchange_order_id`.', examples: [1] }),
    type: Type.Literal('exchange_order'),
    attributes: Type.Object({
      client_id: Uuid,
      display_id: textLike('EXC-1001', 'The `order_id` as sent.'),
      unique_id: Uuid,
      status: ExchangeStatusWord,
      channel: textLike('manual_order'),
      created_at: Time,
      updated_at: Time,
      fare_breakup: Type.Object({ total: amount(135.7, 'In rupees, for what is booked.') }),
      order: part({
        unique_id: Uuid,
        display_id: textLike('EXC-1001'),
        status: ListingStatusWord,
        payment_method: Type.Union([Type.Literal('COD'), Type.Literal('PREPAID')]),
      }),
      forward_shipment: part({ ...booking, status: GranularStatusWord }),
      return: part({
        unique_id: Uuid,
        display_id: textLike('EXC-1001'),
        status: ReturnListingStatusWord,
        qc_status: orNull(QcStatusWord),
        return_reason: orNull(textLike('Too small')),
      }),
      return_shipment: part({ ...booking, status: ReturnStatusWord }),
    }),
  },
  { title: 'Exchange' },
);

export function exchangeBody(view: ExchangeView, accountId: string): Static<typeof ExchangeBody> {
  const { back, order } = view;
  return {
    id: view.number,
    type: 'exchange_order',
    attributes: {
      client_id: accountId,
      display_id: order.displayId,
      unique_id: view.exchangeId,
      status: view.exchangeStatus,
      channel: order.channel,
      created_at: view.createdAt.toISOString(),
      updated_at: view.changedAt.toISOString(),
      fare_breakup: { total: ((view.charges?.totalChargesPaise ?? 0) + back.totalChargesPaise) / 100 },
      order: partOf({
        unique_id: order.id,
        display_id: order.displayId,
        status: listingStatusOf(view.status),
        payment_method: view.isCod ? 'COD' : 'PREPAID',
      }),
      forward_shipment: partOf({
        unique_id: view.shipmentId,
        tracking_number: view.trackingNumber,
        status: view.status,
        courier_name: view.carrier?.name ?? null,
      }),
      return: partOf({
        unique_id: back.shipmentId,
        display_id: back.displayId,
        status: listingStatusOf(back.status),
        qc_status: back.qcStatus,
        return_reason: back.reason,
      }),
      return_shipment: partOf({
        unique_id: back.shipmentId,
        tracking_number: back.trackingNumber,
        status: back.status,
        courier_name: back.carrierName,
      }),
    },
  };
}

function partOf<Attributes>(attributes: Attributes) {
  return { data: { attributes } };
}

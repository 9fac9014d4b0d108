import { type Static, Type } from 'typebox';
import type { ChargesView, ShipmentView } from '../../../domain/listing/shipment-view.ts';
import { type Contact, consigneeOf, fullNameOf } from '../../../domain/orders/order.ts';
import { rupeesNumber } from '../../../domain/rupees.ts';
import { listingStatusOf, subStatusOf } from '../../../domain/tracking/statuses.ts';
import { zoneWord } from '../../../domain/zones/zone.ts';
import { detailsOf } from '../../../problems/sentence.ts';
import type { ShownShipment } from '../../../usecases/listing/get-shipment.ts';
import { OrderWarningBody, orderWarningBody } from '../../order-warning-body.ts';
import {
  amount,
  Day,
  EventText,
  GranularStatusWord,
  LabelUrl,
  ListingStatusWord,
  MilestoneWord,
  NdrReasonWord,
  orNull,
  RtoReasonWord,
  Time,
  textLike,
  Uuid,
  ZoneWord,
} from '../../schemas.ts';
import { EventDetails } from '../../sentence-body.ts';
import { CourierDecisionBody, courierDecisionBody } from './courier-decision-body.ts';
import { NdrAnswerBody, ndrAnswerBody } from './ndr-answer-body.ts';
import { NoteBody, noteBody } from './note-body.ts';
import { UnreadScansBody, unreadScansBody } from './unread-scan-body.ts';
import { WaitingRequestBody, waitingRequestBody } from './waiting-request-body.ts';

const attributes = {
  tracking_number: orNull(textLike('ND00000000017')),
  status: ListingStatusWord,
  sub_status: Type.Union([GranularStatusWord, Type.Null()], {
    description: 'The granular status, if it says more than the status.',
    examples: [null],
  }),
  created_at: Time,
  warehouse_id: Uuid,
  total_price: amount(499, 'In rupees, with all charges.'),
  cod_amount: amount(499, 'In rupees; 0 for prepaid.'),
  is_cod: Type.Boolean(),
  is_exchange: Type.Boolean({ description: 'Whether it replaces the return with the same `order_id`.' }),
  zone: ZoneWord,
  applied_weight: Type.Object({ value: Type.Number({ examples: [500] }), metric_unit: Type.Literal('g') }),
  attempt_count: Type.Integer({ examples: [0] }),
  carrier: Type.Object({
    id: orNull(textLike('h7vd3r8c')),
    name: orNull(textLike('Morpankhi Surface 500 g')),
  }),
  order: Type.Object({
    id: Uuid,
    order_date: Time,
    channel: textLike('manual_order'),
    display_id: textLike('CHAI-1001', 'The `order_id` as sent.'),
    external_id: textLike('CHAI-1001'),
    store_name: orNull(textLike('my-first-store')),
  }),
  items: Type.Array(
    Type.Object(
      {
        id: Uuid,
        quantity: Type.Integer({ examples: [2] }),
        price: amount(249.5, 'In rupees, for one unit.'),
        name: textLike('Assam tea 250 g'),
        sku: orNull(textLike('TEA-250')),
      },
      { title: 'ShipmentItem' },
    ),
  ),
  shipping_address: Type.Object({
    name: textLike('Asha'),
    phone: textLike('9876543210'),
    city: textLike('New Delhi'),
    state: textLike('Delhi'),
    zip: textLike('110024'),
  }),
  shipment_milestones: Type.Array(Type.Object({ milestone: MilestoneWord, milestone_at: Time })),
  last_scan_at: orNull(Time),
  tracking_details: Type.Array(
    Type.Object(
      {
        id: Uuid,
        status: GranularStatusWord,
        last_location: orNull(textLike('Mumbai hub')),
        event_date_time: Time,
        description: EventText,
        description_details: EventDetails,
      },
      { title: 'TrackingEvent' },
    ),
  ),
  ndr_reason: Type.Union([NdrReasonWord, Type.Null()], { examples: [null] }),
  rto_reason: Type.Union([RtoReasonWord, Type.Null()], { examples: [null] }),
  tags: Type.Array(textLike('diwali')),
  expected_pickup_date: orNull(Day),
  expected_delivery_date: orNull(Day),
  customer_request: orNull(WaitingRequestBody),
  label_url: orNull(LabelUrl),
  fare_breakup: orNull(
    Type.Object(
      {
        charges: amount(44.4, 'For the way to the customer.'),
        cod_charges: amount(35, '0 for prepaid.'),
        rto_charges: amount(40, 'If the parcel returns to origin.'),
        multiplier: Type.Integer({
          description: 'Always 1: the charges are for the whole weight.',
          examples: [1],
        }),
        platform_fee: amount(2),
      },
      { title: 'FareBreakup', description: 'In rupees without GST, as booked; null until then.' },
    ),
  ),
};

const FullAddress = Type.Object(
  {
    ...attributes.shipping_address.properties,
    email: orNull(textLike('asha@example.in')),
    address: textLike('14, Lajpat Nagar II'),
    address_2: orNull(textLike('Near the temple')),
    country: textLike('India'),
  },
  { title: 'Address' },
);

export const ShipmentBody = Type.Object(
  {
    id: Uuid,
    type: Type.Literal('shipment'),
    attributes: Type.Object(attributes),
  },
  { title: 'Shipment' },
);

/** The shipment with the charges as booked and both complete addresses. */
export const WholeShipmentBody = Type.Object(
  {
    id: Uuid,
    type: Type.Literal('shipment'),
    attributes: Type.Object({
      ...attributes,
      shipping_address: FullAddress,
      billing_address: FullAddress,
      items: Type.Array(
        Type.Object(
          {
            ...attributes.items.items.properties,
            options: orNull(
              textLike('Engraving: Asha', 'What the customer chose or wrote of it; null for nothing.'),
            ),
          },
          { title: 'WholeShipmentItem' },
        ),
      ),
      customer_note: orNull(
        textLike('Please pack it as a gift', 'What the customer wrote about the order; null for nothing.'),
      ),
      sub_total: amount(499, 'What the customer pays for the goods, in rupees.'),
      total_discount: amount(0, 'Of the whole order.'),
      shipping_charges: amount(0),
      giftwrap_charges: amount(0),
      transaction_charges: amount(0, 'For the payment, for example by cash on delivery.'),
      other_amount: amount(0, 'For things that are not in the parcel.'),
      warnings: Type.Array(OrderWarningBody, { description: 'What is odd about the order.' }),
      notes: Type.Array(NoteBody, { description: 'Newest first.' }),
      courier_tracking_url: orNull(
        textLike(
          'https://www.delhivery.com/track-v2/package/ND00000000017',
          'The courier’s own public page of the parcel; null if it has none that we know.',
        ),
      ),
      unread_scans: UnreadScansBody,
      courier_decision: orNull(CourierDecisionBody),
      ndr_answer: orNull(NdrAnswerBody),
      courier_charges: orNull(
        Type.Object(
          {
            weight: amount(1200, 'The weight in grams that it charges for.'),
            amount_without_gst: orNull(
              amount(109.2, 'In rupees; null if the courier was not asked or does not report it.'),
            ),
            told_at: Time,
          },
          {
            title: 'CourierCharges',
            description: 'The courier’s reported charge, before any invoice.',
          },
        ),
      ),
      charges: orNull(
        Type.Object(
          {
            forward_freight_charges: amount(44.4),
            cod_charges: amount(35),
            rto_charges: amount(40),
            total_forward_charges: amount(79.4),
            platform_fee: amount(2),
          },
          { title: 'BookedCharges', description: 'In rupees without GST, as booked.' },
        ),
      ),
    }),
  },
  { title: 'WholeShipment' },
);

export function shipmentBody(view: ShipmentView, labelUrl: string | null): Static<typeof ShipmentBody> {
  return {
    id: view.shipmentId,
    type: 'shipment',
    attributes: {
      tracking_number: view.trackingNumber,
      status: listingStatusOf(view.status),
      sub_status: subStatusOf(view.status),
      created_at: view.createdAt.toISOString(),
      warehouse_id: view.warehouseId,
      total_price: rupeesNumber(view.totalPricePaise),
      cod_amount: rupeesNumber(view.codAmountPaise),
      is_cod: view.isCod,
      is_exchange: view.isExchange,
      zone: zoneWord(view.zone),
      applied_weight: { value: view.appliedCentigrams / 100, metric_unit: 'g' },
      attempt_count: view.attemptCount,
      carrier: { id: view.carrier?.id ?? null, name: view.carrier?.name ?? null },
      order: {
        id: view.order.id,
        order_date: view.order.orderDate.toISOString(),
        channel: view.order.channel,
        display_id: view.order.displayId,
        external_id: view.order.externalId,
        store_name: view.order.storeName,
      },
      items: view.items.map((item) => ({
        id: item.itemId,
        quantity: item.units,
        price: rupeesNumber(item.sellingPricePaise),
        name: item.name,
        sku: item.sku,
      })),
      shipping_address: shortAddress(consigneeOf(view)),
      shipment_milestones: view.milestones.map(({ milestone, at }) => ({
        milestone,
        milestone_at: at.toISOString(),
      })),
      last_scan_at: view.lastScanAt?.toISOString() ?? null,
      tracking_details: view.events.map((event) => ({
        id: event.eventId,
        status: event.status,
        last_location: event.location,
        event_date_time: event.at.toISOString(),
        description: event.description,
        description_details: event.sentence && detailsOf(event.sentence),
      })),
      ndr_reason: view.ndrReason,
      rto_reason: view.rtoReason,
      tags: [...view.order.tags],
      expected_pickup_date: view.expectedPickupDate,
      expected_delivery_date: view.expectedDeliveryDate,
      customer_request: view.request === null ? null : waitingRequestBody(view.request),
      label_url: labelUrl,
      fare_breakup: view.charges && fareBreakup(view.charges),
    },
  };
}

function fareBreakup(charges: ChargesView) {
  return {
    charges: rupeesNumber(charges.forwardFreightPaise),
    cod_charges: rupeesNumber(charges.codChargesPaise),
    rto_charges: rupeesNumber(charges.rtoChargesPaise),
    multiplier: 1,
    platform_fee: rupeesNumber(charges.platformFeePaise),
  };
}

export function wholeShipmentBody({
  shipment: view,
  parts,
  labelUrl,
  courierTrackingUrl,
  notes,
  decision,
  answer: ndrAnswer,
  toldCharges,
  unread,
}: ShownShipment): Static<typeof WholeShipmentBody> {
  const element = shipmentBody(view, labelUrl);
  const { charges } = view;
  return {
    ...element,
    attributes: {
      ...element.attributes,
      shipping_address: fullAddress(consigneeOf(view)),
      billing_address: fullAddress(view.billing),
      items: element.attributes.items.map((item) => ({
        ...item,
        options: parts.itemOptions?.[item.id] ?? null,
      })),
      customer_note: parts.customerNote,
      sub_total: rupeesNumber(parts.subTotalPaise),
      total_discount: rupeesNumber(parts.totalDiscountPaise),
      shipping_charges: rupeesNumber(parts.shippingChargesPaise),
      giftwrap_charges: rupeesNumber(parts.giftwrapChargesPaise),
      transaction_charges: rupeesNumber(parts.transactionChargesPaise),
      other_amount: rupeesNumber(parts.otherPaise),
      warnings: parts.warnings.map(orderWarningBody),
      notes: notes.map(noteBody),
      courier_tracking_url: courierTrackingUrl,
      unread_scans: unreadScansBody(unread),
      courier_decision: decision === null ? null : courierDecisionBody(decision),
      ndr_answer: ndrAnswer === null ? null : ndrAnswerBody(ndrAnswer),
      courier_charges:
        toldCharges === null
          ? null
          : {
              weight: toldCharges.weight / 100,
              amount_without_gst: toldCharges.paise === null ? null : rupeesNumber(toldCharges.paise),
              told_at: toldCharges.toldAt.toISOString(),
            },
      charges:
        charges === null
          ? null
          : {
              forward_freight_charges: rupeesNumber(charges.forwardFreightPaise),
              cod_charges: rupeesNumber(charges.codChargesPaise),
              rto_charges: rupeesNumber(charges.rtoChargesPaise),
              total_forward_charges: rupeesNumber(charges.totalChargesPaise),
              platform_fee: rupeesNumber(charges.platformFeePaise),
            },
    },
  };
}

function shortAddress(contact: Contact) {
  return {
    name: fullNameOf(contact),
    phone: contact.phone,
    city: contact.city,
    state: contact.state,
    zip: contact.pincode,
  };
}

function fullAddress(contact: Contact) {
  return {
    ...shortAddress(contact),
    email: contact.email,
    address: contact.address,
    address_2: contact.address2,
    country: contact.country,
  };
}

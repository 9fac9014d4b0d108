import { type NdrReason, type RtoReason, rtoReasonOfNdr } from '../../domain/tracking/reasons.ts';
import { CodeTable, type Meaning } from '../code-table.ts';

/** The tracking statuses of Ekart Elite: all statuses of its published schema, in lower case. */
export const ELITE_STATUSES = new CodeTable<Meaning>({
  'order placed': { status: 'ready_for_pickup' },
  'pickup scheduled': { status: 'pickup_scheduled' },
  'pickup pending': { status: 'pickup_scheduled' },
  'out for pickup': { status: 'out_for_pickup' },
  'not picked': { status: 'not_picked' },
  // The pickup was called off. A cancelled shipment has other statuses.
  'pickup cancelled': { status: 'not_picked', reason: 'customer_cancelled' },
  'picked up': { status: 'picked_up' },
  'in transit': { status: 'in_transit' },
  'shipment delayed': { status: 'in_transit' },
  'out for delivery': { status: 'out_for_delivery' },
  undelivered: { status: 'ndr_raised' },
  delivered: { status: 'delivered' },
  cancelled: { status: 'cancelled' },
  'seller cancelled': { status: 'cancelled' },
  'rto requested': { status: 'rto_initiated' },
  'seller rto requested': { status: 'rto_initiated', reason: 'seller_requested' },
  'rto in transit': { status: 'rto_in_transit' },
  'rto shipment delayed': { status: 'rto_in_transit' },
  'rto out for delivery': { status: 'rto_out_for_delivery' },
  'rto failed': { status: 'rto_need_attention' },
  'rto delivered': { status: 'rto_delivered' },
  lost: { status: 'lost' },
  damaged: { status: 'damaged' },
  'not serviceable': { status: 'on_hold' },
});

/** The reasons of failed deliveries (`ndrStatus`): all reasons of the published schema, in lower case. */
export const ELITE_NDR_STATUSES = new CodeTable<NdrReason>({
  'unknown exception': 'other',
  'customer unavailable': 'customer_not_available',
  'rejected by customer': 'customer_refused',
  'delivery rescheduled': 'future_delivery_requested',
  'pickup rescheduled': 'future_delivery_requested',
  'customer unreachable': 'phone_unreachable',
  'address issue': 'address_incorrect',
  'payment issue': 'cod_not_ready',
  'out of delivery area': 'out_of_delivery_area',
  'order already cancelled': 'customer_cancelled',
  'self collect': 'self_collect_requested',
  'shipment seized by customer': 'other',
  dispute: 'other',
  'maximum attempt reached': 'other',
  'not attempted': 'not_attempted',
  'otp not received/otp mismatch': 'otp_not_verified',
  'otp verified cancellation': 'customer_cancelled',
  'on hold': 'other',
  'rto delivery failed': 'other',
});

/** Statuses of returning parcels. Their return reason says more than the reason of the failed attempt. */
export const ELITE_RTO_STATUSES = new CodeTable<RtoReason>({
  'maximum attempt reached': 'max_attempts_exhausted',
  'otp verified cancellation': 'otp_verified_cancellation',
});

/** Ekart's own words in its raw tracking by waybill. */
export const RAW_STATUSES = new CodeTable<Meaning>({
  shipment_created: { status: 'ready_for_pickup' },
  pickup_scheduled: { status: 'pickup_scheduled' },
  out_for_pickup: { status: 'out_for_pickup' },
  pickup_complete: { status: 'picked_up' },
  pickup_reattempt: { status: 'not_picked' },
  pickup_cancelled: { status: 'not_picked', reason: 'customer_cancelled' },
  in_transit: { status: 'in_transit' },
  out_for_delivery: { status: 'out_for_delivery' },
  delivered: { status: 'delivered' },
  undelivered: { status: 'ndr_raised', reason: 'not_attempted' },
  unsuccessful_delivery_attempt_due_to_address_issues: { status: 'ndr_raised', reason: 'address_incorrect' },
  undelivered_due_to_rejection_by_customer: { status: 'ndr_raised', reason: 'customer_refused' },
  undelivered_due_to_customer_unavailability: { status: 'ndr_raised', reason: 'customer_not_available' },
  undelivered_due_to_cash_unavailability: { status: 'ndr_raised', reason: 'cod_not_ready' },
  unsuccessful_delivery_attempt_due_to_serviceability_issues: {
    status: 'ndr_raised',
    reason: 'out_of_delivery_area',
  },
  undelivered_due_to_request_for_reschedule: { status: 'ndr_raised', reason: 'future_delivery_requested' },
  lost: { status: 'lost' },
  untraceable: { status: 'lost' },
  damaged: { status: 'damaged' },
  rto_created: { status: 'rto_initiated' },
  rto_in_transit: { status: 'rto_in_transit' },
  rto_received: { status: 'rto_in_transit' },
  rto_completed: { status: 'rto_delivered' },
  // The parcel goes to the customer again.
  rto_cancelled: { status: 'in_transit' },
});

/** Events that Ekart pushes to direct (B2B) customers, in lower case, with or without their reason. */
export const PUSHED_EVENTS = new CodeTable<Meaning>({
  shipment_created: { status: 'ready_for_pickup' },
  pickup_out_for_pickup: { status: 'out_for_pickup' },
  shipment_pickup_complete: { status: 'picked_up' },
  pickup_cancelled: { status: 'not_picked', reason: 'customer_cancelled' },
  'pickup_not_picked_unattempted_customernotavailable_ekl related': {
    status: 'not_picked',
    reason: 'customer_not_available',
  },
  pickup_not_picked_unattempted_customernotavailable: {
    status: 'not_picked',
    reason: 'customer_not_available',
  },
  'pickup_not_picked_attempted_productmismatch_customer related': {
    status: 'not_picked',
    reason: 'customer_refused',
  },
  'pickup_not_picked_attempted_customerhappywithproduct_customer related': {
    status: 'not_picked',
    reason: 'customer_cancelled',
  },
  shipment_received: { status: 'in_transit' },
  shipment_in_transit: { status: 'in_transit' },
  shipment_misrouted: { status: 'in_transit' },
  shipment_shipped: { status: 'in_transit' },
  received: { status: 'in_transit' },
  expected: { status: 'in_transit' },
  received_at_dh: { status: 'reached_destination_hub' },
  shipment_out_for_delivery: { status: 'out_for_delivery' },
  shipment_delivered: { status: 'delivered' },
  'shipment_rto_cancelled_shipment is delivered': { status: 'delivered' },
  'shipment_undelivered_unattempted_heavy load': { status: 'ndr_raised', reason: 'not_attempted' },
  'shipment_undelivered_unattempted_vehicle breakdown': { status: 'ndr_raised', reason: 'not_attempted' },
  'shipment_undelivered_unattempted_security instability': { status: 'ndr_raised', reason: 'not_attempted' },
  'shipment_undelivered_unattempted_heavy traffic': { status: 'ndr_raised', reason: 'not_attempted' },
  'shipment_undelivered_unattempted_heavy rain': { status: 'ndr_raised', reason: 'not_attempted' },
  shipment_undelivered_unattempted_holiday: { status: 'ndr_raised', reason: 'not_attempted' },
  'shipment_undelivered_attempted_incomplete address': { status: 'ndr_raised', reason: 'address_incomplete' },
  'shipment_undelivered_attempted_cod not ready': { status: 'ndr_raised', reason: 'cod_not_ready' },
  'shipment_undelivered_attempted_door lock': { status: 'ndr_raised', reason: 'customer_not_available' },
  'shipment_undelivered_attempted_customer not available': {
    status: 'ndr_raised',
    reason: 'customer_not_available',
  },
  'shipment_undelivered_attempted_customer not responding': {
    status: 'ndr_raised',
    reason: 'phone_unreachable',
  },
  'shipment_undelivered_attempted_request for reschedule. delivery_date changed to:<new date>': {
    status: 'ndr_raised',
    reason: 'future_delivery_requested',
  },
  'shipment_undelivered_attempted_rejected opendelivery': {
    status: 'ndr_raised',
    reason: 'open_delivery_requested',
  },
  shipment_undelivered_attempted_rejected: { status: 'ndr_raised', reason: 'customer_refused' },
  'shipment_rto_created_purchased by mistake': { status: 'ndr_raised', reason: 'customer_refused' },
  shipment_rto_created: { status: 'rto_initiated' },
  shipment_rto_created_damaged_shipment: { status: 'rto_initiated', reason: 'shipment_damaged' },
  shipment_rto_created_rejected_by_customer: { status: 'rto_initiated', reason: 'customer_refused' },
  shipment_rto_created_rejected_by_customer_postobd: { status: 'rto_initiated', reason: 'customer_refused' },
  shipment_rto_created_non_serviceable: { status: 'rto_initiated', reason: 'out_of_delivery_area' },
  'shipment_rto_created_did not place order': { status: 'rto_initiated', reason: 'customer_refused' },
  'shipment_rto_created_do not want the product': { status: 'rto_initiated', reason: 'customer_refused' },
  shipment_rto_created_customer_cancellation: { status: 'rto_initiated', reason: 'customer_cancelled' },
  'shipment_rto_created_client-cancellation': { status: 'rto_initiated', reason: 'seller_requested' },
  shipment_rto_created_attempts_exhausted: { status: 'rto_initiated', reason: 'max_attempts_exhausted' },
  shipment_rto_created_shipmentintransitbyondlimit: {
    status: 'rto_initiated',
    reason: 'misrouted_or_delayed',
  },
  shipment_rto_created_order_cancelled: { status: 'rto_initiated', reason: 'customer_cancelled' },
  shipment_rto_created_incomplete_address: { status: 'rto_initiated', reason: 'address_issue' },
  shipment_rto_created_rfrpromisebreached: { status: 'rto_initiated', reason: 'misrouted_or_delayed' },
  'shipment_rto_created_unavailable at delivery address': {
    status: 'rto_initiated',
    reason: 'customer_not_available',
  },
  shipment_rto_created_other_city_misroute: { status: 'rto_initiated', reason: 'misrouted_or_delayed' },
  shipment_rto_undelivered_pickup_time_elapsed: { status: 'rto_initiated', reason: 'other' },
  shipment_rto_confirmed: { status: 'rto_in_transit' },
  shipment_rto_in_transit: { status: 'rto_in_transit' },
  return_received: { status: 'rto_in_transit' },
  return_expected: { status: 'rto_in_transit' },
  return_received_at_dh: { status: 'rto_in_transit' },
  return_out_for_delivery: { status: 'rto_out_for_delivery' },
  'return_undelivered_attempted_heavy load': { status: 'rto_need_attention' },
  'return_undelivered_attempted_vehicle breakdown': { status: 'rto_need_attention' },
  'return_undelivered_attempted_security instability': { status: 'rto_need_attention' },
  'return_undelivered_attempted_heavy traffic': { status: 'rto_need_attention' },
  'return_undelivered_attempted_heavy rain': { status: 'rto_need_attention' },
  return_undelivered_attempted_holiday: { status: 'rto_need_attention' },
  'return_rejected_by_seller_ekl:force rejected by seller': { status: 'rto_need_attention' },
  shipment_rto_completed: { status: 'rto_delivered' },
  return_delivered: { status: 'rto_delivered' },
  shipment_lost: { status: 'lost' },
  return_lost: { status: 'rto_lost' },
});

/** The meaning of an Elite status with its `ndrStatus`; null for a status outside the schema. */
export function readEliteStatus(status: string, ndrStatus: string | null): Meaning | null {
  const meaning = ELITE_STATUSES.find(status);
  if (meaning === null || ndrStatus === null || meaning.reason !== undefined) return meaning;
  const failed = ELITE_NDR_STATUSES.find(ndrStatus);
  if (failed === null) return meaning;
  switch (meaning.status) {
    case 'rto_initiated':
      return { ...meaning, reason: ELITE_RTO_STATUSES.find(ndrStatus) ?? rtoReasonOfNdr(failed) };
    case 'ndr_raised':
    case 'not_picked':
      return { ...meaning, reason: failed };
    default:
      return meaning;
  }
}

/** The meaning of a pushed event with its sub-reasons or its reason: the most specific one in the table. */
export function readPushedEvent(event: string, reasons: readonly (string | null)[]): Meaning | null {
  for (const reason of reasons) {
    const meaning = reason === null ? null : PUSHED_EVENTS.find(`${event.trim()}_${reason}`);
    if (meaning !== null) return meaning;
  }
  return PUSHED_EVENTS.find(event);
}

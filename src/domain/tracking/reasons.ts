/**
 * The reasons of a failed delivery (NDR) and of a return to origin (RTO). Their meanings are in
 * `data/statuses.json`; a test compares the two.
 */

export const NDR_REASONS = [
  'customer_not_available',
  'phone_unreachable',
  'customer_refused',
  'future_delivery_requested',
  'address_incomplete',
  'address_incorrect',
  'cod_not_ready',
  'open_delivery_requested',
  'self_collect_requested',
  'out_of_delivery_area',
  'entry_restricted',
  'customer_cancelled',
  'otp_not_verified',
  'not_attempted',
  'misrouted',
  'shipment_damaged',
  'other',
] as const;

export type NdrReason = (typeof NDR_REASONS)[number];

export const RTO_REASONS = [
  'max_attempts_exhausted',
  'customer_refused',
  'customer_cancelled',
  'customer_not_reachable',
  'customer_not_available',
  'address_issue',
  'payment_not_ready',
  'out_of_delivery_area',
  'seller_requested',
  'ndr_not_actioned',
  'otp_verified_cancellation',
  'shipment_damaged',
  'misrouted_or_delayed',
  'regulatory_hold',
  'other',
] as const;

export type RtoReason = (typeof RTO_REASONS)[number];

/**
 * The RTO reason for each NDR reason, used if a return to origin has no reason. If no RTO reason is close,
 * the reason is that the attempts were used up.
 */
const RTO_REASON_OF_NDR: Readonly<Record<NdrReason, RtoReason>> = {
  customer_not_available: 'customer_not_available',
  phone_unreachable: 'customer_not_reachable',
  customer_refused: 'customer_refused',
  future_delivery_requested: 'max_attempts_exhausted',
  address_incomplete: 'address_issue',
  address_incorrect: 'address_issue',
  cod_not_ready: 'payment_not_ready',
  open_delivery_requested: 'customer_refused',
  self_collect_requested: 'max_attempts_exhausted',
  out_of_delivery_area: 'out_of_delivery_area',
  entry_restricted: 'max_attempts_exhausted',
  customer_cancelled: 'customer_cancelled',
  otp_not_verified: 'max_attempts_exhausted',
  not_attempted: 'misrouted_or_delayed',
  misrouted: 'misrouted_or_delayed',
  shipment_damaged: 'shipment_damaged',
  other: 'other',
};

export function rtoReasonOfNdr(reason: NdrReason): RtoReason {
  return RTO_REASON_OF_NDR[reason];
}

export function isNdrReason(word: string): word is NdrReason {
  return (NDR_REASONS as readonly string[]).includes(word);
}

export function isRtoReason(word: string): word is RtoReason {
  return (RTO_REASONS as readonly string[]).includes(word);
}

/** What a merchant's webhook endpoint can be told of (contract: webhooks to the merchant). */
export const WEBHOOK_EVENTS = [
  'status_change',
  'tracking_addition',
  'qc_update',
  'order.created',
  'shipment.booked',
  'booking.failed',
  'remittance.recorded',
  'weight_difference.raised',
  'request.created',
  'request.decided',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/**
 * What became of telling an endpoint of an event. `waiting`: not tried yet, or being tried for the first time;
 * `retrying`: it failed and is tried again; `delivered`: the endpoint has taken it; `failed`: given up.
 */
export const DELIVERY_STATES = ['waiting', 'retrying', 'delivered', 'failed'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

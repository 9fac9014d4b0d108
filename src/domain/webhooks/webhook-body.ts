import { publicStatus } from '../tracking/statuses.ts';
import { trackingAddress } from '../tracking/tracking-address.ts';
import { type ShipmentHappening, webhookTime } from './happening.ts';
import type { EventData, ShipmentData, ValuesOf, WEBHOOK_FRAME, WebhookEvent } from './webhook-events.ts';

/** Data about a shipment in a body, in addition to its state. */
export interface ShipmentFacts {
  readonly shipmentId: string;
  readonly trackingNumber: string | null;
  /** Our id of the order. */
  readonly orderId: string;
  /** The merchant's id, as sent. */
  readonly externalId: string;
  readonly displayId: string;
  readonly carrierName: string | null;
  /** `2026-11-20`, in India. */
  readonly expectedDeliveryDate: string | null;
  /** The delivery date that was promised at booking. */
  readonly firstExpectedDeliveryDate: string | null;
  readonly journey: 'forward' | 'return';
}

/**
 * The body of a webhook about a shipment. Every documented key is always present, null if unknown: some
 * receivers fail silently when a key is missing.
 *
 * @param eventId the id by which receivers recognise repeats
 * @param publicUrl the address of tracking pages, without a slash at the end
 */
export function shipmentWebhookBody(
  happening: ShipmentHappening,
  facts: ShipmentFacts,
  { eventId, publicUrl }: { eventId: string; publicUrl: string },
): string {
  const { event, at } = happening;
  return webhookBody(event, { eventId, at, data: shipmentData(happening, facts, publicUrl) });
}

/** Builds the `data` of a webhook body about a shipment. */
export function shipmentData(
  { state, more }: ShipmentHappening,
  facts: ShipmentFacts,
  publicUrl: string,
): EventData<WebhookEvent> {
  const { trackingNumber, journey } = facts;
  const { delivered } = state.milestones;
  const shipment: ShipmentData = {
    shipment_id: facts.shipmentId,
    tracking_number: trackingNumber,
    order_id: facts.orderId,
    order_external_id: facts.externalId,
    order_display_id: facts.displayId,
    ...publicStatus(state.status),
    carrier_name: facts.carrierName,
    ndr_reason: state.ndrReason,
    estimated_delivery_date: startOfDay(facts.expectedDeliveryDate),
    original_edd: startOfDay(facts.firstExpectedDeliveryDate),
    shipment_type: journey === 'return' ? 'return' : state.status.startsWith('rto_') ? 'rto' : 'forward',
    delivered_at: delivered === undefined ? null : webhookTime(delivered),
    tracking_url: trackingNumber === null ? null : trackingAddress(publicUrl, trackingNumber),
  };
  return { ...shipment, ...more };
}

export interface BodyFrame {
  readonly eventId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly data: EventData<WebhookEvent>;
  /** True for an example. */
  readonly isTest?: boolean;
}

export function webhookBody(event: WebhookEvent, { eventId, at, data, isTest = false }: BodyFrame): string {
  const frame: ValuesOf<typeof WEBHOOK_FRAME> = { event_id: eventId, event_timestamp: webhookTime(at) };
  return JSON.stringify({ event, ...frame, ...(isTest ? { test: true } : {}), data });
}

function startOfDay(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00+05:30`;
}

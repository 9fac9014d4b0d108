import { newShipmentState } from '../tracking/state.ts';
import { bookingFailed, qcUpdate, type ShipmentHappening, trackingAddition } from './happening.ts';
import { type ShipmentFacts, shipmentData, webhookBody } from './webhook-body.ts';

export const EXAMPLE_EVENTS = [
  'status_change',
  'tracking_addition',
  'qc_update',
  'order.created',
  'shipment.booked',
  'booking.failed',
] as const;

export type ExampleEvent = (typeof EXAMPLE_EVENTS)[number];

/** A made-up shipment: ids of zeros, and a tracking number that no courier gives. */
const FACTS: ShipmentFacts = {
  shipmentId: '00000000-0000-7000-8000-000000000001',
  trackingNumber: 'TEST0000000000',
  orderId: '00000000-0000-7000-8000-000000000002',
  externalId: 'TEST-1001',
  displayId: 'TEST-1001',
  carrierName: 'Test courier',
  expectedDeliveryDate: null,
  firstExpectedDeliveryDate: null,
  journey: 'forward',
};

/** An example body of an event, with every key of a real body. */
export function exampleBody(
  event: ExampleEvent,
  { eventId, at, publicUrl }: { eventId: string; at: number; publicUrl: string },
): string {
  // Only returns have a quality check.
  const facts: ShipmentFacts = event === 'qc_update' ? { ...FACTS, journey: 'return' } : FACTS;
  const data = shipmentData(exampleOf(event, at), facts, publicUrl);
  return webhookBody(event, { eventId, at, data, isTest: true });
}

function exampleOf(event: ExampleEvent, at: number): ShipmentHappening {
  const state = { ...newShipmentState(at), status: 'in_transit' } as const;
  switch (event) {
    case 'tracking_addition': {
      const eventId = '00000000-0000-7000-8000-000000000003';
      const scan = { eventId, status: 'in_transit', eventTime: at, arrival: 1, reason: null } as const;
      const of = { actor: { kind: 'carrier' }, carrierReason: null } as const;
      return trackingAddition({ ...scan, ...of, location: 'Bengaluru', description: 'A test' }, state);
    }
    case 'qc_update':
      return qcUpdate(
        { ...state, status: 'return_in_transit' },
        { at, status: 'passed', failureReason: null, images: [] },
      );
    case 'booking.failed':
      return bookingFailed(state, { at, carrierName: 'Test courier', reason: 'a test' });
    default:
      return { event, at, state, more: {} };
  }
}

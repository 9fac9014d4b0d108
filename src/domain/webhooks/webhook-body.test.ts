import { describe, expect, it } from 'vitest';
import { newShipmentState } from '../tracking/state.ts';
import { bookingFailed, qcUpdate } from './happening.ts';
import { type ShipmentFacts, shipmentWebhookBody } from './webhook-body.ts';
import { EXAMPLE_EVENTS, exampleBody } from './webhook-example.ts';

const AT = Date.parse('2026-11-16T05:28:47.123Z');
const FRAME = { eventId: '01a1fc49-5ff0-737d-bb6d-4b1fd065ec41', publicUrl: 'https://ship.example.in' };
const FACTS: ShipmentFacts = {
  shipmentId: 's',
  trackingNumber: 'TITL 1',
  orderId: 'o',
  externalId: '#CHAI-1',
  displayId: '#CHAI-1',
  carrierName: 'Titlipath',
  expectedDeliveryDate: '2026-11-21',
  firstExpectedDeliveryDate: '2026-11-20',
  journey: 'forward',
};
const STATE = newShipmentState(AT);

function bodyOf(state: Parameters<typeof shipmentWebhookBody>[0]['state'], facts: ShipmentFacts) {
  const happening = { event: 'status_change', at: AT, state, more: {} } as const;
  return JSON.parse(shipmentWebhookBody(happening, facts, FRAME));
}

describe('the body of a webhook', () => {
  it('has every documented key, with times in India', () => {
    const delivered = { ...STATE, status: 'delivered', milestones: { delivered: AT } } as const;
    expect(bodyOf(delivered, FACTS)).toEqual({
      event: 'status_change',
      event_id: FRAME.eventId,
      event_timestamp: '2026-11-16T10:58:47+05:30',
      data: {
        shipment_id: 's',
        tracking_number: 'TITL 1',
        order_id: 'o',
        order_external_id: '#CHAI-1',
        order_display_id: '#CHAI-1',
        status: 'delivered',
        sub_status: null,
        carrier_name: 'Titlipath',
        ndr_reason: null,
        estimated_delivery_date: '2026-11-21T00:00:00+05:30',
        original_edd: '2026-11-20T00:00:00+05:30',
        shipment_type: 'forward',
        delivered_at: '2026-11-16T10:58:47+05:30',
        tracking_url: 'https://ship.example.in/track/TITL%201',
      },
    });
  });

  it('has the same keys with null if nothing is known', () => {
    const unknown = {
      ...FACTS,
      trackingNumber: null,
      carrierName: null,
      expectedDeliveryDate: null,
      firstExpectedDeliveryDate: null,
    };
    const { data } = bodyOf(STATE, unknown);
    expect(Object.keys(data)).toEqual(Object.keys(bodyOf(STATE, FACTS).data));
    expect(data).toMatchObject({ tracking_number: null, carrier_name: null, original_edd: null });
    expect(data).toMatchObject({ estimated_delivery_date: null, delivered_at: null, tracking_url: null });
  });

  it.each([
    ['forward', 'in_transit', 'forward', 'in_transit', null],
    ['forward', 'ready_for_pickup', 'forward', 'ready_for_pickup', 'ready_for_pickup'],
    ['forward', 'need_attention', 'forward', 'need_attention', 'need_attention'],
    ['forward', 'damaged', 'forward', 'lost', 'damaged'],
    ['forward', 'rto_in_transit', 'rto', 'rto_in_transit', null],
    ['forward', 'rto_out_for_delivery', 'rto', 'rto_in_transit', 'rto_out_for_delivery'],
    ['return', 'return_in_transit', 'return', 'return_in_transit', 'return_in_transit'],
  ] as const)('gives a %s shipment that is %s the type %s', (journey, status, type, published, subStatus) => {
    const { data } = bodyOf({ ...STATE, status }, { ...FACTS, journey });
    expect(data).toMatchObject({ shipment_type: type, status: published, sub_status: subStatus });
  });

  it('has the result of a quality check, and of a booking that failed', () => {
    const qc = {
      at: AT,
      status: 'failed',
      failureReason: 'other colour',
      images: ['https://a.example/1'],
    } as const;
    expect(JSON.parse(shipmentWebhookBody(qcUpdate(STATE, qc), FACTS, FRAME)).data).toMatchObject({
      qc_status: 'failed',
      qc_failure_reason: 'other colour',
      qc_images: ['https://a.example/1'],
    });
    const failed = bookingFailed(STATE, { at: AT, carrierName: 'Hansa', reason: 'no such booking' });
    expect(
      JSON.parse(shipmentWebhookBody(failed, { ...FACTS, carrierName: null }, FRAME)).data,
    ).toMatchObject({
      carrier_name: 'Hansa',
      reason: 'no such booking',
    });
  });

  it.each(EXAMPLE_EVENTS)(
    'of an example of %s has the keys of a real one, and is marked as a test',
    (event) => {
      const example = JSON.parse(exampleBody(event, { ...FRAME, at: AT }));
      expect(example).toMatchObject({ event, event_id: FRAME.eventId, test: true });
      expect(Object.keys(example.data)).toEqual(
        expect.arrayContaining(Object.keys(bodyOf(STATE, FACTS).data)),
      );
    },
  );
});

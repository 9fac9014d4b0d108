import { describe, expect, it } from 'vitest';
import { readGranularStatus, readListingStatus, readScannedStatus } from './read-status.ts';
import { GRANULAR_STATUSES, type GranularStatus, LISTING_STATUSES } from './statuses.ts';

describe('reading a status', () => {
  it('accepts every granular status in any letter case, with spaces or hyphens', () => {
    for (const status of GRANULAR_STATUSES) {
      expect(readGranularStatus(status)).toBe(status);
      expect(readGranularStatus(status.toUpperCase().replaceAll('_', ' '))).toBe(status);
      expect(readGranularStatus(`  ${status.replaceAll('_', '-')}\n`)).toBe(status);
      expect(readGranularStatus(status.replaceAll('_', ' - '))).toBe(status);
    }
  });

  it.each(['', ' ', 'others', 'outfordelivery', 'constructor', 'delivered!', 'shipped'])(
    'does not accept %j as a granular status',
    (word) => {
      expect(readGranularStatus(word)).toBeNull();
    },
  );

  /** Words as couriers and their people write them, each in the spelling of one of them. */
  const PHRASES: Readonly<Partial<Record<GranularStatus, readonly string[]>>> = {
    ready_for_pickup: [
      'Manifested',
      'MANIFEST GENERATED',
      'AWB-Assigned',
      'Shipment Booked',
      'Cancellation Requested',
    ],
    pickup_scheduled: ['Pickup Queued', 'PICK UP RESCHEDULED', 'Pick-up Scheduled', 'Pickup Pending'],
    out_for_pickup: ['OFP', 'Out-For-Pickup', 'out for pick up'],
    not_picked: ['PICKUP EXCEPTION', 'Pickup Error', 'Pick up Failed', 'Not Picked Up', 'PICKUP CANCELED'],
    picked_up: [
      'Picked Up',
      'PICKED-UP',
      'PickedUp',
      'Pickup Done',
      'Package picked up',
      'Handed over to courier',
    ],
    in_transit: [
      'Shipped',
      'INTRANSIT',
      'In-Transit',
      'En route',
      'Shipment Delayed',
      'Misrouted',
      'In Transit.',
    ],
    reached_destination_hub: [
      'REACHED AT DESTINATION HUB',
      'REACHED AT DESTINATION',
      'Reached  Dest Hub',
      'Arrived at destination centre',
      'Received at Destination Facility',
      'Parcel has reached destination',
    ],
    out_for_delivery: ['OFD', 'OutForDelivery', 'Out-for-Delivery', 'Package is out for delivery'],
    delivered: [
      'DELIVERED',
      'Delivered.',
      'Shipment Delivered',
      'Your parcel has been delivered',
      'Delivered to Consignee',
      'Successfully Delivered',
      'Order delivered',
    ],
    ndr_raised: [
      'UNDELIVERED',
      'Un-Delivered',
      'un delivered',
      'Not Delivered',
      'Undelivered - 2nd Attempt',
      'Undelivered (Third Attempt)',
      'Shipment has not been delivered',
      'Parcel not delivered',
      'Delivery Attempt Failed',
      'Attempted, but not delivered',
      'Could not be delivered',
      'NDR',
    ],
    cancelled: [
      'CANCELED',
      'Cancelled',
      'Shipment-Canceled',
      'Cancelled by Client',
      'CANCELLED_BEFORE_DISPATCHED',
    ],
    rto_initiated: ['RTO', 'RTO_LOCK', 'RTO Requested', 'Return to Origin', 'Return to shipper initiated'],
    rto_in_transit: ['RTO IN-TRANSIT', 'RTO Intransit', 'Returning to seller', 'REACHED_BACK_AT_SELLER_CITY'],
    rto_out_for_delivery: ['RTO OFD', 'RTO-OFD', 'RTO - Out For Delivery', 'rto/ofd'],
    rto_need_attention: ['RTO NDR', 'RTO Undelivered', 'RTO not delivered', 'RTO-Un-Delivered'],
    rto_delivered: ['RTO-Delivered', 'RTO Acknowledged', 'Returned to Shipper', 'RTO delivered to merchant'],
    lost: ['Shipment Lost', 'UNTRACEABLE', 'Parcel lost', 'Lost in transit'],
    damaged: ['DESTROYED', 'DISPOSED_OFF', 'Package damaged'],
  };

  it.each(
    Object.entries(PHRASES).flatMap(([status, phrases]) =>
      phrases.map((phrase) => [phrase, status] as const),
    ),
  )('reads %j of a scan as %s, in any spelling', (phrase, status) => {
    const spellings = [
      phrase,
      phrase.toUpperCase(),
      phrase.toLowerCase(),
      `  ${phrase.replaceAll(' ', '  ')}\n`,
      phrase.replaceAll(' ', '-'),
      phrase.replaceAll(' ', '_'),
    ];
    expect(spellings.map(readScannedStatus)).toEqual(spellings.map(() => status));
  });

  it.each([
    '',
    'DISPATCHED',
    'RTS',
    'EOD-38',
    'constructor',
    'not delivered yet',
    'delivery not attempted',
    'to be delivered',
    'will be delivered today',
    'delivered to neighbour',
    'partial delivered',
    'partially delivered',
    'never delivered',
    'no delivery',
    'not out for delivery',
    'not returned to origin',
    'RTO not initiated',
    'returned',
    'delivered to wrong address',
    'delivered and returned',
    'cancelled delivery',
    'out of delivery area',
  ])('does not guess %j', (word) => {
    expect(readScannedStatus(word)).toBeNull();
  });

  it.each(['not', 'never', 'no', 'cannot be', 'yet to be', 'to be', 'without being', 'falsely', 'marked as'])(
    'does not read a word that moves money after %j',
    (before) => {
      for (const word of ['delivered', 'RTO delivered', 'returned to origin', 'shipment delivered']) {
        expect(readScannedStatus(`${before} ${word}`)).toSatisfy(
          (status: string | null) => status === null || status === 'ndr_raised',
        );
      }
    },
  );

  it('accepts the ten listing statuses in any spelling, and nothing else', () => {
    for (const status of LISTING_STATUSES) {
      expect(readListingStatus(status.toUpperCase().replaceAll('_', '-'))).toBe(status);
    }
    expect(readListingStatus('picked_up')).toBeNull();
    expect(readListingStatus('all')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { readGranularStatus, readListingStatus, readScannedStatus } from './read-status.ts';
import { GRANULAR_STATUSES, LISTING_STATUSES } from './statuses.ts';

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

  it.each([
    ['UNDELIVERED', 'ndr_raised'],
    ['Undelivered - 2nd Attempt', 'ndr_raised'],
    ['CANCELED', 'cancelled'],
    ['RTO OFD', 'rto_out_for_delivery'],
    ['REACHED AT DESTINATION HUB', 'reached_destination_hub'],
    ['Pickup Exception', 'not_picked'],
    ['OutForDelivery', 'out_for_delivery'],
    ['SHIPMENT DELIVERED', 'delivered'],
    ['rto_delivered', 'rto_delivered'],
  ])('reads %j of a scan as %s', (word, status) => {
    expect(readScannedStatus(word)).toBe(status);
  });

  it.each(['', 'DISPATCHED', 'EOD-38', 'constructor', 'not delivered yet'])('does not guess %j', (word) => {
    expect(readScannedStatus(word)).toBeNull();
  });

  it('accepts the ten listing statuses in any spelling, and nothing else', () => {
    for (const status of LISTING_STATUSES) {
      expect(readListingStatus(status.toUpperCase().replaceAll('_', '-'))).toBe(status);
    }
    expect(readListingStatus('picked_up')).toBeNull();
    expect(readListingStatus('all')).toBeNull();
  });
});

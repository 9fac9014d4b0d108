import { describe, expect, it } from 'vitest';
import { readGranularStatus, readListingStatus } from './read-status.ts';
import { GRANULAR_STATUSES, LISTING_STATUSES } from './statuses.ts';

describe('reading a status word', () => {
  it('takes every granular word in any case, with spaces or hyphens', () => {
    for (const status of GRANULAR_STATUSES) {
      expect(readGranularStatus(status)).toBe(status);
      expect(readGranularStatus(status.toUpperCase().replaceAll('_', ' '))).toBe(status);
      expect(readGranularStatus(`  ${status.replaceAll('_', '-')}\n`)).toBe(status);
      expect(readGranularStatus(status.replaceAll('_', ' - '))).toBe(status);
    }
  });

  it.each(['', ' ', 'others', 'outfordelivery', 'constructor', 'delivered!', 'shipped'])(
    'knows no granular status %j',
    (word) => {
      expect(readGranularStatus(word)).toBeNull();
    },
  );

  it('takes the ten listing statuses as liberally, and no other word', () => {
    for (const status of LISTING_STATUSES) {
      expect(readListingStatus(status.toUpperCase().replaceAll('_', '-'))).toBe(status);
    }
    expect(readListingStatus('picked_up')).toBeNull();
    expect(readListingStatus('all')).toBeNull();
  });
});

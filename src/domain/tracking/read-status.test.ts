import { describe, expect, it } from 'vitest';
import { readGranularStatus, readListingStatus } from './read-status.ts';
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

  it('accepts the ten listing statuses in any spelling, and nothing else', () => {
    for (const status of LISTING_STATUSES) {
      expect(readListingStatus(status.toUpperCase().replaceAll('_', '-'))).toBe(status);
    }
    expect(readListingStatus('picked_up')).toBeNull();
    expect(readListingStatus('all')).toBeNull();
  });
});

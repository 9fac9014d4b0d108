import { describe, expect, it } from 'vitest';
import { courierTrackingUrl } from './courier.ts';
import { CONNECTABLE } from './registry.ts';

describe('the courier’s own tracking page of a parcel', () => {
  it.each(CONNECTABLE.map((courier) => [courier.name, courier] as const))(
    'of %s has a public address with the tracking number',
    (_name, courier) => {
      const url = new URL(courierTrackingUrl(courier, 'A/1 2') ?? '');
      expect(url.protocol).toBe('https:');
      expect(url.href).toContain('A%2F1%202');
    },
  );

  it('is unknown without a courier, or for a courier without such pages', () => {
    expect(courierTrackingUrl(null, 'A1')).toBeNull();
    const { trackingPage: _, ...courier } = CONNECTABLE[1] as (typeof CONNECTABLE)[number];
    expect(courierTrackingUrl(courier, 'A1')).toBeNull();
  });
});

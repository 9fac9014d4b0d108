import { describe, expect, it } from 'vitest';
import { eventIdentity, type ScanContent } from './event-identity.ts';

const scan: ScanContent = {
  trackingNumber: 'AB1',
  status: 'in_transit',
  eventTime: 1_000,
  location: 'Nagpur Hub',
  description: 'Bag received',
  carrierEventId: 'e-1',
};

describe('the identity of a scan', () => {
  it('is the same for a repeat', () => {
    expect(eventIdentity({ ...scan })).toEqual(eventIdentity(scan));
  });

  it.each([
    { trackingNumber: 'AB2' },
    { status: 'picked_up' },
    { eventTime: 1_001 },
    { location: 'Akola Hub' },
    { description: 'Bag dispatched' },
  ] as const)('changes with another %j', (difference) => {
    expect(eventIdentity({ ...scan, ...difference }).content).not.toBe(eventIdentity(scan).content);
  });

  it('does not mix the content with the carrier’s event id', () => {
    expect(eventIdentity({ ...scan, carrierEventId: 'e-2' }).content).toBe(eventIdentity(scan).content);
    expect(eventIdentity({ ...scan, description: 'reworded' }).carrierEvent).toBe(
      eventIdentity(scan).carrierEvent,
    );
    expect(eventIdentity({ ...scan, carrierEventId: 'e-2' }).carrierEvent).not.toBe(
      eventIdentity(scan).carrierEvent,
    );
    expect(eventIdentity({ ...scan, trackingNumber: 'AB2' }).carrierEvent).not.toBe(
      eventIdentity(scan).carrierEvent,
    );
  });

  it('has no event id if the carrier sends none', () => {
    expect(eventIdentity({ ...scan, carrierEventId: null }).carrierEvent).toBeNull();
  });

  it('ignores blanks, letter case, and the difference between a missing and an empty text', () => {
    const spaced = { ...scan, location: '  NAGPUR   hub ', description: 'bag\treceived' };
    expect(eventIdentity(spaced).content).toBe(eventIdentity(scan).content);
    expect(eventIdentity({ ...scan, location: '' }).content).toBe(
      eventIdentity({ ...scan, location: null }).content,
    );
  });

  it('keeps neighbouring fields apart', () => {
    const a = eventIdentity({ ...scan, location: 'a","b', description: null });
    const b = eventIdentity({ ...scan, location: 'a', description: 'b' });
    expect(a.content).not.toBe(b.content);
  });
});

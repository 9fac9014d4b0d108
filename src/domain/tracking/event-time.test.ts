import { describe, expect, it } from 'vitest';
import { eventTimeRefusal } from './event-time.ts';

const NOW = Date.UTC(2026, 10, 15, 6);
const CREATED = Date.UTC(2026, 10, 10, 6);
const DAY = 86_400_000;

describe('the time of a scan', () => {
  it('may be at most ten minutes in the future', () => {
    expect(eventTimeRefusal(NOW, NOW, CREATED)).toBeNull();
    expect(eventTimeRefusal(NOW + 600_000, NOW, CREATED)).toBeNull();
    expect(eventTimeRefusal(NOW + 600_001, NOW, CREATED)?.text).toContain('10 minutes');
  });

  it('may be at most a year before the shipment was created', () => {
    expect(eventTimeRefusal(CREATED - 1, NOW, CREATED)).toBeNull();
    expect(eventTimeRefusal(CREATED - 365 * DAY, NOW, CREATED)).toBeNull();
    expect(eventTimeRefusal(CREATED - 365 * DAY - 1, NOW, CREATED)?.text).toContain('a year before');
    expect(eventTimeRefusal(0, NOW, CREATED)?.text).toContain('a year before');
  });

  it('is a whole number of milliseconds', () => {
    expect(eventTimeRefusal(Number.NaN, NOW, CREATED)?.text).toContain('not a date');
    expect(eventTimeRefusal(Number.NEGATIVE_INFINITY, NOW, CREATED)?.text).toContain('not a date');
  });
});

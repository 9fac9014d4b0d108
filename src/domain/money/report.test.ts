import { describe, expect, it } from 'vitest';
import { FORWARD_STATUSES } from '../tracking/statuses.ts';
import { REPORT_STATUSES, reportOf } from './report.ts';

describe('a report', () => {
  it('has all lines, and counts each shipment in one of them', () => {
    const counts = FORWARD_STATUSES.flatMap((status) =>
      [true, false].map((isCod) => ({ status, isCod, shipments: 1, paise: 100 })),
    );
    const { lines, total } = reportOf('forward', counts);
    expect(Object.keys(lines)).toEqual([...REPORT_STATUSES]);
    expect(total).toBe(counts.length);
    const sum = (of: 'count' | 'prepaidPaise' | 'codPaise') =>
      Object.values(lines).reduce((all, line) => all + line[of], 0);
    expect([sum('count'), sum('prepaidPaise'), sum('codPaise')]).toEqual([
      counts.length,
      (counts.length / 2) * 100,
      (counts.length / 2) * 100,
    ]);
    expect(lines.lost?.count).toBe(8);
  });

  it('of returns has the lines of returns', () => {
    expect(Object.keys(reportOf('return', []).lines)).toEqual([
      'return_pickup_scheduled',
      'return_in_transit',
      'return_delivered',
      'cancelled',
      'return_lost',
    ]);
  });
});

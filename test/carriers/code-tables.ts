import { describe, expect, it } from 'vitest';
import type { CodeTable } from '../../src/carriers/code-table.ts';
import { isNdrReason, isRtoReason } from '../../src/domain/tracking/reasons.ts';
import { readScan, statusOfReturn } from '../../src/domain/tracking/scan.ts';
import { type GranularStatus, isReturnStatus } from '../../src/domain/tracking/statuses.ts';

/**
 * The rules for every table of a courier's codes: each code is found in any letter case, its statuses are
 * read unchanged by the domain, and it belongs to only one meaning.
 *
 * @param counts the number of codes for each status, counted in the source of the codes
 */
export function describeCodes(
  name: string,
  table: CodeTable,
  counts: Readonly<Partial<Record<GranularStatus, number>>>,
): void {
  describe(name, () => {
    it.each(table.entries)('reads %s in our words: %j', (code, meaning) => {
      expect(table.find(code.toUpperCase())).toEqual(meaning);
      expect(table.find(` ${code} `)).toEqual(meaning);
      const { status, reason = null } = meaning;
      if (reason !== null) {
        const isReasonOf = status.startsWith('rto') ? isRtoReason : isNdrReason;
        expect(isReasonOf(reason)).toBe(true);
      }
      const isOfReturn = isReturnStatus(status);
      const scan = { ...SCAN, status, reason };
      expect(readScan(scan, isOfReturn ? 'return' : 'forward')).toMatchObject({
        scan: {
          status,
          carrierStatus: null,
          carrierReason: reason === null || hasReason(status) ? null : reason,
        },
      });
      const ofReturn = isOfReturn ? status : statusOfReturn(status);
      if (ofReturn !== undefined)
        expect(readScan(scan, 'return')).toMatchObject({ scan: { status: ofReturn } });
    });

    it('has the expected number of codes for each status', () => {
      const found: Partial<Record<GranularStatus, number>> = {};
      for (const [, { status }] of table.entries) found[status] = (found[status] ?? 0) + 1;
      expect(found).toEqual(counts);
    });

    it.each(['', 'teleported', 'constructor', '__proto__', 'toString'])('does not guess %j', (code) => {
      expect(table.find(code)).toBeNull();
    });
  });
}

/** Tells whether the domain stores a reason for the status. */
function hasReason(status: GranularStatus): boolean {
  return /^(ndr|need_attention|reattempt|rto|return_n)/.test(status);
}

const SCAN = {
  trackingNumber: 'MADE000001',
  eventTime: Date.parse('2026-11-16T05:00:00Z'),
  location: null,
  description: null,
  carrierEventId: null,
  qc: null,
  own: null,
};

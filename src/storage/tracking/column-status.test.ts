import { describe, expect, it } from 'vitest';
import { isBeforePickup, isMoving, phaseAfter } from '../../domain/tracking/phases.ts';
import { FORWARD_STATUSES, isAbsolute, RETURN_STATUSES } from '../../domain/tracking/statuses.ts';
import { standingOf, verdictOf } from '../../domain/tracking/verdict.ts';
import { columnStatus, returnStatusSql, statusOfColumn } from './column-status.ts';

describe('a stored status of a return', () => {
  it.each(RETURN_STATUSES)('is read back: %s', (status) => {
    expect(statusOfColumn(columnStatus(status), 'return')).toBe(status);
    expect(statusOfColumn(columnStatus(status), 'forward')).toBe(columnStatus(status));
  });

  it.each(RETURN_STATUSES)('maps to the forward status that folds like it: %s', (status) => {
    const kept = columnStatus(status);
    expect([isBeforePickup(kept), isMoving(kept), isAbsolute(kept)]).toEqual([
      isBeforePickup(status),
      isMoving(status),
      isAbsolute(status),
    ]);
    expect(phaseAfter('before_pickup', kept)).toBe(phaseAfter('before_pickup', status));
    for (const word of RETURN_STATUSES) {
      expect(verdictOf(standingOf(kept, 'moving'), columnStatus(word))).toBe(
        verdictOf(standingOf(status, 'moving'), word),
      );
    }
  });

  it('is read from statuses that a process without returns has written', () => {
    expect(statusOfColumn('out_for_delivery', 'return')).toBe('return_in_transit');
    expect(statusOfColumn('processing', 'return')).toBe('return_requested');
    expect(statusOfColumn('rto_initiated', 'return')).toBe('return_need_attention');
  });

  it('is the same in SQL', () => {
    const sql = returnStatusSql('status');
    for (const kept of FORWARD_STATUSES) {
      expect(sql).toContain(`when '${kept}' then '${statusOfColumn(kept, 'return')}'`);
    }
  });
});

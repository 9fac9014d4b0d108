import { describe, expect, it } from 'vitest';
import { isBeforePickup, isMoving, phaseAfter } from '../../domain/tracking/phases.ts';
import { isAbsolute, RETURN_STATUSES } from '../../domain/tracking/statuses.ts';
import { standingOf, verdictOf } from '../../domain/tracking/verdict.ts';
import { keptStatus, statusKept } from './kept-status.ts';

describe('a word of a return, as it is kept', () => {
  it.each(RETURN_STATUSES)('is read again: %s', (status) => {
    expect(statusKept(keptStatus(status), 'return')).toBe(status);
    expect(statusKept(keptStatus(status), 'forward')).toBe(keptStatus(status));
  });

  it.each(RETURN_STATUSES)('folds as the word of a forward shipment does: %s', (status) => {
    const kept = keptStatus(status);
    expect([isBeforePickup(kept), isMoving(kept), isAbsolute(kept)]).toEqual([
      isBeforePickup(status),
      isMoving(status),
      isAbsolute(status),
    ]);
    expect(phaseAfter('before_pickup', kept)).toBe(phaseAfter('before_pickup', status));
    for (const word of RETURN_STATUSES) {
      expect(verdictOf(standingOf(kept, 'moving'), keptStatus(word))).toBe(
        verdictOf(standingOf(status, 'moving'), word),
      );
    }
  });

  it('is read of words that a process which knows no returns has written', () => {
    expect(statusKept('out_for_delivery', 'return')).toBe('return_in_transit');
    expect(statusKept('processing', 'return')).toBe('return_requested');
    expect(statusKept('rto_initiated', 'return')).toBe('return_need_attention');
  });
});

import { describe, expect, it } from 'vitest';
import { isBeforePickup } from './phases.ts';
import { type QcAnswer, readQc } from './qc.ts';
import { RETURN_STATUSES } from './statuses.ts';

const PASSED: QcAnswer = { status: 'passed', reason: null, images: [] };
const FAILED: QcAnswer = { status: 'failed', reason: 'torn', images: ['https://courier.example/1.jpg'] };

describe('what a courier says of the check at the door', () => {
  it.each(RETURN_STATUSES)(
    'without an answer changes nothing of %s, but that the word itself can be one',
    (status) => {
      const qc = status === 'return_qc_failed' ? { status: 'failed', reason: null, images: [] } : null;
      expect(readQc(status, null)).toEqual({ status, qc });
    },
  );

  it.each(RETURN_STATUSES)(
    'that it failed makes the return qc_failed, unless %s says that it was taken',
    (status) => {
      expect(readQc(status, FAILED)).toEqual(
        isBeforePickup(status)
          ? { status: 'return_qc_failed', qc: FAILED }
          : { why: 'goods that failed qc_status are not taken along' },
      );
    },
  );

  it.each(RETURN_STATUSES)('that it passed goes with %s, unless that says that it failed', (status) => {
    expect(readQc(status, PASSED)).toEqual(
      status === 'return_qc_failed'
        ? { why: 'qc_status passed contradicts the status' }
        : { status, qc: PASSED },
    );
  });
});

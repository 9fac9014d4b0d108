import { describe, expect, it } from 'vitest';
import { isBeforePickup } from './phases.ts';
import { type QcAnswer, readQc } from './qc.ts';
import { RETURN_STATUSES } from './statuses.ts';

const PASSED: QcAnswer = { status: 'passed', reason: null, images: [] };
const FAILED: QcAnswer = { status: 'failed', reason: 'torn', images: ['https://courier.example/1.jpg'] };

describe('the courier’s answer about a quality check', () => {
  it.each(RETURN_STATUSES)(
    'changes nothing of %s if it is missing, unless the status itself is an answer',
    (status) => {
      const qc = status === 'return_qc_failed' ? { status: 'failed', reason: null, images: [] } : null;
      expect(readQc(status, null)).toEqual({ status, qc });
    },
  );

  it.each(RETURN_STATUSES)(
    'makes the return qc_failed if the check failed, unless %s says that it was picked up',
    (status) => {
      expect(readQc(status, FAILED)).toMatchObject(
        isBeforePickup(status)
          ? { status: 'return_qc_failed', qc: FAILED }
          : { why: { text: 'goods that failed qc_status are not taken along' } },
      );
    },
  );

  it.each(RETURN_STATUSES)(
    'keeps %s if the check passed, unless the status says that it failed',
    (status) => {
      expect(readQc(status, PASSED)).toMatchObject(
        status === 'return_qc_failed'
          ? { why: { text: 'qc_status passed contradicts the status' } }
          : { status, qc: PASSED },
      );
    },
  );
});

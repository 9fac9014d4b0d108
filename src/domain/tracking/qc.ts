import { type Sentence, say } from '../../problems/sentence.ts';
import type { ReturnStatus } from './statuses.ts';

/** A courier's result of the quality check. */
export interface QcAnswer {
  readonly status: 'passed' | 'failed';
  /** In the courier's words. */
  readonly reason: string | null;
  /** Web addresses, shown and never fetched. */
  readonly images: readonly string[];
}

/** A scan of a return with a quality check: its status and the result of the check; or a problem. */
export type QcReading =
  | { readonly status: ReturnStatus; readonly qc: QcAnswer | null }
  | { readonly why: Sentence };

const TAKEN: ReadonlySet<ReturnStatus> = new Set([
  'return_in_transit',
  'return_ndr_raised',
  'return_need_attention',
  'return_lost',
  'return_delivered',
]);

const FAILED_TAKEN = say('failed_goods_not_taken', 'goods that failed qc_status are not taken along');
const PASSED_FAILED = say('qc_contradicts_status', 'qc_status passed contradicts the status');

/**
 * Combines a scan's status with its result of the check. Goods that fail stay with the customer: with any
 * status from before pickup, the return is `return_qc_failed`; with a status of a parcel that was picked up,
 * it is a problem. If only the status says that the check failed, that is a result too.
 */
export function readQc(status: ReturnStatus, qc: QcAnswer | null): QcReading {
  if (qc === null) {
    const isFailed = status === 'return_qc_failed';
    return { status, qc: isFailed ? { status: 'failed', reason: null, images: [] } : null };
  }
  if (qc.status === 'failed') {
    if (TAKEN.has(status)) return { why: FAILED_TAKEN };
    return { status: 'return_qc_failed', qc };
  }
  if (status === 'return_qc_failed') return { why: PASSED_FAILED };
  return { status, qc };
}

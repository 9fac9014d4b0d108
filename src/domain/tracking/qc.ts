import type { ReturnStatus } from './statuses.ts';

/** A courier's result of the quality check. */
export interface QcAnswer {
  readonly status: 'passed' | 'failed';
  /** In the courier's words. */
  readonly reason: string | null;
  /** Addresses, shown and never fetched. */
  readonly images: readonly string[];
}

/** A scan of a return whose goods were checked: its word, and what the check came to; or what is wrong with them. */
export type QcReading =
  | { readonly status: ReturnStatus; readonly qc: QcAnswer | null }
  | { readonly why: string };

const TAKEN: ReadonlySet<ReturnStatus> = new Set([
  'return_in_transit',
  'return_ndr_raised',
  'return_need_attention',
  'return_lost',
  'return_delivered',
]);

/**
 * Brings a scan's word and its answer of the check together. Goods that fail stay with the customer: whatever
 * word from before pickup a courier tells that by, the return is `return_qc_failed`; told with a word of a
 * parcel that was taken, it is a mistake. A failure that only the word tells is an answer too.
 */
export function readQc(status: ReturnStatus, qc: QcAnswer | null): QcReading {
  if (qc === null) {
    const isFailed = status === 'return_qc_failed';
    return { status, qc: isFailed ? { status: 'failed', reason: null, images: [] } : null };
  }
  if (qc.status === 'failed') {
    if (TAKEN.has(status)) return { why: 'goods that failed qc_status are not taken along' };
    return { status: 'return_qc_failed', qc };
  }
  if (status === 'return_qc_failed') return { why: 'qc_status passed contradicts the status' };
  return { status, qc };
}

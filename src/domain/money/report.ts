import type { GranularStatus } from '../tracking/statuses.ts';

/** Groups of a report, in the order of a forward shipment's life. */
export const REPORT_STATUSES = [
  'pickup_pending',
  'in_transit',
  'delivered',
  'rto_in_transit',
  'rto_delivered',
  'lost',
  'cancelled',
] as const;

/** Groups of a report on returns, in the order of a return's life. */
export const RETURN_REPORT_STATUSES = [
  'return_pickup_scheduled',
  'return_in_transit',
  'return_delivered',
  'cancelled',
  'return_lost',
] as const;

export type ReportStatus = (typeof REPORT_STATUSES)[number] | (typeof RETURN_REPORT_STATUSES)[number];

const REPORT_STATUS_OF: Readonly<Record<GranularStatus, ReportStatus>> = {
  pending: 'pickup_pending',
  processing: 'pickup_pending',
  ready_for_pickup: 'pickup_pending',
  pickup_scheduled: 'pickup_pending',
  out_for_pickup: 'pickup_pending',
  not_picked: 'pickup_pending',
  picked_up: 'in_transit',
  in_transit: 'in_transit',
  reached_destination_hub: 'in_transit',
  out_for_delivery: 'in_transit',
  delivered: 'delivered',
  ndr_raised: 'in_transit',
  need_attention: 'in_transit',
  reattempt_delivery: 'in_transit',
  rto_initiated: 'rto_in_transit',
  rto_in_transit: 'rto_in_transit',
  rto_out_for_delivery: 'rto_in_transit',
  rto_need_attention: 'rto_in_transit',
  rto_delivered: 'rto_delivered',
  cancelled: 'cancelled',
  rejected: 'cancelled',
  on_hold: 'in_transit',
  lost: 'lost',
  damaged: 'lost',
  rto_lost: 'lost',
  rto_damaged: 'lost',
  externally_fulfilled: 'cancelled',
  return_requested: 'return_pickup_scheduled',
  return_pickup_scheduled: 'return_pickup_scheduled',
  return_not_picked: 'return_pickup_scheduled',
  return_in_transit: 'return_in_transit',
  return_ndr_raised: 'return_in_transit',
  return_need_attention: 'return_in_transit',
  return_delivered: 'return_delivered',
  return_cancelled: 'cancelled',
  return_rejected: 'cancelled',
  return_qc_failed: 'cancelled',
  return_lost: 'return_lost',
};

export interface StatusCount {
  readonly status: GranularStatus;
  readonly isCod: boolean;
  readonly shipments: number;
  readonly paise: number;
}

/** One line of a report: the number of shipments, and the value of their orders. */
export interface ReportLine {
  readonly count: number;
  readonly prepaidPaise: number;
  readonly codPaise: number;
}

/** The lines of a report by status, all of them present, and the total number of shipments. */
export function reportOf(
  journey: 'forward' | 'return',
  counts: readonly StatusCount[],
): { readonly lines: Readonly<Record<string, ReportLine>>; readonly total: number } {
  const lines: Record<string, ReportLine> = {};
  const words = journey === 'return' ? RETURN_REPORT_STATUSES : REPORT_STATUSES;
  for (const word of words) lines[word] = { count: 0, prepaidPaise: 0, codPaise: 0 };
  let total = 0;
  for (const { status, isCod, shipments, paise } of counts) {
    const word = REPORT_STATUS_OF[status];
    const { count, prepaidPaise, codPaise } = lines[word] ?? { count: 0, prepaidPaise: 0, codPaise: 0 };
    lines[word] = {
      count: count + shipments,
      prepaidPaise: prepaidPaise + (isCod ? 0 : paise),
      codPaise: codPaise + (isCod ? paise : 0),
    };
    total += shipments;
  }
  return { lines, total };
}

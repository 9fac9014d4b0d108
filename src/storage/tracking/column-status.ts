import { statusOfReturn } from '../../domain/tracking/scan.ts';
import {
  FORWARD_STATUSES,
  type ForwardStatus,
  type GranularStatus,
  isReturnStatus,
  type Journey,
  type ListingStatus,
  listingStatusOf,
  type ReturnStatus,
} from '../../domain/tracking/statuses.ts';

/**
 * The stored words for statuses of a return: the words for a forward shipment at the same point, which fold
 * in the same way. So a process of a release without returns can read every row, and treats returns
 * correctly.
 */
const KEPT: Readonly<Record<ReturnStatus, ForwardStatus>> = {
  return_requested: 'pending',
  return_pickup_scheduled: 'ready_for_pickup',
  return_not_picked: 'not_picked',
  return_in_transit: 'in_transit',
  return_ndr_raised: 'ndr_raised',
  return_need_attention: 'need_attention',
  return_lost: 'lost',
  return_delivered: 'delivered',
  return_cancelled: 'cancelled',
  return_rejected: 'rejected',
  return_qc_failed: 'externally_fulfilled',
};

export function columnStatus(status: GranularStatus): ForwardStatus {
  return isReturnStatus(status) ? KEPT[status] : status;
}

export function columnListingStatus(status: GranularStatus): ListingStatus {
  return listingStatusOf(columnStatus(status));
}

const RETURN_OF = new Map(Object.entries(KEPT).map(([status, kept]) => [kept, status as ReturnStatus]));

/** The status that a stored word means, for a shipment of this journey. */
export function statusOfColumn(kept: ForwardStatus, journey: Journey): GranularStatus {
  if (journey === 'forward') return kept;
  // A process of a release without returns stores couriers' words unchanged.
  return RETURN_OF.get(kept) ?? statusOfReturn(kept) ?? 'return_need_attention';
}

/** SQL for `statusOfColumn` of a return, for a column with couriers' words. */
export function returnStatusSql(column: string): string {
  const cases = FORWARD_STATUSES.map((kept) => `when '${kept}' then '${statusOfColumn(kept, 'return')}'`);
  return `(case ${column}::text ${cases.join(' ')} else 'return_need_attention' end)`;
}

import type { GranularStatus } from '../tracking/statuses.ts';

/** Tells whether no goods leave any more: an invoice is cancelled, and none is issued. */
export function isCancelledStatus(status: GranularStatus): boolean {
  return status === 'cancelled' || status === 'rejected';
}

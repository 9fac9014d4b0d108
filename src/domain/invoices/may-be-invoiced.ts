import type { GranularStatus } from '../tracking/statuses.ts';

/** Tells whether the goods will not leave any more: an invoice is then cancelled, and none is issued. */
export function isCancelledStatus(status: GranularStatus): boolean {
  return status === 'cancelled' || status === 'rejected';
}

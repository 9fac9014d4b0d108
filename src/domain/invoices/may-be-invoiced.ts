import type { GranularStatus } from '../tracking/statuses.ts';

/** Tells whether the goods will never leave. Then their invoice is cancelled, and no new one is issued. */
export function isCancelledStatus(status: GranularStatus): boolean {
  return status === 'cancelled' || status === 'rejected';
}

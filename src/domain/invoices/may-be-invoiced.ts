import type { GranularStatus } from '../tracking/statuses.ts';

/** Whether no goods leave any more: what was invoiced is taken back, and nothing is invoiced. */
export function isCancelledStatus(status: GranularStatus): boolean {
  return status === 'cancelled' || status === 'rejected';
}

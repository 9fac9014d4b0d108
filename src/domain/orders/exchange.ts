import type { OrderDraft } from './order.ts';

/** When the new parcel goes out: booked with the return, or once the return is picked up. */
export const DISPATCHES = ['at_once', 'after_pickup'] as const;
export type Dispatch = (typeof DISPATCHES)[number];

/**
 * The status of an exchange: `requested` until either parcel is picked up, `completed` when both have arrived, `cancelled` when
 * neither goes any more.
 */
export const EXCHANGE_STATUSES = ['requested', 'in_progress', 'completed', 'cancelled'] as const;
export type ExchangeStatus = (typeof EXCHANGE_STATUSES)[number];

/** An exchange to be made: two orders of one `order_id`, the new parcel's and that of what comes back. */
export interface ExchangeDraft {
  readonly forward: OrderDraft;
  readonly back: OrderDraft;
  readonly dispatch: Dispatch;
}

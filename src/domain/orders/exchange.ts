import type { OrderDraft } from './order.ts';

/** The time to send the new parcel: booked together with the return, or after the return's pickup. */
export const DISPATCHES = ['at_once', 'after_pickup'] as const;
export type Dispatch = (typeof DISPATCHES)[number];

/**
 * The status of an exchange: `requested` until either parcel is picked up, `completed` when both have
 * arrived, `cancelled` when both were cancelled.
 */
export const EXCHANGE_STATUSES = ['requested', 'in_progress', 'completed', 'cancelled'] as const;
export type ExchangeStatus = (typeof EXCHANGE_STATUSES)[number];

/** An exchange to create: two orders with the same `order_id`, for the new parcel and for the return. */
export interface ExchangeDraft {
  readonly forward: OrderDraft;
  readonly back: OrderDraft;
  readonly dispatch: Dispatch;
}

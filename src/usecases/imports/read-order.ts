import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import type { ProblemDetail } from '../../problems/problem.ts';

/** Reads an order like the body of a request for a new order. */
export type ReadOrder = (body: Readonly<Record<string, unknown>>) =>
  | {
      readonly draft: OrderDraft;
      readonly carrierId: string | null;
      readonly doubts: readonly OrderDoubt[];
    }
  | { readonly problems: readonly ProblemDetail[] };

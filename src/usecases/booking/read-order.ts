import type { OrderDraft } from '../../domain/orders/order.ts';
import type { OrderDoubt } from '../../domain/orders/order-doubts.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { ProblemDetail } from '../../problems/problem.ts';
import type { SentOrder } from '../../resources/order/order.ts';
import { orderReader } from '../../resources/order/order-reader.ts';
import { doubtsOf } from './order-warnings.ts';

/** An order to create, with what is odd about it. */
export interface OrderToMake {
  readonly draft: OrderDraft;
  readonly carrierId: string | null;
  readonly doubts: readonly OrderDoubt[];
}

/** Reads an order that a file or a shop sent, like the body of a request for a new order. */
export type ReadOrder = (
  sent: SentOrder,
  now: Date,
) => OrderToMake | { readonly problems: readonly ProblemDetail[] };

/** A reader is made once for each directory: that takes longer than reading an order. */
const READERS = new WeakMap<PincodeDirectory, ReadOrder>();

export function orderReaderOf({ directory }: { readonly directory: PincodeDirectory }): ReadOrder {
  const known = READERS.get(directory);
  if (known !== undefined) return known;
  const read = orderReader(directory);
  const readWithDoubts: ReadOrder = (sent, now) => {
    const result = read(sent, now);
    if ('problems' in result) return result;
    return { ...result, doubts: doubtsOf(result.draft, { directory }) };
  };
  READERS.set(directory, readWithDoubts);
  return readWithDoubts;
}

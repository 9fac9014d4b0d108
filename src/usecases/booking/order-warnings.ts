import type { OrderDraft } from '../../domain/orders/order.ts';
import { type DoubtfulOrder, type OrderDoubt, orderDoubts } from '../../domain/orders/order-doubts.ts';
import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import { placeNamesOf } from '../../domain/pincodes/place-names.ts';

/** Returns what is odd about an order: what was seen when it was read, and what the pincode directory knows better. */
export function doubtsOf(
  order: DoubtfulOrder & Pick<OrderDraft, 'doubts'>,
  { directory }: { readonly directory: PincodeDirectory },
): OrderDoubt[] {
  return [...order.doubts, ...orderDoubts(order, placeNamesOf(directory))];
}

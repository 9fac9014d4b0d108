import type { OrderName } from '../../domain/orders/order.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { isOrderIdUsed } from '../../storage/booking/orders.ts';

const LONGEST_ORDER_ID = 100;

/** Returns the first unused id of these: `CHAI-1001-R`, `CHAI-1001-R2`, and so on. @param from 2 leaves out the first */
export async function freeIdAfter(
  scope: AccountScope,
  { displayId, journey }: OrderName,
  from: 1 | 2,
): Promise<string> {
  for (let number: number = from; ; number += 1) {
    const suffix = number === 1 ? '-R' : `-R${number}`;
    const name = `${displayId.slice(0, LONGEST_ORDER_ID - suffix.length)}${suffix}`;
    if (!(await isOrderIdUsed(scope, { displayId: name, journey }))) return name;
  }
}

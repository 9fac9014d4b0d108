import { orderBody } from './orders.ts';
import { returnBody } from './returns.ts';

/** A valid exchange; change what a test is about. */
export function exchangeBody(warehouseId: string, changes: Record<string, unknown> = {}) {
  const { warehouse_id: _, sub_total: _total, ...forward } = orderBody(warehouseId);
  const { order_items, return_reason, ...returned } = returnBody(warehouseId);
  const pickup = Object.fromEntries(Object.entries(returned).filter(([name]) => name.startsWith('pickup_')));
  return {
    ...forward,
    ...pickup,
    return_items: order_items,
    return_reason,
    forward_warehouse_id: warehouseId,
    ...changes,
  };
}

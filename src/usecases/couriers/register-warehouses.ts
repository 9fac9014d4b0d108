import type { CourierRegistry } from '../../carriers/registry.ts';
import { shortHash } from '../../domain/orders/order-reference.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { REGISTRATIONS } from '../../storage/couriers/warehouse-registrations.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { courierWarehouseOf } from '../booking/courier-addresses.ts';
import type { ShippingService } from '../service.ts';
import { askCourier } from './ask-courier.ts';
import { ANSWER_WITHIN_MS, type ErrandOutcome, roundOf } from './errands.ts';
import { openCourier } from './open-courier.ts';

/** Returns the names of the couriers that pick up only at registered places. */
export function couriersWithWarehouses({ couriers }: CourierRegistry): string[] {
  return couriers.filter(({ can }) => can.warehouses).map(({ name }) => name);
}

/** Registers new and changed warehouses. */
export const registerWarehouses = roundOf({ table: REGISTRATIONS, ask: register });

async function register(
  service: ShippingService,
  { accountId, warehouseId, courier, courierAccountId }: TakenErrand<typeof REGISTRATIONS>,
): Promise<ErrandOutcome<typeof REGISTRATIONS>> {
  const refusedFor = (reason: string) => ({
    done: { state: 'refused', reason, updatedAt: service.now() } as const,
  });
  const warehouse = await findWarehouse(service.database.account(accountId), warehouseId);
  if (warehouse === null || !warehouse.isActive) return refusedFor('registers only active warehouses');
  const reply = await askCourier(service, {
    open: () => {
      const words = [warehouse.contactPerson, warehouse.phone, warehouse.email];
      return openCourier(
        service,
        { accountId, adapter: courier, courierAccountId },
        { words, isKnown: true },
      );
    },
    ask: async ({ adapter, connection }, signal) => {
      // Two accounts that share the operator's courier account may have warehouses with the same name.
      const isShared = connection?.account.accountId === WHOLE_SERVICE;
      const name = isShared ? `${warehouse.name} ${shortHash(accountId)}` : warehouse.name;
      const answer = await adapter.registerWarehouse?.(courierWarehouseOf(warehouse, name), signal);
      return answer?.outcome === 'refused' ? answer : (answer?.courierName ?? name);
    },
    withinMs: ANSWER_WITHIN_MS,
  });
  if (reply.kind === 'refused') return refusedFor(reply.reason);
  const updatedAt = service.now();
  if (reply.kind !== 'answered') return { again: { state: 'pending', reason: reply.reason, updatedAt } };
  return { done: { state: 'registered', reason: null, courierName: reply.answer, updatedAt } };
}

import type { CourierRegistry } from '../../carriers/registry.ts';
import { shortHash } from '../../domain/orders/order-reference.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { REGISTRATIONS } from '../../storage/couriers/warehouse-registrations.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { courierWarehouseOf } from '../booking/courier-addresses.ts';
import type { Service } from '../service.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { ANSWER_WITHIN_MS, type ErrandOutcome, roundOf } from './errands.ts';
import { openCourier } from './open-courier.ts';

/** Returns the names of the couriers that pick up only at registered places. */
export function couriersWithWarehouses({ couriers }: CourierRegistry): string[] {
  return couriers.filter(({ can }) => can.warehouses).map(({ name }) => name);
}

/** Registers new and changed warehouses. */
export const registerWarehouses = roundOf({ table: REGISTRATIONS, ask: register, fails });

const ONLY_ACTIVE = say('registers_only_active', 'registers only active warehouses');

type Due = TakenErrand<typeof REGISTRATIONS>;
type Outcome = ErrandOutcome<typeof REGISTRATIONS>;

function fails(service: Service, _: Due, reason: Sentence): Outcome {
  return { again: { state: 'pending', reason, updatedAt: service.now() } };
}

async function register(service: Service & CourierParts, due: Due): Promise<Outcome> {
  const { accountId, warehouseId, courier, courierAccountId } = due;
  const refusedFor = (reason: Sentence) => ({
    done: { state: 'refused', reason, updatedAt: service.now() } as const,
  });
  const warehouse = await findWarehouse(service.database.account(accountId), warehouseId);
  if (warehouse === null || !warehouse.isActive) return refusedFor(ONLY_ACTIVE);
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
  if (reply.kind !== 'answered') return fails(service, due, reply.reason);
  const updatedAt = service.now();
  return { done: { state: 'registered', reason: null, courierName: reply.answer, updatedAt } };
}

import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import type { CourierRegistry } from '../../carriers/registry.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { shortHash } from '../../domain/orders/order-reference.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import {
  type DueRegistration,
  type RegistrationOutcome,
  settleRegistration,
  takeDueRegistrations,
} from '../../storage/couriers/warehouse-registrations.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { courierWarehouseOf } from '../booking/courier-addresses.ts';
import { inParallel } from '../in-parallel.ts';
import { changeBy, type ShippingService } from '../service.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import { type OpenCourier, openCourier } from './open-courier.ts';
import { ANSWER_WITHIN_MS, CALLS_AT_ONCE, nextCallAt, TAKEN_MS } from './rounds.ts';

/** Returns the names of the couriers that pick up only at registered places. */
export function couriersWithWarehouses({ couriers }: CourierRegistry): string[] {
  return couriers.filter(({ can }) => can.warehouses).map(({ name }) => name);
}

/** Registers new and changed warehouses. @throws the first unexpected error, after all were tried */
export async function registerWarehouses(service: ShippingService): Promise<void> {
  const until = new Date(service.now().getTime() + TAKEN_MS);
  const due = await takeDueRegistrations(service.database, {
    now: service.now(),
    until,
    most: CALLS_AT_ONCE,
  });
  // In parallel, so that a courier that hangs does not delay other accounts.
  await inParallel(CALLS_AT_ONCE, due, async (registration) => {
    const outcome = await register(service, registration);
    await service.database.change(registration.accountId, changeBy(service, SYSTEM), async (writer) => {
      await settleRegistration(writer, registration, { until, outcome });
      writer.skipAudit("the courier's state of a warehouse changes no data of the account");
    });
  });
}

async function register(service: ShippingService, due: DueRegistration): Promise<RegistrationOutcome> {
  const { accountId, warehouseId, courier, courierAccountId, tries } = due;
  const warehouse = await findWarehouse(service.database.account(accountId), warehouseId);
  if (warehouse === null || !warehouse.isActive) {
    return {
      state: 'refused',
      reason: 'registers only active warehouses',
      courierName: null,
      nextTryAt: null,
    };
  }
  let opened: OpenCourier | null = null;
  try {
    const place = { accountId, adapter: courier, courierAccountId };
    const words = [warehouse.contactPerson, warehouse.phone, warehouse.email];
    opened = await openCourier(service, place, { words, isKnown: true });
    // Two accounts that share the operator's courier account may have warehouses with the same name.
    const isShared = opened.connection?.account.accountId === WHOLE_SERVICE;
    const courierWarehouse = courierWarehouseOf(
      warehouse,
      isShared ? `${warehouse.name} ${shortHash(accountId)}` : null,
    );
    const answer = await opened.adapter.registerWarehouse?.(
      courierWarehouse,
      AbortSignal.timeout(ANSWER_WITHIN_MS),
    );
    if (answer?.outcome === 'refused') {
      await storeFailedCourierCall(service, opened);
      return { state: 'refused', reason: answer.reason, courierName: null, nextTryAt: null };
    }
    const courierName = answer?.courierName ?? courierWarehouse.courierName;
    return { state: 'registered', reason: null, courierName, nextTryAt: null };
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(service, opened);
    const again = nextCallAt(service.now(), tries);
    return { state: 'pending', reason: error.message, courierName: null, nextTryAt: again };
  }
}

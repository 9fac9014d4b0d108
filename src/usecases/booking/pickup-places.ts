import type { Warehouse } from '../../resources/warehouse.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import {
  listRegistrations,
  type WarehouseRegistration,
} from '../../storage/couriers/warehouse-registrations.ts';
import type { AccountContext } from '../service.ts';

type Courier = Pick<BookedCourier, 'adapter' | 'courierAccountId'>;

export interface PickupPlaces {
  /** Returns why a courier cannot pick up there and what to do about it, as a sentence; null if it can. */
  refusalOf(courier: Courier): string | null;
  /** Returns the courier's name of the warehouse; null if the courier needs no name. */
  nameOf(courier: Courier): string | null;
}

/** Reads the registrations. Queries the database only if a courier needs them, and at most once a second. */
export async function readPickupPlaces(
  {
    accountId,
    database,
    couriers,
    registrations,
  }: Pick<AccountContext, 'accountId' | 'database' | 'couriers' | 'registrations'>,
  { warehouseId, name }: Warehouse,
  candidates: readonly Courier[],
): Promise<PickupPlaces> {
  const registers = ({ adapter }: Courier) => couriers.named(adapter)?.can.warehouses === true;
  const registering = candidates.filter(registers);
  const key = `${accountId} ${warehouseId}`;
  const known: readonly WarehouseRegistration[] =
    registering.length === 0
      ? []
      : await registrations.get(key, () => listRegistrations(database.account(accountId), warehouseId));
  const registrationOf = ({ courierAccountId }: Courier) =>
    known.find((registration) => registration.courierAccountId === courierAccountId);
  // Not cached, so that a merchant who waits for the registration can book as soon as it is done.
  if (registering.some((courier) => (registrationOf(courier)?.courierName ?? null) === null)) {
    registrations.forget(key);
  }
  return {
    refusalOf: (courier) => {
      if (!registers(courier)) return null;
      const registration = registrationOf(courier);
      if (registration !== undefined && registration.courierName !== null) return null;
      const title = couriers.named(courier.adapter)?.title ?? courier.adapter;
      return `${title} does not pick up at the warehouse ${name} yet: ${whyNot(title, registration)}`;
    },
    nameOf: (courier) => registrationOf(courier)?.courierName ?? null,
  };
}

function whyNot(title: string, registration: WarehouseRegistration | undefined): string {
  const reason = registration?.reason ?? null;
  if (registration?.state === 'refused') {
    return `${title} ${reason}. Correct the warehouse to register it again`;
  }
  const sofar = reason === null ? '' : ` (the last time it ${reason})`;
  return `it is being registered${sofar}. Try again in a minute`;
}

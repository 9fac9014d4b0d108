import { partnerSays } from '../../partners/partner.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { BookedCourier } from '../../storage/booking/bookings.ts';
import {
  listRegistrations,
  type WarehouseRegistration,
} from '../../storage/couriers/warehouse-registrations.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { AccountActor } from '../service.ts';

type Courier = Pick<BookedCourier, 'adapter' | 'courierAccountId'>;

export interface PickupPlaces {
  /** Returns why a courier cannot pick up there and what to do about it, as a sentence; null if it can. */
  refusalOf(courier: Courier): Sentence | null;
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
  }: Pick<AccountActor, 'accountId' | 'database'> & Pick<CourierParts, 'couriers' | 'registrations'>,
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
      return say(
        'does_not_pick_up_yet',
        '{courier} does not pick up at the warehouse {warehouse} yet: {why}',
        {
          courier: title,
          warehouse: name,
          why: whyNot(title, registration),
        },
      );
    },
    nameOf: (courier) => registrationOf(courier)?.courierName ?? null,
  };
}

function whyNot(title: string, registration: WarehouseRegistration | undefined): Sentence {
  const reason = registration?.reason ?? null;
  if (reason !== null && registration?.state === 'refused') {
    return say('warehouse_refused', '{why}. Correct the warehouse to register it again', {
      why: partnerSays(title, reason),
    });
  }
  return reason === null
    ? say('warehouse_being_registered', 'it is being registered. Try again in a minute')
    : say(
        'warehouse_being_registered_again',
        'it is being registered (the last time it {reason}). Try again in a minute',
        { reason },
      );
}

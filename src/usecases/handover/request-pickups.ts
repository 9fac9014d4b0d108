import type { PickupInput } from '../../carriers/carrier-adapter.ts';
import { pickupTime } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import { NotSentError } from '../../partners/partner.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import type { TakenErrand } from '../../storage/couriers/errands.ts';
import { findParcelsToPickUp, PICKUPS } from '../../storage/handover/pickup-requests.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { courierWarehouseOf } from '../booking/courier-addresses.ts';
import { readPickupPlaces } from '../booking/pickup-places.ts';
import { askCourier } from '../couriers/ask-courier.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { ANSWER_WITHIN_MS, type ErrandOutcome, roundOf } from '../couriers/errands.ts';
import { openCourier } from '../couriers/open-courier.ts';
import type { Service } from '../service.ts';

const MOST_PARCELS = 1_000;
const TAKES_NO_REQUESTS = say('takes_no_pickup_requests', 'takes no pickup requests');

type DuePickup = TakenErrand<typeof PICKUPS>;
type Outcome = ErrandOutcome<typeof PICKUPS>;

/** Sends due pickup requests to couriers. */
export const requestPickups = roundOf({ table: PICKUPS, ask, fails });

function fails(service: Service, _: DuePickup, reason: Sentence): Outcome {
  return { again: { reason, updatedAt: service.now() } };
}

async function ask(service: Service & CourierParts, due: DuePickup): Promise<Outcome> {
  const { accountId, warehouseId, courier, courierAccountId, day } = due;
  const refusedFor = (reason: Sentence): Outcome => ({
    done: { state: 'refused', reason, note: null, courierPickupId: null, updatedAt: service.now() },
  });
  if (day < indiaDate(service.now().getTime())) return refusedFor(untilDayWasOver(due.reason));
  const warehouse = await findWarehouse(service.database.account(accountId), warehouseId);
  if (warehouse === null) throw new Error(`The pickup at ${warehouseId} has no warehouse`);
  const reply = await askCourier(service, {
    open: () => {
      const words = [warehouse.contactPerson, warehouse.phone, warehouse.email];
      return openCourier(
        service,
        { accountId, adapter: courier, courierAccountId },
        { words, isKnown: true },
      );
    },
    ask: async ({ adapter }, signal) =>
      adapter.requestPickup?.(await pickupInputOf(service, due, warehouse), signal),
    withinMs: ANSWER_WITHIN_MS,
  });
  if (reply.kind === 'refused') return refusedFor(reply.reason);
  if (reply.kind !== 'answered') return fails(service, due, reply.reason);
  if (reply.answer === undefined) return refusedFor(TAKES_NO_REQUESTS);
  const { pickupId, note } = reply.answer;
  const courierPickupId = pickupId === '' ? null : pickupId;
  return { done: { state: 'requested', courierPickupId, note, reason: null, updatedAt: service.now() } };
}

/** @throws NotSentError if the courier does not know the warehouse yet */
async function pickupInputOf(
  service: Service & CourierParts,
  due: DuePickup,
  warehouse: Warehouse,
): Promise<PickupInput> {
  const { accountId, courier, courierAccountId, day } = due;
  const place = { adapter: courier, courierAccountId };
  const places = await readPickupPlaces({ ...service, accountId }, warehouse, [place]);
  if (places.refusalOf(place) !== null) {
    throw new NotSentError(
      say('does_not_know_warehouse_yet', 'does not know the warehouse yet: see {operation} for the reason', {
        operation: '`GET /warehouses/{id}`',
      }),
    );
  }
  const parcels = await findParcelsToPickUp(service.database.account(accountId), due, MOST_PARCELS);
  return {
    warehouse: courierWarehouseOf(warehouse, places.nameOf(place)),
    date: day,
    time: pickupTime(day, service.now()),
    // A merchant who requests a pickup before booking expects at least one parcel.
    parcels: Math.max(parcels.length, 1),
    weightGrams: Math.ceil(parcels.reduce((sum, { weightGrams }) => sum + weightGrams, 0)),
    bookings: parcels.map(({ bookingId, weightGrams: _, ...parcel }) => ({
      ...parcel,
      reference: bookingId,
      accountId,
      journey: 'forward',
    })),
  };
}

function untilDayWasOver(reason: Sentence | null): Sentence {
  return reason === null
    ? say('not_reached_that_day', 'could not be reached before the end of the day')
    : say(
        'not_reached_that_day_because',
        'could not be reached before the end of the day (the last time it {reason})',
        { reason },
      );
}

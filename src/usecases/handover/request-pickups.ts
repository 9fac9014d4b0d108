import type { PickupInput } from '../../carriers/carrier-adapter.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { pickupTime } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { Warehouse } from '../../resources/warehouse.ts';
import {
  type DuePickup,
  findParcelsToPickUp,
  type PickupOutcome,
  settlePickup,
  takeDuePickups,
} from '../../storage/handover/pickup-requests.ts';
import { findWarehouse } from '../../storage/warehouses/warehouses.ts';
import { courierWarehouseOf } from '../booking/courier-addresses.ts';
import { readPickupPlaces } from '../booking/pickup-places.ts';
import { storeFailedCourierCall } from '../couriers/courier-calls.ts';
import { type OpenCourier, openCourier } from '../couriers/open-courier.ts';
import { ANSWER_WITHIN_MS, CALLS_AT_ONCE, nextCallAt, TAKEN_MS } from '../couriers/rounds.ts';
import { changeBy, type ShippingService } from '../service.ts';

const MOST_PARCELS = 1_000;

/** Sends due pickup requests to couriers. @throws the first unexpected error, after all were tried */
export async function requestPickups(service: ShippingService): Promise<void> {
  const now = service.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const due = await takeDuePickups(service.database, { now, until, most: CALLS_AT_ONCE });
  // In parallel, so that no request waits until its claim expires and another process sends it again: some
  // couriers do not accept repeated requests.
  const settled = await Promise.allSettled(
    due.map(async (pickup) => {
      const outcome = await ask(service, pickup);
      await service.database.change(pickup.accountId, changeBy(service, SYSTEM), async (writer) => {
        await settlePickup(writer, pickup, { until, outcome });
        writer.skipAudit('the request was recorded with the pickup');
      });
    }),
  );
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function ask(service: ShippingService, due: DuePickup): Promise<PickupOutcome> {
  const { accountId, warehouseId, courier, courierAccountId, day, tries } = due;
  if (day < indiaDate(service.now().getTime())) return refusedFor(untilDayWasOver(due.reason));
  const warehouse = await findWarehouse(service.database.account(accountId), warehouseId);
  if (warehouse === null) throw new Error(`The pickup at ${warehouseId} has no warehouse`);
  let opened: OpenCourier | null = null;
  try {
    const input = await pickupInputOf(service, due, warehouse);
    const place = { accountId, adapter: courier, courierAccountId };
    const words = [warehouse.contactPerson, warehouse.phone, warehouse.email];
    opened = await openCourier(service, place, { words, isKnown: true });
    const answer = await opened.adapter.requestPickup?.(input, AbortSignal.timeout(ANSWER_WITHIN_MS));
    if (answer === undefined) return refusedFor('takes no pickup requests');
    if (answer.outcome === 'refused') {
      await storeFailedCourierCall(service, opened);
      return refusedFor(answer.reason);
    }
    const courierPickupId = answer.pickupId === '' ? null : answer.pickupId;
    return { state: 'requested', courierPickupId, note: answer.note, reason: null, nextTryAt: null };
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(service, opened);
    const again = nextCallAt(service.now(), tries);
    return { state: 'pending', courierPickupId: null, note: null, reason: error.message, nextTryAt: again };
  }
}

/** @throws NotSentError if the courier does not know the warehouse yet */
async function pickupInputOf(
  service: ShippingService,
  due: DuePickup,
  warehouse: Warehouse,
): Promise<PickupInput> {
  const { accountId, courier, courierAccountId, day } = due;
  const place = { adapter: courier, courierAccountId };
  const places = await readPickupPlaces({ ...service, accountId }, warehouse, [place]);
  if (places.refusalOf(place) !== null) {
    throw new NotSentError('does not know the warehouse yet: see `GET /warehouses/{id}` for the reason');
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

function refusedFor(reason: string): PickupOutcome {
  return { state: 'refused', courierPickupId: null, note: null, reason, nextTryAt: null };
}

function untilDayWasOver(reason: string | null): string {
  return `could not be reached before the end of the day${reason === null ? '' : ` (the last time it ${reason})`}`;
}

import type { CarrierScan, TrackedParcel } from '../../carriers/carrier-adapter.ts';
import { SYSTEM } from '../../domain/actor.ts';
import { pollWait } from '../../domain/tracking/poll-wait.ts';
import { SOMEBODY } from '../../partners/partner-call.ts';
import { storeCourierWeights } from '../../storage/couriers/courier-charges.ts';
import {
  keepExpectedDates,
  type PolledParcel,
  readPolledStatuses,
  settlePolls,
  takeDuePolls,
} from '../../storage/couriers/courier-polls.ts';
import { inLanes } from '../in-lanes.ts';
import { changeBy, type Service } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { openCourier } from './open-courier.ts';
import { recordCourierScans } from './record-courier-scans.ts';

/** The number of parcels that are claimed at once; limited, so that memory does not grow with due parcels. */
const TAKEN_AT_ONCE = 500;
/** The time of a claim, longer than couriers take for this many parcels. */
const TAKEN_MS = 5 * 60_000;
/** Applies to each postponement, so that a courier that is down for hours is not called more often. */
const SHORTEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 60_000;

export type PollResult = { readonly kind: 'asked' | 'unanswered' } | PutOff;

/** The courier did not answer, so its parcels are polled again later. */
export interface PutOff {
  readonly kind: 'put off';
  /** The time without calls to the courier, in milliseconds; null if unknown. */
  readonly waitMs: number | null;
  /** True if the courier refused the request; false if it was not sent. */
  readonly isTurnedAway: boolean;
}

/**
 * Polls parcels until none is due. If a courier's limit is reached, or the courier does not answer, its
 * remaining parcels are polled later, and no more of them are claimed this time.
 *
 * @param onError called with unexpected errors; the other parcels are still polled
 * @param isStopped tells whether to stop before claiming more
 */
export async function pollCouriers(
  service: Service & CourierParts & AnnouncementParts,
  onError: (error: unknown) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const putOffs = new Set<string>();
  await inLanes<PolledParcel>({
    atOnce: TAKEN_AT_ONCE,
    take: (most, except) => {
      const now = service.now();
      const until = new Date(now.getTime() + TAKEN_MS);
      return takeDuePolls(service.database, { now, until, most }, [...putOffs, ...except]);
    },
    // Each courier account has its limits, and one request may contain only its parcels.
    laneOf: ({ courierAccountId }) => courierAccountId,
    work: async (parcels, courierAccountId) => {
      if (!(await pollGroup(service, parcels, onError))) putOffs.add(courierAccountId);
    },
    onError,
    isStopped,
  });
}

/** @returns false if the courier should be asked about the other parcels later */
async function pollGroup(
  service: Service & CourierParts & AnnouncementParts,
  parcels: readonly PolledParcel[],
  onError: (error: unknown) => void,
): Promise<boolean> {
  const [first] = parcels;
  const batch = first === undefined ? 0 : (service.couriers.named(first.adapter)?.can.polling?.batch ?? 0);
  if (batch === 0) {
    await settlePolls(
      service.database,
      parcels.map(({ accountId, shipmentId }) => ({ accountId, shipmentId, nextPollAt: null })),
    );
    return true;
  }
  for (let from = 0; from < parcels.length; from += batch) {
    // A failed batch is due again later, and the next batch is polled now.
    const result = await pollParcels(service, parcels.slice(from, from + batch)).catch((error: unknown) => {
      onError(error);
      return null;
    });
    if (result?.kind === 'put off') {
      await putOff(service, parcels.slice(from), batch, result);
      return false;
    }
  }
  return true;
}

/**
 * Schedules postponed parcels soon after the courier can be called again. A batch that the courier refused
 * comes after the others: if its content is the cause, the others must not wait for it.
 */
async function putOff(
  { database, now }: Service,
  parcels: readonly PolledParcel[],
  batch: number,
  { waitMs, isTurnedAway }: PutOff,
): Promise<void> {
  const soonest = now().getTime() + Math.max(waitMs ?? TAKEN_MS, SHORTEST_WAIT_MS);
  await settlePolls(
    database,
    parcels.map(({ accountId, shipmentId }, place) => {
      const isLast = isTurnedAway && place < batch;
      return { accountId, shipmentId, nextPollAt: new Date(soonest + (isLast ? TAKEN_MS : 0)) };
    }),
  );
}

/**
 * Polls parcels of one courier account, at most as many as it accepts at once. Records the answers like all
 * other scans; repeated scans are recognised.
 */
export async function pollParcels(
  service: Service & CourierParts & AnnouncementParts,
  parcels: readonly PolledParcel[],
): Promise<PollResult> {
  const [first] = parcels;
  if (first === undefined) return { kind: 'asked' };
  const reply = await askCourier(service, {
    // Polls wait, because lookups of lost bookings share the limit, and clients wait for those lookups.
    open: () => openCourier(service, first, SOMEBODY, 'later'),
    ask: ({ adapter }, signal) => adapter.track?.(parcels, signal),
    withinMs: TIMEOUT_MS,
  });
  if (reply.kind === 'not sent') {
    return { kind: 'put off', waitMs: reply.error.waitMs, isTurnedAway: reply.isTurnedAway };
  }
  if (reply.kind !== 'answered') return { kind: 'unanswered' };
  const tracked = reply.answer ?? [];
  await record(service, first, tracked);
  await keepTold(service, parcels, tracked);
  await settle(service, parcels);
  return { kind: 'asked' };
}

async function record(
  service: Service & AnnouncementParts,
  { adapter, courierAccountId }: PolledParcel,
  tracked: readonly TrackedParcel[],
): Promise<void> {
  const scans: CarrierScan[] = tracked.flatMap((parcel) => parcel.scans);
  if (scans.length === 0) return;
  const actor = { kind: 'carrier', id: courierAccountId, name: adapter } as const;
  await recordCourierScans(
    { ...service, carrierIds: [], courierAccountIds: [courierAccountId], actor },
    scans,
  );
}

/** Stores the courier's delivery days, and the weights that it charges for, which are compared later. */
async function keepTold(
  service: Service,
  parcels: readonly PolledParcel[],
  tracked: readonly TrackedParcel[],
): Promise<void> {
  const byNumber = new Map(tracked.map((parcel) => [parcel.trackingNumber, parcel]));
  const expected = parcels.flatMap(({ accountId, shipmentId, trackingNumber }) => {
    const day = byNumber.get(trackingNumber)?.expectedDeliveryDate ?? null;
    return day === null ? [] : [{ accountId, shipmentId, day }];
  });
  const weights = parcels.flatMap(({ accountId, shipmentId, trackingNumber }) => {
    const grams = byNumber.get(trackingNumber)?.chargedWeightGrams ?? null;
    return grams === null ? [] : [{ accountId, shipmentId, weight: Math.round(grams * 100) }];
  });
  if (expected.length === 0 && weights.length === 0) return;
  await service.database.changeAcrossAccounts(changeBy(service, SYSTEM), async (transaction) => {
    if (expected.length > 0) await keepExpectedDates(transaction, expected);
    if (weights.length > 0) await storeCourierWeights(transaction, weights, service.now());
  });
}

async function settle(service: Service, parcels: readonly PolledParcel[]): Promise<void> {
  const statuses = await readPolledStatuses(service.database, parcels);
  const now = service.now().getTime();
  await settlePolls(
    service.database,
    parcels.map(({ accountId, shipmentId }) => {
      const status = statuses.get(shipmentId);
      const wait = status === undefined ? null : pollWait(status);
      return { accountId, shipmentId, nextPollAt: wait === null ? null : new Date(now + wait) };
    }),
  );
}

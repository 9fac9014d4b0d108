import { SYSTEM } from '../domain/actor.ts';
import { removeExpiredTokens } from '../storage/accounts/credentials.ts';
import { removeOldSessions } from '../storage/accounts/sessions.ts';
import { removeOldSignInLinks } from '../storage/accounts/sign-in-links.ts';
import { removeExpiredIdempotencyKeys } from '../storage/booking/idempotency.ts';
import { removeLongDeadProcesses, unlockJobsOfTheDead } from '../storage/booking/processes.ts';
import { forgetOldChanges } from '../storage/columns/shipment-changes.ts';
import { removeOldCourierCalls } from '../storage/couriers/courier-calls.ts';
import { removeOldCodes } from '../storage/customer-requests/request-codes.ts';
import { removeOldPhotos } from '../storage/customer-requests/requests.ts';
import { enqueueMissedDispatches } from '../storage/exchanges/exchanges.ts';
import { removeOldLabels } from '../storage/labels/courier-labels.ts';
import { compactCounts } from '../storage/listing/shipment-counts.ts';
import { fillLedger } from '../storage/money/fill-ledger.ts';
import { sumUpOldRows } from '../storage/old-rows.ts';
import { forgetOldShopOrders } from '../storage/shops/shop-orders.ts';
import { removeUnshownLogos } from '../storage/stores/logos.ts';
import { freeDeliveriesOfTheDead, removeOldWebhookEvents } from '../storage/webhooks/deliveries.ts';
import type { BookingParts } from './booking/booking-parts.ts';
import { EXCHANGES_KEPT_MS } from './couriers/courier-calls.ts';
import { rereadScans } from './couriers/courier-words.ts';
import { refillNumbers } from './couriers/refill-numbers.ts';
import { closeOutdatedRequests } from './customer-requests/decide-requests.ts';
import { freeErrands } from './errand-rounds.ts';
import { forgetOldImportFiles } from './imports/receive-file.ts';
import { forgetOldJobs } from './jobs/show-jobs.ts';
import { COURIER_LABELS_KEPT_MS } from './labels/courier-labels.ts';
import { notifyDelays } from './messages/notify-delays.ts';
import { recoverMessages } from './messages/send-message.ts';
import { acceptOverdueDifferences } from './money/weight-differences.ts';
import { changeBy, type Service } from './service.ts';
import { measureOldLogos } from './stores/measure-old-logos.ts';
import { DELIVERIES_KEPT_MS } from './webhooks/deliveries.ts';

/** The longest time that a page with a removed logo can stay open. */
const LOGO_SHOWN_MS = 60 * 60 * 1000;
const FILL_LEDGERS_MS = 1_000;
const SUM_UP_EVERY_MS = 60 * 60 * 1000;
/** Codes are needed on their day in India and on the next day. */
const CODES_KEPT_MS = 48 * 60 * 60 * 1000;
/** By then the parcels have arrived. */
const SHOP_ORDERS_KEPT_MS = 60 * 24 * 60 * 60 * 1000;
const PHOTOS_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
/** Longer than clocks differ, so that no process removes a token that is valid for another. */
const TOKEN_KEPT_MS = 60 * 60 * 1000;

/**
 * Does the work outside requests: frees what dead processes hold, adds up counters, deletes expired data. Any
 * number of processes may run it at once. Runs each part even if others fail.
 *
 * @param onError called for each failed part, which runs again next time
 */
export async function runMaintenance(
  service: Service & BookingParts,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const part of PARTS) await part(service).catch(onError);
}

const PARTS: readonly ((service: Service & BookingParts) => Promise<void>)[] = [
  ({ database }) => unlockJobsOfTheDead(database),
  refillNumbers,
  recoverMessages,
  notifyDelays,
  (service) => enqueueMissedDispatches(service.database, changeBy(service, SYSTEM)),
  ({ database, now }) => freeDeliveriesOfTheDead(database, now()),
  freeErrands,
  sumUpCounts,
  sumUpLists,
  ({ database }) => forgetOldChanges(database),
  fillLedgers,
  forgetOldImportFiles,
  acceptOverdueDifferences,
  ({ database, now }) => removeExpiredIdempotencyKeys(database, now()),
  ({ database, now }) => removeExpiredTokens(database, before(now(), TOKEN_KEPT_MS)),
  ({ database, now }) => removeOldSessions(database, before(now(), TOKEN_KEPT_MS)),
  ({ database, now }) => removeOldSignInLinks(database, before(now(), TOKEN_KEPT_MS)),
  forgetOldJobs,
  ({ database }) => removeLongDeadProcesses(database),
  ({ database, now }) => removeOldCourierCalls(database, before(now(), EXCHANGES_KEPT_MS)),
  ({ database, now }) => removeOldWebhookEvents(database, before(now(), DELIVERIES_KEPT_MS)),
  ({ database, now }) => removeOldLabels(database, before(now(), COURIER_LABELS_KEPT_MS)),
  ({ database, now }) => forgetOldShopOrders(database, before(now(), SHOP_ORDERS_KEPT_MS)),
  measureOldLogos,
  closeOutdatedRequests,
  rereadScans,
  ({ database, now }) => removeOldCodes(database, before(now(), CODES_KEPT_MS)),
  ({ database, now }) => removeOldPhotos(database, before(now(), PHOTOS_KEPT_MS)),
  ({ database, now }) => removeUnshownLogos(database, before(now(), LOGO_SHOWN_MS)),
];

async function sumUpCounts({ database }: Service): Promise<void> {
  while ((await compactCounts(database)) > 0);
}

const lastSums = new WeakMap<object, number>();

/** Each list needs it once a day. */
async function sumUpLists({ database, now }: Service): Promise<void> {
  const time = now();
  if (time.getTime() - (lastSums.get(database) ?? 0) < SUM_UP_EVERY_MS) return;
  lastSums.set(database, time.getTime());
  await sumUpOldRows(database, time);
}

/** Fills for a second at most; the next run comes soon. */
async function fillLedgers(service: Service): Promise<void> {
  const until = performance.now() + FILL_LEDGERS_MS;
  while ((await fillLedger(service.database, changeBy(service, SYSTEM))) && performance.now() < until);
}

function before(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() - milliseconds);
}

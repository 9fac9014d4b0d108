import { dayStart } from '../../domain/calendar/india-day.ts';
import { indiaDay } from '../../domain/india-time.ts';
import { mayActAs } from '../../domain/people.ts';
import type { GranularStatus } from '../../domain/tracking/statuses.ts';
import { readCounts } from '../../storage/listing/shipment-counts.ts';
import { countWaiting, type Waiting } from '../../storage/overview/waiting.ts';
import { listEndpoints } from '../../storage/webhooks/endpoints.ts';
import { listOwnCourierAccounts } from '../couriers/change-courier-accounts.ts';
import { countShipments } from '../listing/count-shipments.ts';
import type { AccountContext } from '../service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A parcel whose last scan is of so many days ago, or of before, needs somebody. */
const STUCK_AFTER_DAYS = 3;
const FAILED_MESSAGES_MS = 7 * DAY_MS;

/** What needs somebody today. */
export interface Overview extends Waiting {
  readonly toBook: number;
  readonly toPack: number;
  readonly notPickedUp: number;
  readonly outForDelivery: number;
  readonly failedDeliveries: number;
  readonly stuck: number;
  readonly returning: number;
  /** Webhooks that fail or were switched off, and courier accounts that lack a secret; null for whoever may not see them. */
  readonly troubledWebhooks: number | null;
  readonly troubledCouriers: number | null;
}

/** Of all that whoever asks may see, exactly. */
export async function showOverview(account: AccountContext, signal: AbortSignal): Promise<Overview> {
  const { database, accountId, now } = account;
  const scope = database.account(accountId, signal);
  const at = now().getTime();
  const stuckFilters = {
    date_field: 'last_scan_at' as const,
    end_time: dayStart(indiaDay(at) - STUCK_AFTER_DAYS + 1) - 1,
  };
  const toPack = { granular_status: ['ready_for_pickup', 'pickup_scheduled'], handover: 'waiting' } as const;
  const [counts, waiting, unscanned, packable, troubled] = await Promise.all([
    readCounts(scope, 'forward'),
    countWaiting(scope, new Date(at - FAILED_MESSAGES_MS)),
    countShipments(account, stuckFilters, signal),
    countShipments(account, toPack, signal),
    findTroubled(account),
  ]);
  const of = (...statuses: readonly GranularStatus[]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    toBook: of('pending'),
    toPack: packable.all,
    notPickedUp: of('not_picked'),
    outForDelivery: of('out_for_delivery'),
    failedDeliveries: of('ndr_raised', 'need_attention'),
    stuck: unscanned.in_transit,
    returning: of('rto_initiated', 'rto_in_transit'),
    ...waiting,
    ...troubled,
  };
}

async function findTroubled(
  account: AccountContext,
): Promise<Pick<Overview, 'troubledWebhooks' | 'troubledCouriers'>> {
  const { database, accountId, role, restriction } = account;
  if (restriction !== null || !mayActAs(role, 'manager'))
    return { troubledWebhooks: null, troubledCouriers: null };
  const [endpoints, couriers] = await Promise.all([
    listEndpoints(database.account(accountId)),
    listOwnCourierAccounts(account),
  ]);
  return {
    troubledWebhooks: endpoints.filter(
      ({ failingSince, switchedOffAt }) => failingSince !== null || switchedOffAt !== null,
    ).length,
    troubledCouriers: couriers.filter(({ needsSecrets }) => needsSecrets).length,
  };
}

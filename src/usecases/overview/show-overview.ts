import { dayStart } from '../../domain/calendar/india-day.ts';
import { AWAITING_PICKUP } from '../../domain/handover/handover.ts';
import { indiaDay } from '../../domain/india-time.ts';
import { mayActAs } from '../../domain/people.ts';
import { granularStatusesOf } from '../../domain/tracking/statuses.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import { readCounts } from '../../storage/listing/shipment-counts.ts';
import { countWaiting, type Waiting } from '../../storage/overview/count-open-tasks.ts';
import { countParcelsForPeople } from '../../storage/shops/shop-parcels.ts';
import { listShops } from '../../storage/shops/shops.ts';
import { listEndpoints } from '../../storage/webhooks/endpoints.ts';
import { listOwnCourierAccounts } from '../couriers/change-courier-accounts.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import { countShipments } from '../listing/count-shipments.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A parcel without a scan for this many days needs attention. */
const STUCK_AFTER_DAYS = 3;
const FAILED_MESSAGES_MS = 7 * DAY_MS;

/** Returns the filters behind each number, so that the listing shows exactly the counted shipments. */
function listsAt(now: number) {
  return {
    toBook: { granular_status: ['pending'] },
    toPack: { granular_status: [...AWAITING_PICKUP], handover: 'waiting' },
    notPickedUp: { granular_status: ['not_picked'] },
    outForDelivery: { granular_status: ['out_for_delivery'] },
    failedDeliveries: { granular_status: ['ndr_raised', 'need_attention'] },
    stuck: {
      granular_status: [...granularStatusesOf('in_transit')],
      date_field: 'last_scan_at',
      end_time: dayStart(indiaDay(now) - STUCK_AFTER_DAYS + 1) - 1,
    },
    returning: {
      granular_status: ['rto_initiated', 'rto_in_transit', 'rto_out_for_delivery', 'rto_need_attention'],
    },
  } as const satisfies Record<string, ListingFilters>;
}
type Lists = ReturnType<typeof listsAt>;

/** The tasks of the day, as numbers, with the filters that list them. */
export interface Overview extends Waiting, Readonly<Record<keyof Lists, number>> {
  readonly lists: Lists;
  /** The time from which failed messages are counted. */
  readonly failedMessagesFrom: Date;
  /** Orders of shops that need a person; null if the person may not see them. */
  readonly shopOrders: number | null;
  /** Failing or disabled webhooks, couriers without a secret, and shops that have stopped; null as above. */
  readonly troubledWebhooks: number | null;
  readonly troubledCouriers: number | null;
  readonly troubledShops: number | null;
}

export async function showOverview(
  account: AccountContext & CourierParts & ListingParts,
  signal: AbortSignal,
): Promise<Overview> {
  const { database, accountId, now } = account;
  const scope = database.account(accountId, signal);
  const at = now().getTime();
  const lists = listsAt(at);
  const failedMessagesFrom = new Date(at - FAILED_MESSAGES_MS);
  const [counts, waiting, toPack, stuck, shopOrders, troubled] = await Promise.all([
    readCounts(scope, 'forward'),
    countWaiting(scope, failedMessagesFrom),
    countShipments(account, lists.toPack, signal),
    countShipments(account, lists.stuck, signal),
    account.restriction === null ? countParcelsForPeople(scope) : null,
    findTroubled(account),
  ]);
  const of = ({ granular_status: statuses }: Lists[keyof Lists]) =>
    statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0);
  return {
    lists,
    failedMessagesFrom,
    toBook: of(lists.toBook),
    toPack: toPack.all,
    notPickedUp: of(lists.notPickedUp),
    outForDelivery: of(lists.outForDelivery),
    failedDeliveries: of(lists.failedDeliveries),
    stuck: stuck.all,
    returning: of(lists.returning),
    ...waiting,
    shopOrders,
    ...troubled,
  };
}

async function findTroubled(
  account: AccountContext & CourierParts,
): Promise<Pick<Overview, 'troubledWebhooks' | 'troubledCouriers' | 'troubledShops'>> {
  const { database, accountId, role, restriction } = account;
  if (restriction !== null || !mayActAs(role, 'manager'))
    return { troubledWebhooks: null, troubledCouriers: null, troubledShops: null };
  const scope = database.account(accountId);
  const [endpoints, couriers, shops] = await Promise.all([
    listEndpoints(scope),
    listOwnCourierAccounts(account),
    listShops(scope),
  ]);
  return {
    troubledWebhooks: endpoints.filter(
      ({ failingSince, switchedOffAt }) => failingSince !== null || switchedOffAt !== null,
    ).length,
    troubledCouriers: couriers.filter(({ needsSecrets }) => needsSecrets).length,
    troubledShops: shops.filter(({ stoppedAt }) => stoppedAt !== null).length,
  };
}

import { isCancelledStatus } from '../../domain/invoices/may-be-invoiced.ts';
import { furtherMoments } from '../../domain/tracking/further-moments.ts';
import { momentsReached } from '../../domain/tracking/moments.ts';
import { isReturnStatus } from '../../domain/tracking/statuses.ts';
import {
  type HistoryChange,
  historyHappenings,
  type ShipmentHappening,
} from '../../domain/webhooks/happening.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { enqueueDispatches } from '../../storage/exchanges/exchanges.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import { pipelined } from '../../storage/transaction.ts';
import { creditCancelled } from '../invoices/credit-invoices.ts';
import type { AnnouncementParts } from './on-moments.ts';

const NOTHING = Promise.resolve();

/** The effect of new events on a shipment, with data for webhooks. */
export interface NotifiedChange extends HistoryChange {
  readonly shipment: { readonly shipmentId: string };
  /** Webhook events to send before the others. */
  readonly first?: readonly ShipmentHappening[];
}

/**
 * Handles shipment changes by our own actions, in the transaction of the change and after it is written:
 * notifies customers and webhooks, continues exchanges when their return is picked up, and cancels the
 * invoices of cancelled shipments.
 */
export async function notifyChanges(
  service: Pick<AnnouncementParts, 'onMoments' | 'emitWebhooks'>,
  writer: AccountWriter,
  changes: readonly NotifiedChange[],
): Promise<void> {
  const { accountId } = writer;
  await notifyChangesAcross(
    service,
    writer.acrossAccounts,
    changes.map((change) => ({ ...change, shipment: { ...change.shipment, accountId } })),
  );
}

/** Like `notifyChanges`, for shipments of any accounts. */
export async function notifyChangesAcross(
  { onMoments, emitWebhooks }: Pick<AnnouncementParts, 'onMoments' | 'emitWebhooks'>,
  transaction: ServiceTransaction,
  changes: readonly (NotifiedChange & { readonly shipment: { readonly accountId: string } })[],
): Promise<void> {
  const moments = changes.flatMap(
    ({ shipment: { accountId, shipmentId }, before, after, outcomes, first }) => {
      const isNew = first?.some(({ event }) => event === 'order.created') ?? false;
      const reached = [
        ...momentsReached(before, after, outcomes),
        ...furtherMoments({ before, after, isNew }),
      ];
      return reached.map(({ moment, attempt }) => ({
        accountId,
        shipmentId,
        moment,
        attempt,
        eventAt: after.statusAt,
      }));
    },
  );
  const pickedUp = changes.filter(
    ({ before, after }) =>
      isReturnStatus(after.status) &&
      before.milestones.picked_up === undefined &&
      after.milestones.picked_up !== undefined,
  );
  const cancelled = changes.filter(
    ({ before, after }) => isCancelledStatus(after.status) && !isCancelledStatus(before.status),
  );
  await pipelined([
    moments.length === 0 ? NOTHING : onMoments(transaction, moments),
    emitWebhooks(
      transaction,
      changes.map(({ shipment }) => shipment.accountId),
      () =>
        changes.flatMap(({ shipment: { accountId, shipmentId }, first = [], ...change }) =>
          [...first, ...historyHappenings(change)].map((happening) => ({
            ...happening,
            accountId,
            shipmentId,
          })),
        ),
    ),
  ]);
  if (pickedUp.length > 0) {
    const keys = pickedUp.map(({ shipment }) => shipment);
    await enqueueDispatches(transaction, keys);
  }
  if (cancelled.length > 0) {
    await creditCancelled(
      transaction,
      cancelled.map(({ shipment }) => shipment),
    );
  }
}

import type { EventEmitter } from 'node:events';
import type { ShipmentHappening } from '../../domain/webhooks/happening.ts';
import { shipmentWebhookBody, webhookBody } from '../../domain/webhooks/webhook-body.ts';
import type { EventData, ShipmentEvent, WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { OutgoingRequests } from '../../outgoing/outgoing-requests.ts';
import type { Sealing } from '../../sealing/sealing.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import { ringShopParcels, ringUnpaidParcels } from '../../storage/shops/shop-parcels.ts';
import type { TriedDelivery } from '../../storage/webhooks/deliveries.ts';
import {
  insertWebhookEvents,
  type ListeningEndpoint,
  listListeners,
  type NewWebhookEvent,
  readShipmentFacts,
} from '../../storage/webhooks/webhook-events.ts';

export type OfShipment = ShipmentHappening & {
  readonly accountId: string;
  readonly shipmentId: string;
};

/** An event of an account that concerns none of its shipments, for example about money. */
export type OfAccount = { [Event in AccountEvent]: OfAccountEvent<Event> }[AccountEvent];

type AccountEvent = Exclude<WebhookEvent, ShipmentEvent>;

interface OfAccountEvent<Event extends AccountEvent> {
  readonly accountId: string;
  readonly shipmentId: null;
  readonly event: Event;
  /** In epoch milliseconds. */
  readonly at: number;
  readonly data: EventData<Event>;
}

export type Happening = OfShipment | OfAccount;

/**
 * Called in the transaction of a change, after the change is written. Its writes are kept or rolled back with
 * the change.
 *
 * @param accountIds the accounts concerned; an account may occur several times
 * @param happenings returns the events, in order; called only if one of the accounts has an endpoint
 */
export type EmitWebhooks = (
  transaction: ServiceTransaction,
  accountIds: readonly string[],
  happenings: () => readonly Happening[],
) => Promise<void>;

export const NO_WEBHOOKS: EmitWebhooks = async () => undefined;

/**
 * Writes the events for endpoints: with one statement if none of the accounts has an endpoint or a shop, else with
 * three statements for any number of events. An endpoint gets no events from before its creation.
 *
 * @param publicUrl the address of tracking pages, without a slash at the end
 */
export function emitWebhooks(publicUrl: () => string): EmitWebhooks {
  return async (transaction, accountIds, happenings) => {
    if (accountIds.length === 0) return;
    const { endpoints, accountsWithShops } = await listListeners(transaction, [...new Set(accountIds)]);
    if (endpoints.length === 0 && accountsWithShops.size === 0) return;
    const all = happenings();
    await ringShops(
      transaction,
      all.filter(({ accountId }) => accountsWithShops.has(accountId)),
    );
    const heard = all.filter((happening) => endpoints.some((one) => wants(one, happening)));
    if (heard.length === 0) return;
    const events = await bodiesOf(transaction, heard, publicUrl());
    const deliveries = events.flatMap((event) =>
      endpoints
        .filter((one) => one.enabled && wants(one, event))
        .map(({ endpointId }) => ({ accountId: event.accountId, eventId: event.eventId, endpointId })),
    );
    await insertWebhookEvents(transaction, events, deliveries);
  };
}

/** Shops are told of their parcels soon, and of cash that was remitted. */
async function ringShops(transaction: ServiceTransaction, happenings: readonly Happening[]): Promise<void> {
  const shipments = new Map(
    happenings.flatMap(({ accountId, shipmentId }) =>
      shipmentId === null ? [] : [[shipmentId, { accountId, shipmentId }] as const],
    ),
  );
  if (shipments.size > 0) await ringShopParcels(transaction, [...shipments.values()]);
  const remitted = happenings.flatMap(({ accountId, event }) =>
    event === 'remittance.recorded' ? [accountId] : [],
  );
  for (const accountId of new Set(remitted)) await ringUnpaidParcels(transaction, accountId);
}

function wants(
  { accountId, events }: ListeningEndpoint,
  happening: Pick<Happening, 'accountId' | 'event'>,
): boolean {
  return accountId === happening.accountId && events.includes(happening.event);
}

async function bodiesOf(
  transaction: ServiceTransaction,
  happenings: readonly Happening[],
  publicUrl: string,
): Promise<NewWebhookEvent[]> {
  const shipments = new Map(
    happenings.flatMap((happening) =>
      happening.shipmentId === null ? [] : [[happening.shipmentId, happening] as const],
    ),
  );
  const facts =
    shipments.size === 0 ? new Map() : await readShipmentFacts(transaction, [...shipments.values()]);
  return happenings.flatMap((happening) => {
    const eventId = transaction.newId();
    const { accountId, shipmentId, event } = happening;
    if (happening.shipmentId === null) {
      return [{ accountId, shipmentId, eventId, event, body: webhookBody(event, { ...happening, eventId }) }];
    }
    const known = facts.get(happening.shipmentId);
    if (known === undefined) return [];
    return [
      {
        accountId,
        shipmentId,
        eventId,
        event,
        body: shipmentWebhookBody(happening, known, { eventId, publicUrl }),
      },
    ];
  });
}

/** What delivers to the endpoints of merchants. */
export interface WebhookParts {
  /** Sends requests to addresses that accounts entered. */
  readonly outgoing: OutgoingRequests;
  readonly sealing: Sealing;
  /** Emits each try to deliver to a webhook, after the try is recorded. */
  readonly webhookTries: EventEmitter<{ tried: [TriedDelivery] }>;
}

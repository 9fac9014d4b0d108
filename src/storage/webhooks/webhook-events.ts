import type { ShipmentFacts } from '../../domain/webhooks/webhook-body.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';

/** An endpoint of any account that subscribes to events. */
export interface ListeningEndpoint {
  readonly accountId: string;
  readonly endpointId: string;
  readonly events: readonly WebhookEvent[];
  /** False if the service has switched it off. Missed events are kept, so that they can be sent later. */
  readonly enabled: boolean;
}

const LISTENING = {
  name: 'list-listeners',
  text: `select account_id as "accountId", endpoint_id as "endpointId", events, enabled from webhook_endpoints
      where account_id = any($1::uuid[]) and (enabled or switched_off_at is not null)
    union all
    select account_id, null, '{}', true from shops where account_id = any($1::uuid[]) and removed_at is null`,
};

/** Who hears of events: endpoints, and accounts whose shops are told of parcels. */
export interface Listeners {
  readonly endpoints: readonly ListeningEndpoint[];
  readonly accountsWithShops: ReadonlySet<string>;
}

export async function listListeners(
  transaction: ServiceTransaction,
  accountIds: readonly string[],
): Promise<Listeners> {
  type Row = Omit<ListeningEndpoint, 'endpointId'> & { readonly endpointId: string | null };
  const rows = await transaction.run<Row & Record<string, unknown>>(LISTENING, [accountIds]);
  const endpoints = rows.flatMap(({ endpointId, ...row }) =>
    endpointId === null ? [] : [{ ...row, endpointId }],
  );
  const shops = rows.filter(({ endpointId }) => endpointId === null);
  return { endpoints, accountsWithShops: new Set(shops.map(({ accountId }) => accountId)) };
}

const FACTS: RowsStatement = {
  name: 'read-webhook-facts',
  account: 'k.account_id',
  text: (
    account,
  ) => `select s.shipment_id as "shipmentId", s.tracking_number as "trackingNumber", s.order_id as "orderId",
      o.external_id as "externalId", o.display_id as "displayId", s.journey, b.carrier_name as "carrierName",
      s.expected_delivery_date as "expectedDeliveryDate", b.expected_delivery_date as "firstExpectedDeliveryDate"
    from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
    cross join lateral (
      select shipment_id, order_id, booking_id, tracking_number, journey, expected_delivery_date from shipments
      where account_id = ${account} and shipment_id = k.shipment_id offset 0
    ) s
    cross join lateral (
      select external_id, display_id from orders
      where account_id = ${account} and order_id = s.order_id offset 0
    ) o
    left join lateral (
      select carrier_name, expected_delivery_date from bookings
      where account_id = ${account} and shipment_id = s.shipment_id and booking_id = s.booking_id
        and s.tracking_number is not null offset 0
    ) b on true`,
};

/** Reads the data for webhooks about shipments of any accounts, by shipment id, in this transaction. */
export async function readShipmentFacts(
  transaction: ServiceTransaction,
  shipments: readonly ShipmentKey[],
): Promise<Map<string, ShipmentFacts>> {
  const rows = await transaction.runFor<ShipmentFacts, ShipmentKey>(FACTS, shipments, keyLists);
  return new Map(rows.map((facts) => [facts.shipmentId, facts]));
}

/** An event in the form in which it is sent. */
export interface NewWebhookEvent {
  readonly accountId: string;
  readonly eventId: string;
  /** Null if the event is not about a shipment. */
  readonly shipmentId: string | null;
  readonly event: WebhookEvent;
  readonly body: string;
}

export interface NewDelivery {
  readonly accountId: string;
  readonly eventId: string;
  readonly endpointId: string;
}

const INSERT = {
  name: 'insert-webhook-events',
  text: `with told as (
      insert into webhook_events (account_id, event_id, created_at, shipment_id, event, body)
      select account_id, event_id, $1, shipment_id, event, body
        from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[]) with ordinality
          as n (account_id, event_id, shipment_id, event, body, turn)
       order by turn
      returning account_id, event_id, shipment_id, event, position
    )
    insert into webhook_deliveries (account_id, event_id, endpoint_id, shipment_id, event, position, created_at,
      due_at, state)
    select account_id, event_id, n.endpoint_id, t.shipment_id, t.event, t.position, $1, least($1, now()), 'waiting'
      from unnest($7::uuid[], $8::uuid[], $9::uuid[]) as n (account_id, event_id, endpoint_id)
      join told t using (account_id, event_id)`,
};

/**
 * Writes events of any accounts in their order, and their deliveries, with one statement for any number. They
 * are due at once by the database's clock: the service's clock may be ahead, and might be corrected before
 * they are sent.
 */
export async function insertWebhookEvents(
  transaction: ServiceTransaction,
  events: readonly NewWebhookEvent[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await transaction.run(INSERT, [
    transaction.now,
    events.map(({ accountId }) => accountId),
    events.map(({ eventId }) => eventId),
    events.map(({ shipmentId }) => shipmentId),
    events.map(({ event }) => event),
    events.map(({ body }) => body),
    deliveries.map(({ accountId }) => accountId),
    deliveries.map(({ eventId }) => eventId),
    deliveries.map(({ endpointId }) => endpointId),
  ]);
}

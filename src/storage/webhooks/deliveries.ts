import type { DeliveryState, WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { Sentence } from '../../problems/sentence.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { isDead } from '../booking/processes.ts';
import { type DueWork, takeDueWork } from '../cluster/each-account.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import { readOrNull, storedOrNull, storedSentence } from '../stored-sentence.ts';

export interface DeliveryKey {
  readonly accountId: string;
  readonly eventId: string;
  readonly endpointId: string;
}

export interface ClaimedDelivery extends DeliveryKey {
  /** The end of the claim. It distinguishes this claim from earlier and later claims. */
  readonly claimedUntil: Date;
  /** The number of tries, including the current one. */
  readonly tries: number;
  readonly body: string;
  readonly url: string;
  readonly secret: Buffer;
  readonly oldSecret: Buffer | null;
  readonly oldSecretUntil: Date | null;
  readonly apiKey: Buffer | null;
  readonly failingSince: Date | null;
}

/** The number of deliveries that one process may send at the same time. */
export interface DeliveryRoom {
  readonly ofEndpoint: number;
  /** The limit for all healthy endpoints together; failing endpoints have a separate limit. */
  readonly well: number;
  readonly failing: number;
}

export interface ClaimOptions {
  readonly processId: string;
  readonly now: Date;
  /** The time when the claim ends, if this process hangs. */
  readonly until: Date;
  readonly room: DeliveryRoom;
  /** The number of deliveries that this process is sending to each endpoint. */
  readonly underWay: ReadonlyMap<string, number>;
}

const OPEN = "state in ('waiting', 'retrying')";

/**
 * Finds endpoints with open deliveries one after the other by the index, however many deliveries each has.
 * For each endpoint, it reads as many deliveries as the endpoint has room for, up to its share. Deliveries
 * are taken in turns, so that a backlog delays all endpoints equally. An event waits only for untried earlier
 * events of its shipment. `offset 0` makes PostgreSQL use the index for each row; otherwise it would read all
 * waiting deliveries of an endpoint, or all rows of an account.
 *
 * The commit does not wait for the disk: if a crash of PostgreSQL loses a claim, only deliveries in flight
 * are affected. Rows are found again by `ctid`; with their keys and `due_at`, PostgreSQL read all waiting
 * deliveries of the endpoint for each row. A row that another process has claimed meanwhile has a new `ctid`,
 * and is left to that process.
 */
export const CLAIM: DueWork = {
  name: 'claim-webhook-deliveries',
  accounts: `select distinct account_id from webhook_deliveries where ${OPEN} and due_at <= $1 order by account_id`,
  text: (only) => `with recursive open as (
      (select account_id, endpoint_id from webhook_deliveries w where ${OPEN}${only('w')}
        order by account_id, endpoint_id limit 1)
      union all
      select n.account_id, n.endpoint_id from open o cross join lateral (
        select account_id, endpoint_id from webhook_deliveries w
         where ${OPEN}${only('w')} and (account_id, endpoint_id) > (o.account_id, o.endpoint_id)
         order by account_id, endpoint_id limit 1) n
    ), candidates as (
      select d.*, e.failing_since is not null as is_failing,
        row_number() over (partition by d.account_id, d.endpoint_id order by d.due_at, d.position) as turn
      from open o
      join webhook_endpoints e on e.account_id = o.account_id and e.endpoint_id = o.endpoint_id and e.enabled${only('e')}
      left join unnest($4::uuid[], $5::integer[]) as u (endpoint_id, under_way) on u.endpoint_id = o.endpoint_id
      cross join lateral (
        select d.ctid as row_at, d.account_id, d.endpoint_id, d.due_at, d.position from webhook_deliveries d
         where d.account_id = o.account_id and d.endpoint_id = o.endpoint_id and d.${OPEN} and d.due_at <= $2${only('d')}
           and not exists (
             select from webhook_deliveries earlier
              where earlier.account_id = d.account_id and earlier.endpoint_id = d.endpoint_id
                and earlier.shipment_id = d.shipment_id and earlier.position < d.position
                and earlier.state = 'waiting'${only('earlier')}
              order by earlier.position offset 0)
         order by d.due_at, d.position
         limit greatest(least($6::integer - coalesce(u.under_way, 0),
           ceil((case when e.failing_since is null then $7::integer else $8::integer end)::numeric
             / (select count(*) from open))), 0)) d
    ), placed as (
      select *, row_number() over (partition by is_failing order by turn, due_at, position) as place from candidates
    ), claimed as (
      update webhook_deliveries d set due_at = $3, claimed_until = $3, claimed_by = $1, tries = d.tries + 1
        from placed p
       where d.ctid = p.row_at and d.account_id = p.account_id and d.${OPEN} and d.due_at <= $2${only('d')}
         and p.place <= case when p.is_failing then $8::integer else $7::integer end
      returning d.account_id, d.event_id, d.endpoint_id, d.tries, d.position, d.claimed_until
    )
    select c.account_id as "accountId", c.event_id as "eventId", c.endpoint_id as "endpointId", c.tries, v.body,
      c.claimed_until as "claimedUntil",
      e.url, e.secret, e.old_secret as "oldSecret", e.old_secret_until as "oldSecretUntil", e.api_key as "apiKey",
      e.failing_since as "failingSince"
    from claimed c
    cross join (select set_config('synchronous_commit', 'off', true)) as unwaited
    cross join lateral (
      select body from webhook_events b where account_id = c.account_id and event_id = c.event_id${only('b')} offset 0) v
    join webhook_endpoints e on e.account_id = c.account_id and e.endpoint_id = c.endpoint_id${only('e')}
    order by c.position`,
};

/** Claims due deliveries of all accounts, so that no other process sends them. */
export async function claimDeliveries(
  database: Database,
  { processId, now, until, room, underWay }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const of = (share: number) => [
    processId,
    now,
    until,
    [...underWay.keys()],
    [...underWay.values()],
    room.ofEndpoint,
    share,
    Math.min(share, room.failing),
  ];
  return takeDueWork<ClaimedDelivery>(database, CLAIM, { ofAccounts: [now], of }, room.well);
}

export interface TriedDelivery extends DeliveryKey {
  readonly claimedUntil: Date;
  readonly state: Exclude<DeliveryState, 'waiting'>;
  /** The time of the next try, if the state is `retrying`. */
  readonly dueAt: Date | null;
  readonly httpStatus: number | null;
  readonly error: Sentence | null;
  readonly triedAt: Date;
  readonly durationMs: number;
}

/** `is not distinct from` keeps PostgreSQL from reading all deliveries in flight for each row. */
export const SETTLE = {
  name: 'settle-webhook-deliveries',
  text: `with settled as (
      update webhook_deliveries d
         set state = t.state, due_at = coalesce(t.due_at, d.due_at), http_status = t.http_status, error = t.error,
             tried_at = t.tried_at, duration_ms = t.duration_ms, claimed_by = null, claimed_until = null,
             delivered_at = case when t.state = 'delivered' then t.tried_at end
        from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::smallint[], $8::text[],
               $9::timestamptz[], $10::integer[], $11::timestamptz[])
          as t (account_id, event_id, endpoint_id, state, due_at, http_status, error, tried_at, duration_ms, claimed_until)
       where d.account_id = t.account_id and d.event_id = t.event_id and d.endpoint_id = t.endpoint_id
         and d.claimed_by is not distinct from $1 and d.claimed_until = t.claimed_until
         and (d.${OPEN} or t.state = 'delivered')
      returning d.account_id, d.endpoint_id, d.tried_at, d.state
    ), health as (
      select account_id, endpoint_id, bool_or(state = 'delivered') as is_well, min(tried_at) as since
        from settled group by account_id, endpoint_id
    )
    update webhook_endpoints e set failing_since = case when not h.is_well then h.since end
      from health h
     where e.account_id = h.account_id and e.endpoint_id = h.endpoint_id
       and (e.failing_since is not null) = h.is_well`,
};

/** Records the results of claimed tries. Tries that another process has taken over do not change. */
export async function settleDeliveries(
  database: Database,
  processId: string,
  tried: readonly TriedDelivery[],
): Promise<void> {
  await database.run(SETTLE, [
    processId,
    tried.map(({ accountId }) => accountId),
    tried.map(({ eventId }) => eventId),
    tried.map(({ endpointId }) => endpointId),
    tried.map(({ state }) => state),
    tried.map(({ dueAt }) => dueAt),
    tried.map(({ httpStatus }) => httpStatus),
    tried.map(({ error }) => storedOrNull(error)),
    tried.map(({ triedAt }) => triedAt),
    tried.map(({ durationMs }) => durationMs),
    tried.map(({ claimedUntil }) => claimedUntil),
  ]);
}

/** Frees the deliveries that dead processes had claimed. They are sent again with the same id. */
export async function freeDeliveriesOfTheDead(database: Database, now: Date): Promise<void> {
  await database.run(
    `update webhook_deliveries set due_at = $1, claimed_by = null, claimed_until = null
      where claimed_by is not null and ${isDead('claimed_by')}`,
    [now],
  );
}

/** Gives up an endpoint's open deliveries. If one in flight is accepted, it counts as delivered. */
export async function giveUpOpenDeliveries(
  writer: AccountWriter,
  endpointId: string,
  error: Sentence,
): Promise<void> {
  await writer.change(
    `update webhook_deliveries set state = 'failed', error = $3
      where account_id = $1 and endpoint_id = $2 and ${OPEN}`,
    [endpointId, storedSentence(error)],
  );
}

/** A delivery as shown to the account. Times are in ISO 8601 format. */
export interface Delivery {
  readonly eventId: string;
  readonly event: WebhookEvent;
  readonly shipmentId: string | null;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly httpStatus: number | null;
  readonly error: Sentence | null;
  readonly createdAt: string;
  readonly triedAt: string | null;
  /** Null if no further try follows, or if a try is running. */
  readonly nextTryAt: string | null;
  readonly deliveredAt: string | null;
  readonly durationMs: number | null;
  readonly body: string;
}

export interface DeliveryFilters extends NewestPage {
  readonly endpointId: string;
  readonly state: DeliveryState | null;
  readonly event: WebhookEvent | null;
}

const COLUMNS = `d.event_id as "eventId", d.event, d.shipment_id as "shipmentId", d.state, d.tries,
    d.http_status as "httpStatus", d.error, d.created_at as "createdAt", d.tried_at as "triedAt",
    case when d.${OPEN} and d.claimed_by is null then d.due_at end as "nextTryAt",
    d.delivered_at as "deliveredAt", d.duration_ms as "durationMs",
    (select body from webhook_events v where v.account_id = $1 and v.event_id = d.event_id) as body`;

/** Lists an endpoint's deliveries, newest first. They are sorted by event id, which is ordered by time. */
export async function listDeliveries(
  scope: AccountScope,
  filters: DeliveryFilters,
): Promise<Newest<Delivery>> {
  const { endpointId, state, event } = filters;
  const found = await readNewest<DeliveryRow>(
    scope,
    {
      from: `from webhook_deliveries d where d.account_id = $1 and d.endpoint_id = $2
        and ($3::text is null or d.state = $3) and ($4::text is null or d.event = $4)`,
      columns: COLUMNS,
      id: 'd.event_id',
      parameters: [endpointId, state, event],
    },
    filters,
  );
  return { ...found, rows: found.rows.map(deliveryOfRow) };
}

export type DeliveryAddress = Pick<DeliveryKey, 'endpointId' | 'eventId'>;

export async function findDelivery(
  scope: AccountScope,
  { endpointId, eventId }: DeliveryAddress,
): Promise<Delivery | null> {
  const { rows } = await readNewest<DeliveryRow>(
    scope,
    {
      from: 'from webhook_deliveries d where d.account_id = $1 and d.endpoint_id = $2 and d.event_id = $3',
      columns: COLUMNS,
      id: 'd.event_id',
      parameters: [endpointId, eventId],
    },
    { limit: 1, before: null },
  );
  return rows[0] === undefined ? null : deliveryOfRow(rows[0]);
}

type DeliveryRow = Omit<Delivery, 'error'> & { readonly error: string | null };

function deliveryOfRow(row: DeliveryRow): Delivery {
  return { ...row, error: readOrNull(row.error) };
}

const AGAIN = `state = 'waiting', tries = 0, due_at = $3, http_status = null, error = null, tried_at = null,
  delivered_at = null, duration_ms = null, claimed_by = null, claimed_until = null`;

/** Sends an event to an endpoint again, starting with the first try. */
export async function resendDelivery(
  writer: AccountWriter,
  { endpointId, eventId }: DeliveryAddress,
): Promise<void> {
  await writer.change(
    `update webhook_deliveries set ${AGAIN} where account_id = $1 and endpoint_id = $2 and event_id = $4`,
    [endpointId, writer.now, eventId],
  );
}

/**
 * Sends an endpoint all events again that it subscribes to and that happened since a time, including events
 * that it missed while it was switched off. Open deliveries do not change, and tests are not sent again.
 *
 * @returns the number of events
 */
export async function replayDeliveries(
  writer: AccountWriter,
  { endpointId, events }: Pick<DeliveryFilters, 'endpointId'> & { readonly events: readonly WebhookEvent[] },
  since: Date,
): Promise<number> {
  const rows = await writer.change(
    `insert into webhook_deliveries (account_id, event_id, endpoint_id, shipment_id, event, position, created_at,
        due_at, state)
      select account_id, event_id, $2, shipment_id, event, position, created_at, $3, 'waiting' from webhook_events
       where account_id = $1 and created_at >= $4 and event = any($5::text[]) and body::json ->> 'test' is null
      on conflict (account_id, event_id, endpoint_id) do update set ${AGAIN}
        where webhook_deliveries.state in ('delivered', 'failed')
      returning 1`,
    [endpointId, writer.now, since, events],
  );
  return rows.length;
}

/** The number of rows for each statement, so that no statement holds locks for long. */
const REMOVED_AT_ONCE = 5_000;

export async function removeOldWebhookEvents(database: Database, before: Date): Promise<void> {
  let removed: number;
  do {
    const rows = await database.run(
      `with old as (
         delete from webhook_events where (account_id, event_id) in (
           select account_id, event_id from webhook_events where created_at < $1
            order by created_at limit ${REMOVED_AT_ONCE})
         returning account_id, event_id
       ), gone as (
         delete from webhook_deliveries d using old
          where d.account_id = old.account_id and d.event_id = old.event_id
       )
       select from old`,
      [before],
    );
    removed = rows.length;
  } while (removed === REMOVED_AT_ONCE);
}

import type { Actor } from '../../domain/actor.ts';
import type {
  CustomerReturnReason,
  RequestKind,
  RequestState,
  ReturnedUnits,
} from '../../domain/customer-requests/customer-request.ts';
import type { Sentence } from '../../problems/sentence.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import { sentenceColumn, storedOrNull, storedSentence } from '../stored-sentence.ts';

/** The name of the index that allows only one waiting request for a shipment. */
export const REQUEST_WAITS = 'request_of_shipment_is_one';

const REQUEST = columns({
  id: column<string>('request_id'),
  kind: column<RequestKind>(),
  state: column<RequestState>(),
  isAtOnce: column<boolean>(),
  shipmentId: column<string>(),
  attempt: column<number>(),
  /** A date in India, such as `2026-11-25`. */
  deliveryDate: column<string | null>(),
  landmark: column<string | null>(),
  phone: column<string | null>(),
  note: column<string | null>(),
  returnReason: column<CustomerReturnReason | null>(),
  returnShipmentId: column<string | null>(),
  /** The merchant's words, or the courier's reason for a refusal. */
  answer: sentenceColumn(),
  decidedBy: column<string | null>(),
  /** The kind of the decider, together with `decidedById`; null in requests from before this was stored. */
  decidedByKind: column<Actor['kind'] | null>(),
  decidedById: column<string | null>(),
  /** The person who is deciding now; null if nobody is. */
  claimedBy: column<string | null>(),
  decidedAt: column<string | null>(),
  createdAt: column<string>(),
});

export interface CustomerRequest extends RowOf<typeof REQUEST.fields> {
  /** Null if no carrier ever had the shipment. */
  readonly trackingNumber: string | null;
  /** The merchant's `order_id`. */
  readonly orderId: string;
  /** Null if the customer was erased. */
  readonly customerName: string | null;
  readonly storeName: string | null;
  readonly items: readonly (ReturnedUnits & { readonly name: string; readonly sku: string | null })[];
  readonly photos: number;
}

const JOINS = `join shipments s on s.account_id = $1 and s.shipment_id = q.shipment_id
  join orders o on o.account_id = $1 and o.order_id = s.order_id`;

const WHERE = `where q.account_id = $1 and ($2::request_state is null or q.state = $2) and ($3::request_kind is null or q.kind = $3)
    and ($4::uuid is null or q.shipment_id = $4) and ($5::uuid is null or q.request_id = $5)`;

const COLUMNS = `${REQUEST.selected('q')}, s.tracking_number as "trackingNumber", o.display_id as "orderId",
  (select nullif(concat_ws(' ', c.first_name, c.last_name), '') from order_contacts c
    where c.account_id = $1 and c.order_id = s.order_id and c.role in ('billing', 'shipping')
    order by c.role desc limit 1) as "customerName",
  (select t.store_name from stores t
    where t.account_id = $1 and t.store_id = s.store_id) as "storeName",
  (select count(*) from request_photos p
    where p.account_id = $1 and p.request_id = q.request_id) as photos,
  (select coalesce(json_agg(json_build_object('position', r.position, 'units', r.units, 'name', i.name, 'sku', i.sku)
      order by r.position), '[]')
     from request_items r
     join order_items i on i.account_id = $1 and i.order_id = s.order_id and i.position = r.position
    where r.account_id = $1 and r.request_id = q.request_id) as items`;

/** Filters for requests; null means any. */
export interface RequestFilters {
  readonly state: RequestState | null;
  readonly kind: RequestKind | null;
  readonly shipmentId: string | null;
}

/** Lists the account's requests, newest first. */
export async function listRequests(
  scope: AccountScope,
  { state, kind, shipmentId, ...page }: RequestFilters & NewestPage,
): Promise<Newest<CustomerRequest>> {
  const parameters = [state, kind, shipmentId, null];
  const found = await readNewest<CustomerRequest>(
    scope,
    {
      from: `from customer_requests q ${WHERE}`,
      columns: COLUMNS,
      id: 'q.request_id',
      joins: JOINS,
      parameters,
    },
    page,
  );
  return { ...found, rows: found.rows.map((row) => REQUEST.read(row)) };
}

export async function findRequest(scope: AccountScope, requestId: string): Promise<CustomerRequest | null> {
  const [row] = await scope.read<{ request: CustomerRequest }>(
    `select to_json(r) as request from (select ${COLUMNS} from customer_requests q ${JOINS} ${WHERE}) r`,
    [null, null, null, requestId],
  );
  return row === undefined ? null : REQUEST.read(row.request);
}

/** Finds the waiting customer request of a shipment; null if there is none. */
export async function findWaitingRequest(
  scope: AccountScope,
  shipmentId: string,
): Promise<CustomerRequest | null> {
  const [row] = await scope.read<{ request: CustomerRequest }>(
    `select to_json(r) as request from (select ${COLUMNS} from customer_requests q ${JOINS} ${WHERE}) r`,
    ['waiting', null, shipmentId, null],
  );
  return row === undefined ? null : REQUEST.read(row.request);
}

const CREATED = columns({
  requestId: column<string>(),
  shipmentId: column<string>(),
  deliveryDate: column<string | null>(),
  attempt: column<number>(),
  kind: column<RequestKind>(),
  isAtOnce: column<boolean>(),
  returnReason: column<CustomerReturnReason | null>(),
  landmark: column<string | null>(),
  phone: column<string | null>(),
  note: column<string | null>(),
});

export type NewRequest = RowOf<typeof CREATED.fields> & {
  readonly items: readonly ReturnedUnits[];
  readonly photos: readonly RequestPhoto[];
};

export interface RequestPhoto {
  readonly width: number;
  readonly height: number;
  /** The picture in JPEG format. */
  readonly bytes: Buffer;
}

/** Adds a waiting request. @throws a violation of `REQUEST_WAITS` if the shipment already has one */
export async function insertRequest(writer: AccountWriter, made: NewRequest): Promise<void> {
  await writer.change(
    `insert into customer_requests (account_id, created_at, state, ${CREATED.columns})
     values ($1, $2, 'waiting', ${CREATED.parameters(3)})`,
    [writer.now, ...CREATED.values(made)],
  );
  for (const { position, units } of made.items) {
    await writer.change(
      'insert into request_items (account_id, request_id, position, units) values ($1, $2, $3, $4)',
      [made.requestId, position, units],
    );
  }
  for (const [index, { width, height, bytes }] of made.photos.entries()) {
    await writer.change(
      `insert into request_photos (account_id, request_id, position, created_at, width, height, bytes)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [made.requestId, index + 1, writer.now, width, height, bytes],
    );
  }
}

/** Claims a waiting request. @param until the time when it becomes free again, if this process dies */
export async function claimRequest(writer: AccountWriter, requestId: string, until: Date): Promise<boolean> {
  const claimed = await writer.change(
    `update customer_requests set claimed_until = $3, claimed_by = $5
      where account_id = $1 and request_id = $2 and state = 'waiting'
        and (claimed_until is null or claimed_until <= $4)
      returning 1`,
    [requestId, until, writer.now, writer.actor.name],
  );
  return claimed.length > 0;
}

export async function freeRequest(writer: AccountWriter, requestId: string): Promise<void> {
  await writer.change(
    `update customer_requests set claimed_until = null, claimed_by = null where account_id = $1 and request_id = $2 and state = 'waiting'`,
    [requestId],
  );
}

export interface RequestOutcome {
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly answer: Sentence | null;
  readonly returnShipmentId: string | null;
}

/**
 * Settles a waiting request.
 *
 * @param isClaimed whether the caller has claimed it; if not, nobody may have claimed it
 * @returns false if it is already settled, or claimed by somebody else
 */
export async function settleRequest(
  writer: AccountWriter,
  requestId: string,
  { state, answer, returnShipmentId }: RequestOutcome,
  isClaimed: boolean,
): Promise<boolean> {
  const settled = await writer.change(
    `update customer_requests set state = $3, answer = $4, return_shipment_id = $5, decided_by = $6, decided_at = $7,
       claimed_until = null, claimed_by = null, decided_by_kind = $9, decided_by_id = $10
      where account_id = $1 and request_id = $2 and state = 'waiting'
        and ($8 or claimed_until is null or claimed_until <= $7) returning 1`,
    [
      requestId,
      state,
      storedOrNull(answer),
      returnShipmentId,
      writer.actor.name,
      writer.now,
      isClaimed,
      writer.actor.kind,
      writer.actor.id,
    ],
  );
  return settled.length > 0;
}

/**
 * Changes the last request of a shipment from done to refused, when its courier had accepted the request and
 * refuses it later.
 *
 * @returns the request's id; null if the last request is a different one
 */
export async function refuseDoneRequest(
  writer: AccountWriter,
  shipmentId: string,
  { kind, answer }: { readonly kind: RequestKind; readonly answer: Sentence },
): Promise<string | null> {
  const [row] = await writer.change<{ id: string }>(
    `update customer_requests set state = 'refused', answer = $4
      where account_id = $1 and shipment_id = $2 and kind = $3 and state = 'done'
        and request_id = (select request_id from customer_requests
          where account_id = $1 and shipment_id = $2 order by request_id desc limit 1)
      returning request_id as id`,
    [shipmentId, kind, storedSentence(answer)],
  );
  return row?.id ?? null;
}

/** Finds a photo of a request by its number, which starts at 1; null if there is none. */
export async function findPhoto(
  scope: AccountScope,
  requestId: string,
  position: number,
): Promise<Buffer | null> {
  const [row] = await scope.read<{ bytes: Buffer }>(
    'select bytes from request_photos where account_id = $1 and request_id = $2 and position = $3',
    [requestId, position],
  );
  return row?.bytes ?? null;
}

/** Lists waiting requests of all accounts about failed deliveries whose parcels have moved on. */
export async function listOutdatedRequests(
  database: Database,
  now: Date,
): Promise<{ accountId: string; requestId: string }[]> {
  const rows = await database.run<{ accountId: string; requestId: string }>(
    `select q.account_id as "accountId", q.request_id as "requestId"
       from customer_requests q
       join shipments s on s.account_id = q.account_id and s.shipment_id = q.shipment_id
      where q.state = 'waiting' and q.kind <> 'return' and (q.claimed_until is null or q.claimed_until <= $1)
        and s.granular_status not in ('ndr_raised', 'need_attention', 'reattempt_delivery')
      order by q.created_at limit 200`,
    [now],
  );
  return rows;
}

export async function removeOldPhotos(database: Database, before: Date): Promise<void> {
  await database.run('delete from request_photos where created_at < $1', [before]);
}

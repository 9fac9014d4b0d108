import type { Actor } from '../../domain/actor.ts';
import { eventIdentity } from '../../domain/tracking/event-identity.ts';
import type { CourierScan } from '../../domain/tracking/scan.ts';
import { courierWords, type UnreadScan } from '../../domain/tracking/unread-scan.ts';
import { wordKey } from '../../domain/tracking/word-key.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import type { RowsInsert } from '../writes.ts';
import { eventIdOf, keyLists, type ShipmentKey } from './tracking-events.ts';

const KEEP: RowsInsert = {
  name: 'keep-unread-scans',
  table: 'unread_scans',
  alike: {},
  each: {
    account_id: 'uuid',
    shipment_id: 'uuid',
    scan_id: 'uuid',
    event_at: 'timestamptz',
    arrived_at: 'timestamptz',
    actor_id: 'uuid',
    courier: 'text',
    tracking_number: 'text',
    code: 'text',
    words: 'text',
    reason: 'text',
    location: 'text',
    description: 'text',
    carrier_event_id: 'text',
    code_key: 'text',
    words_key: 'text',
  },
  ending: 'on conflict do nothing returning scan_id',
};

const READ_BEFORE: RowsStatement = {
  name: 'find-scans-read-before',
  account: 'k.account_id',
  text: (account) => `select k.scan_id as "scanId"
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
           as k (account_id, shipment_id, scan_id, carrier_event_key, event_at, words)
     where exists (select from tracking_events e
            where e.account_id = ${account} and e.shipment_id = k.shipment_id
              and (e.carrier_event_key = k.carrier_event_key or e.event_at = k.event_at and e.carrier_status = k.words))`,
};

/** Finds the scans that became events while their words had a meaning that the operator has taken back. */
async function readBefore(
  transaction: ServiceTransaction,
  rows: readonly KeptRow[],
): Promise<ReadonlySet<string>> {
  const found = await transaction.runFor<{ scanId: string }, KeptRow & { readonly accountId: string }>(
    READ_BEFORE,
    rows.map((row) => ({ ...row, accountId: row.account_id })),
    (some) => [
      some.map(({ account_id }) => account_id),
      some.map(({ shipment_id }) => shipment_id),
      some.map(({ scan_id }) => scan_id),
      // The id of a scan with the courier's own id is the key of its event.
      some.map(({ scan_id, carrier_event_id }) => (carrier_event_id === null ? null : scan_id)),
      some.map(({ event_at }) => event_at),
      some.map(({ words }) => words),
    ],
  );
  return new Set(found.map(({ scanId }) => scanId));
}

type KeptRow = ReturnType<typeof rowOf>;

function rowOf(
  { accountId, shipmentId, scan }: ShipmentKey & { readonly scan: CourierScan },
  actor: Actor,
  arrivedAt: Date,
) {
  return {
    account_id: accountId,
    shipment_id: shipmentId,
    scan_id: scanIdOf(scan),
    event_at: new Date(scan.eventTime).toISOString(),
    arrived_at: arrivedAt.toISOString(),
    actor_id: actor.id,
    courier: scan.own.courier,
    tracking_number: scan.trackingNumber,
    code: scan.own.code,
    words: scan.status,
    reason: scan.reason,
    location: scan.location,
    description: scan.description,
    carrier_event_id: scan.carrierEventId,
    code_key: scan.own.code === null ? null : wordKey(scan.own.code),
    words_key: wordKey(scan.status),
  };
}

/**
 * Keeps scans in unknown words.
 *
 * @returns for each scan, in the given order, whether it was new
 */
export async function keepUnreadScans(
  transaction: ServiceTransaction,
  actor: Actor,
  scans: readonly (ShipmentKey & { readonly scan: CourierScan })[],
): Promise<boolean[]> {
  const rows = scans.map((scan) => rowOf(scan, actor, transaction.now));
  const known = await readBefore(transaction, rows);
  const kept = await transaction.insert<{ scan_id: string }>({
    insert: KEEP,
    parameters: [],
    rows: rows.filter(({ scan_id }) => !known.has(scan_id)),
  });
  const isNew = new Set(kept.map(({ scan_id }) => scan_id));
  return rows.map(({ scan_id }) => isNew.delete(scan_id));
}

/** The courier's own id identifies a scan, also if another text comes with it; else its content does. */
function scanIdOf(scan: CourierScan): string {
  const { carrierEvent, content } = eventIdentity({ ...scan, status: wordKey(scan.status) });
  return eventIdOf(carrierEvent ?? content);
}

/** Reads the unread scans of shipments, newest first, by shipment. */
export async function readUnreadScans(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, UnreadScan[]>> {
  const rows = await scope.read<{
    shipmentId: string;
    scanId: string;
    at: Date;
    location: string | null;
    words: string;
    description: string | null;
  }>(
    {
      name: 'unread-scans-of-shipments',
      text: `select shipment_id as "shipmentId", scan_id as "scanId", event_at as at, location, words, description
          from unread_scans where account_id = $1 and shipment_id = any($2::uuid[])
         order by event_at desc, scan_id`,
    },
    [shipmentIds],
  );
  const byShipment = new Map<string, UnreadScan[]>();
  for (const { shipmentId, words, description, ...scan } of rows) {
    const others = byShipment.get(shipmentId) ?? [];
    byShipment.set(shipmentId, [...others, { ...scan, words: courierWords(words, description) }]);
  }
  return byShipment;
}

/** Words of a courier that nobody knows. */
export interface UnknownWords {
  readonly courier: string;
  readonly code: string | null;
  readonly words: string;
  readonly scans: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  /** One of the parcels. */
  readonly trackingNumber: string;
}

/** Lists unknown words, those that came most often first. @param accountId null for those of all accounts */
export async function listUnknownWords(
  database: Database,
  accountId: string | null,
  most: number,
): Promise<UnknownWords[]> {
  return database.run<UnknownWords>(
    `select courier, min(code) as code, min(words) as words, count(*)::integer as scans, min(arrived_at) as "firstSeenAt",
        max(arrived_at) as "lastSeenAt", max(tracking_number) as "trackingNumber"
       from unread_scans where $1::uuid is null or account_id = $1
      group by courier, code_key, words_key order by count(*) desc, courier, min(words) limit $2`,
    [accountId, most],
  );
}

/** A kept scan whose words have a meaning now. */
export interface ReadableScan extends ShipmentKey {
  readonly scanId: string;
  readonly courier: string;
  readonly actorId: string;
  readonly trackingNumber: string;
  readonly eventAt: Date;
  readonly code: string | null;
  readonly words: string;
  readonly reason: string | null;
  readonly location: string | null;
  readonly description: string | null;
  readonly carrierEventId: string | null;
}

/** Finds kept scans in these words or with these codes, of all accounts. */
export async function findReadableScans(
  database: Database,
  words: readonly { readonly courier: string; readonly key: string }[],
  most: number,
): Promise<ReadableScan[]> {
  return database.run<ReadableScan>(
    {
      name: 'find-readable-scans',
      text: `select account_id as "accountId", shipment_id as "shipmentId", scan_id as "scanId", courier, actor_id as "actorId",
          tracking_number as "trackingNumber", event_at as "eventAt", code, words, reason, location, description,
          carrier_event_id as "carrierEventId"
         from unread_scans
        where reread_at is null and ((courier, code_key) in (select * from unnest($1::text[], $2::text[]))
           or (courier, words_key) in (select * from unnest($1::text[], $2::text[])))
        order by event_at, scan_id limit $3`,
    },
    [words.map(({ courier }) => courier), words.map(({ key }) => key), most],
  );
}

const REMOVE: RowsStatement = {
  name: 'remove-read-scans',
  account: 'k.account_id',
  text: (
    account,
  ) => `delete from unread_scans u using unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k (account_id, shipment_id, scan_id)
     where u.account_id = ${account} and u.shipment_id = k.shipment_id and u.scan_id = k.scan_id`,
};

const NOTE: RowsStatement = {
  name: 'note-reread-scans',
  account: 'k.account_id',
  text: (account) => `update unread_scans u set reread_at = $4
      from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as k (account_id, shipment_id, scan_id)
     where u.account_id = ${account} and u.shipment_id = k.shipment_id and u.scan_id = k.scan_id`,
};

/** Removes the scans that are events now, and notes that the others could be none. */
export async function settleReadScans(
  transaction: ServiceTransaction,
  scans: readonly (ShipmentKey & { readonly scanId: string; readonly isRead: boolean })[],
): Promise<void> {
  const keysOf = (some: readonly (ShipmentKey & { readonly scanId: string })[]) => [
    ...keyLists(some),
    some.map(({ scanId }) => scanId),
  ];
  const read = scans.filter(({ isRead }) => isRead);
  if (read.length > 0) await transaction.runFor(REMOVE, read, keysOf);
  const others = scans.filter(({ isRead }) => !isRead);
  if (others.length > 0) await transaction.runFor(NOTE, others, (some) => [...keysOf(some), transaction.now]);
}

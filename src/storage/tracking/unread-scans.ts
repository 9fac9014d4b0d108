import type { Actor } from '../../domain/actor.ts';
import { eventIdentity } from '../../domain/tracking/event-identity.ts';
import type { CourierScan } from '../../domain/tracking/scan.ts';
import { courierWords, type UnreadScan } from '../../domain/tracking/unread-scan.ts';
import { wordKey } from '../../domain/tracking/word-key.ts';
import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import type { ServiceTransaction } from '../service-transaction.ts';
import type { RowsInsert } from '../writes.ts';
import { eventIdOf, type ShipmentKey } from './tracking-events.ts';

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
  const rows = scans.map(({ accountId, shipmentId, scan }) => ({
    account_id: accountId,
    shipment_id: shipmentId,
    scan_id: scanIdOf(scan),
    event_at: new Date(scan.eventTime).toISOString(),
    arrived_at: transaction.now.toISOString(),
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
  }));
  const kept = await transaction.insert<{ scan_id: string }>({ insert: KEEP, parameters: [], rows });
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

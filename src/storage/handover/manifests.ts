import type { Manifest, ManifestState } from '../../domain/handover/handover.ts';
import { indiaDate } from '../../domain/india-time.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { type Newest, type NewestPage, readNewest } from '../newest-page.ts';
import { CONSIGNEE } from '../shipment-joins.ts';
import { AWAITS_COURIER, keepsParcels, keptByManifest } from './handover-conditions.ts';

export type NewManifest = Pick<
  Manifest,
  'manifestId' | 'warehouseId' | 'carrierId' | 'carrierName' | 'day'
> & {
  /** The job that creates the manifest; null if there is none. */
  readonly jobId: string | null;
};

const JOINS = 'join warehouses w on w.account_id = $1 and w.warehouse_id = m.warehouse_id';

const COLUMNS = `m.manifest_id as "manifestId", m.warehouse_id as "warehouseId", w.name as "warehouseName",
  m.carrier_id as "carrierId", m.carrier_name as "carrierName", m.day, m.actor_name as "madeBy",
  m.created_at as "createdAt", m.closed_at as "closedAt", m.closed_by as "closedBy",
  (select count(*) from manifest_parcels p
    where p.account_id = $1 and p.manifest_id = m.manifest_id) as parcels,
  m.closed_at is not null and exists (select from manifest_parcels p
    join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
   where p.account_id = $1 and p.manifest_id = m.manifest_id and p.tracking_number = s.tracking_number
     and s.phase in ('moving', 'final')) as "isScanned"`;

/** The manifests in the state `$2`, or in any; `$3` is today in India. See `manifestState`. */
const FROM = `from manifests m where m.account_id = $1 and ($2::text is null or $2 = case
  when m.closed_at is not null then 'closed' when m.day >= $3::date then 'open' else 'expired' end)`;

type Row = Omit<Manifest, 'createdAt' | 'closedAt'> & {
  readonly createdAt: Date | string;
  readonly closedAt: Date | string | null;
};

export interface ManifestFilter {
  /** Null means all states. */
  readonly state: ManifestState | null;
  /** The day in India, such as `2026-11-16`: a manifest is open until its day is over. */
  readonly today: string;
}

export async function listManifests(
  scope: AccountScope,
  { state, today, ...page }: ManifestFilter & NewestPage,
): Promise<Newest<Manifest>> {
  const list = {
    from: FROM,
    columns: COLUMNS,
    id: 'm.manifest_id',
    joins: JOINS,
    parameters: [state, today],
  };
  const found = await readNewest<Row>(scope, list, page);
  return { ...found, rows: found.rows.map(manifestOfRow) };
}

export async function findManifest(scope: AccountScope, manifestId: string): Promise<Manifest | null> {
  const [row] = await scope.read<Row>(
    `select ${COLUMNS} from manifests m ${JOINS} where m.account_id = $1 and m.manifest_id = $2`,
    [manifestId],
  );
  return row === undefined ? null : manifestOfRow(row);
}

/**
 * Adds a manifest without parcels.
 *
 * @returns its id, or the id of the job's existing manifest for the same warehouse, carrier and day; null if
 * that manifest is closed
 */
export async function insertManifest(writer: AccountWriter, manifest: NewManifest): Promise<string | null> {
  const { manifestId, warehouseId, jobId, day, carrierId, carrierName } = manifest;
  const inserted = await writer.change(
    `insert into manifests (account_id, manifest_id, created_at, warehouse_id, job_id, day, carrier_id, carrier_name, actor_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1`,
    [manifestId, writer.now, warehouseId, jobId, day, carrierId, carrierName, writer.actor.name],
  );
  if (inserted.length > 0) return manifestId;
  const [same] = await writer.read<{ manifestId: string; isClosed: boolean }>(
    `select manifest_id as "manifestId", closed_at is not null as "isClosed" from manifests
      where account_id = $1 and job_id = $2 and warehouse_id = $3 and carrier_id = $4 and day = $5`,
    [jobId, warehouseId, carrierId, day],
  );
  if (same === undefined) throw new Error('The manifest that stood in the way is gone');
  return same.isClosed ? null : same.manifestId;
}

/** Closes a manifest. Its parcels have then left the warehouse. */
export async function markClosed(writer: AccountWriter, manifestId: string): Promise<void> {
  await writer.change(
    'update manifests set closed_at = $3, closed_by = $4 where account_id = $1 and manifest_id = $2',
    [manifestId, writer.now, writer.actor.name],
  );
}

/** Opens a closed manifest again. Its parcels then wait. */
export async function markOpen(writer: AccountWriter, manifestId: string): Promise<void> {
  await writer.change(
    'update manifests set closed_at = null, closed_by = null where account_id = $1 and manifest_id = $2',
    [manifestId],
  );
}

/** Lists the tracking numbers of those shipments that are in a manifest. */
export async function listManifestShipments(
  scope: AccountScope,
  manifestId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, { readonly trackingNumber: string }>> {
  const rows = await scope.read<{ shipmentId: string; trackingNumber: string }>(
    `select shipment_id as "shipmentId", tracking_number as "trackingNumber" from manifest_parcels
      where account_id = $1 and manifest_id = $2 and shipment_id = any($3::uuid[])`,
    [manifestId, shipmentIds],
  );
  return new Map(rows.map((row) => [row.shipmentId, row]));
}

/** Removes parcels from a manifest. @returns the number of removed parcels */
export async function removeParcels(
  writer: AccountWriter,
  manifestId: string,
  shipmentIds: readonly string[],
): Promise<number> {
  const removed = await writer.change(
    `delete from manifest_parcels where account_id = $1 and manifest_id = $2 and shipment_id = any($3::uuid[]) returning 1`,
    [manifestId, shipmentIds],
  );
  return removed.length;
}

export interface WaitingParcel {
  readonly shipmentId: string;
  readonly carrierName: string;
}

/** Finds parcels that wait for a carrier at a warehouse and can be added to a manifest, oldest first. */
export function findWaitingParcels(
  writer: AccountWriter,
  { warehouseId, carrierId, most }: { warehouseId: string; carrierId: string; most: number },
): Promise<WaitingParcel[]> {
  return writer.read<WaitingParcel>(
    `select s.shipment_id as "shipmentId", b.carrier_name as "carrierName"
       from shipments s
       join bookings b on b.account_id = s.account_id and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      where s.account_id = $1 and s.journey = 'forward' and s.warehouse_id = $2 and s.carrier_id = $4
        and ${AWAITS_COURIER} and not ${keptByManifest('$3')}
      order by s.created_at, s.shipment_id limit $5`,
    [warehouseId, indiaDate(writer.now.getTime()), carrierId, most],
  );
}

/** Finds the manifest that a parcel belongs to, so that no other can take it; null if there is none. */
export async function findKeepingManifest(
  writer: AccountWriter,
  { shipmentId, trackingNumber }: { readonly shipmentId: string; readonly trackingNumber: string },
): Promise<{ readonly manifestId: string; readonly isClosed: boolean } | null> {
  const [row] = await writer.read<{ manifestId: string; isClosed: boolean }>(
    `select p.manifest_id as "manifestId", m.closed_at is not null as "isClosed"
       from manifest_parcels p
       join manifests m on m.account_id = p.account_id and m.manifest_id = p.manifest_id
      where p.account_id = $1 and p.shipment_id = $2 and p.tracking_number = $4 and p.is_open and ${keepsParcels('$3')}`,
    [shipmentId, indiaDate(writer.now.getTime()), trackingNumber],
  );
  return row ?? null;
}

/**
 * Adds parcels to a manifest. They are removed from an unclosed manifest of an earlier day, and from a
 * manifest that has them with the tracking number of an earlier booking.
 *
 * @returns the parcels that are now in the manifest; the others belong to another manifest
 */
export async function addParcels(
  writer: AccountWriter,
  manifestId: string,
  shipmentIds: readonly string[],
): Promise<string[]> {
  await writer.change(
    `update manifest_parcels p set is_open = false
       from manifests m, shipments s
      where p.account_id = $1 and p.shipment_id = any($2::uuid[]) and p.is_open
        and m.account_id = $1 and m.manifest_id = p.manifest_id
        and s.account_id = $1 and s.shipment_id = p.shipment_id
        and (not ${keepsParcels('$3')} or p.tracking_number is distinct from s.tracking_number)`,
    [shipmentIds, indiaDate(writer.now.getTime())],
  );
  const added = await writer.change<{ shipmentId: string }>(
    `insert into manifest_parcels (account_id, manifest_id, shipment_id, tracking_number)
     select $1, $2, s.shipment_id, s.tracking_number from shipments s
      where s.account_id = $1 and s.shipment_id = any($3::uuid[]) and s.tracking_number is not null
      order by s.shipment_id
     on conflict do nothing returning shipment_id as "shipmentId"`,
    [manifestId, shipmentIds],
  );
  return added.map(({ shipmentId }) => shipmentId);
}

export interface ManifestParcel {
  readonly shipmentId: string;
  readonly trackingNumber: string;
  readonly displayId: string;
  /** Null if the data was erased. */
  readonly consignee: string | null;
  readonly city: string | null;
  readonly pincode: string | null;
  readonly codAmountPaise: number;
  /** The weight in units of 0.01 g. */
  readonly appliedCentigrams: number;
}

/** Lists the parcels of a manifest after a given parcel, in order of creation. */
export async function listParcels(
  scope: AccountScope,
  manifestId: string,
  after: string | null,
  limit: number,
): Promise<ManifestParcel[]> {
  return scope.read<ManifestParcel>(
    `select p.shipment_id as "shipmentId", p.tracking_number as "trackingNumber", o.display_id as "displayId",
         concat_ws(' ', c.first_name, c.last_name) as consignee, c.city, c.pincode,
         s.cod_amount_paise as "codAmountPaise", s.applied_weight as "appliedCentigrams"
       from manifest_parcels p
       join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
       join orders o on o.account_id = s.account_id and o.order_id = s.order_id
       ${CONSIGNEE}
      where p.account_id = $1 and p.manifest_id = $2 and ($3::uuid is null or p.shipment_id > $3::uuid)
      order by p.shipment_id limit $4`,
    [manifestId, after, limit],
  );
}

/** Lists one parcel of each store in a manifest, for a limited number of stores. */
export async function parcelsOfStores(
  scope: AccountScope,
  manifestId: string,
  stores: number,
): Promise<string[]> {
  const rows = await scope.read<{ shipmentId: string }>(
    `select distinct on (s.store_id) p.shipment_id as "shipmentId"
       from manifest_parcels p
       join shipments s on s.account_id = p.account_id and s.shipment_id = p.shipment_id
      where p.account_id = $1 and p.manifest_id = $2
      order by s.store_id, p.shipment_id limit $3`,
    [manifestId, stores],
  );
  return rows.map(({ shipmentId }) => shipmentId);
}

function manifestOfRow(row: Row): Manifest {
  const { createdAt, closedAt } = row;
  return { ...row, createdAt: new Date(createdAt), closedAt: closedAt === null ? null : new Date(closedAt) };
}

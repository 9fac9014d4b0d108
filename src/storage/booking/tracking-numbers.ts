import type { AccountScope } from '../account-scope.ts';
import type { Database } from '../database.ts';
import type { Write, WriteShape } from '../writes.ts';

export interface TrackingNumberOwner {
  readonly trackingNumber: string;
  readonly accountId: string;
  readonly shipmentId: string;
  readonly carrierId: string;
  /** The courier account of the booking; null for a courier without accounts. */
  readonly courierAccountId: string | null;
}

const INSERT: WriteShape = {
  name: 'tracking-number',
  texts: [
    `insert into tracking_numbers (account_id, tracking_number, shipment_id, carrier_id, courier_account_id)
    values ($1, $2, $3, $4, $5)`,
  ],
};

/** Registers a tracking number. If it is in use, the error is a violation of `tracking_numbers_pkey`. */
export function writeTrackingNumber(number: Omit<TrackingNumberOwner, 'accountId'>): Write {
  const { trackingNumber, shipmentId, carrierId, courierAccountId } = number;
  return { shape: INSERT, parameters: [trackingNumber, shipmentId, carrierId, courierAccountId] };
}

/** Finds the owners of tracking numbers in the whole service. Unknown numbers are left out. */
export async function findTrackingNumbers(
  database: Database,
  trackingNumbers: readonly string[],
): Promise<TrackingNumberOwner[]> {
  return database.run<TrackingNumberOwner>(
    {
      name: 'find-tracking-numbers',
      text: `select tracking_number as "trackingNumber", account_id as "accountId", shipment_id as "shipmentId",
        carrier_id as "carrierId", courier_account_id as "courierAccountId" from tracking_numbers where tracking_number = any($1::text[])`,
    },
    [trackingNumbers],
  );
}

/** Finds the account's shipments by tracking number. Unknown and other accounts' numbers are left out. */
export async function findShipmentsByTrackingNumber(
  scope: AccountScope,
  trackingNumbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await scope.read<{ tracking_number: string; shipment_id: string }>(
    `select tracking_number, shipment_id from tracking_numbers
      where account_id = $1 and tracking_number = any($2::text[])`,
    [trackingNumbers],
  );
  return new Map(rows.map((row) => [row.tracking_number, row.shipment_id]));
}

/** A row of a file, and the shipment with its tracking number. */
export type NamedRow<Row> = Row & { readonly line: number; readonly shipmentId: string | null };

/**
 * Adds to each row of a file the account's shipment with its tracking number, or null. On a cluster, tracking
 * numbers are on the coordinator and shipments on the account's node, so no single statement can read both.
 */
export async function withShipments<Row extends { readonly trackingNumber: string }>(
  scope: AccountScope,
  rows: ReadonlyMap<number, Row>,
): Promise<NamedRow<Row>[]> {
  const numbers = new Set(Array.from(rows.values(), ({ trackingNumber }) => trackingNumber));
  const named = await findShipmentsByTrackingNumber(scope, [...numbers]);
  return Array.from(rows, ([line, row]) => ({
    ...row,
    line,
    shipmentId: named.get(row.trackingNumber) ?? null,
  }));
}

import type { AccountScope, AccountWriter } from './account-scope.ts';
import type { Database } from './database.ts';

/** Whose a tracking number is. */
export interface TrackingNumberOwner {
  readonly trackingNumber: string;
  readonly accountId: string;
  readonly shipmentId: string;
  readonly carrierId: string;
}

/** Registers a tracking number. @throws a violation of `tracking_numbers_pkey` where it is in use */
export async function insertTrackingNumber(
  writer: AccountWriter,
  number: Omit<TrackingNumberOwner, 'accountId'>,
): Promise<void> {
  await writer.global
    .insertInto('tracking_numbers')
    .values({
      tracking_number: number.trackingNumber,
      account_id: writer.accountId,
      shipment_id: number.shipmentId,
      carrier_id: number.carrierId,
    })
    .execute();
}

/** The owners of tracking numbers, in the whole service; unknown ones are left out. */
export async function findTrackingNumbers(
  database: Database,
  trackingNumbers: readonly string[],
): Promise<TrackingNumberOwner[]> {
  const { rows } = await database.pool.query<TrackingNumberOwner>({
    name: 'find-tracking-numbers',
    text: `select tracking_number as "trackingNumber", account_id as "accountId", shipment_id as "shipmentId",
        carrier_id as "carrierId" from tracking_numbers where tracking_number = any($1::text[])`,
    values: [trackingNumbers],
  });
  return rows;
}

/** The account's shipments with these tracking numbers; unknown ones and other accounts' are left out. */
export async function findShipmentsByTrackingNumber(
  scope: AccountScope,
  trackingNumbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await scope.rawQuery<{ tracking_number: string; shipment_id: string }>(
    `select tracking_number, shipment_id from tracking_numbers
      where account_id = $1 and tracking_number = any($2::text[])`,
    [trackingNumbers],
  );
  return new Map(rows.map((row) => [row.tracking_number, row.shipment_id]));
}

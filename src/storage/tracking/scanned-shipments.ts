import type { Journey } from '../../domain/tracking/statuses.ts';
import { STATE_COLUMNS, type StateRow, stateOfNumbers } from '../booking/shipment-state.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import type { ScannedShipment } from './apply-events.ts';

interface ScannedRow extends StateRow<number> {
  tracking_number: string;
  account_id: string;
  shipment_id: string;
  created_at: number;
  journey: Journey;
  is_cod: boolean;
  event_count: number;
}

/** Times are read as numbers: parsing the text of 500 shipments' times took Node.js 4 ms. */
const MILLISECONDS = (column: string) => `round(date_part('epoch', s.${column}) * 1000) as ${column}`;

const STATE = Object.entries(STATE_COLUMNS)
  .map(([name, type]) => (type === 'timestamptz' ? MILLISECONDS(name) : `s.${name}`))
  .join(', ');

const SCANNED = `s.account_id, s.shipment_id, ${MILLISECONDS('created_at')}, s.journey, s.is_cod, s.event_count, ${STATE}`;

const LOCK = {
  name: 'lock-scanned-shipments',
  text: `select s.tracking_number, ${SCANNED}
      from tracking_numbers t
      join shipments s on s.account_id = t.account_id and s.shipment_id = t.shipment_id
     where t.tracking_number = any($1::text[]) and (t.carrier_id = any($2::text[]) or t.courier_account_id = any($3::uuid[]))
       and s.tracking_number = t.tracking_number
     order by s.account_id, s.shipment_id
       for no key update of s`,
};

interface Found {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly trackingNumber: string;
  [column: string]: unknown;
}

/** On a cluster, the coordinator knows the numbers' owners; rows are locked on the owners' nodes. */
const FIND = {
  name: 'find-scanned-shipments',
  text: `select account_id as "accountId", shipment_id as "shipmentId", tracking_number as "trackingNumber" from tracking_numbers
     where tracking_number = any($1::text[]) and (carrier_id = any($2::text[]) or courier_account_id = any($3::uuid[]))`,
};

const LOCK_FOUND: RowsStatement = {
  name: 'lock-found-shipments',
  account: 'k.account_id',
  text: (account) => `select s.tracking_number, ${SCANNED}
      from unnest($1::uuid[], $2::uuid[], $3::text[]) as k (account_id, shipment_id, tracking_number)
      join shipments s on s.account_id = ${account} and s.shipment_id = k.shipment_id and s.tracking_number = k.tracking_number
     order by s.shipment_id
       for no key update of s`,
};

/**
 * Reads the shipments of all accounts with these tracking numbers at these carriers, or at their couriers by
 * these courier accounts, and locks them until the transaction ends. They are locked in the same order as by
 * `lockShipments`, so that two changes cannot deadlock.
 *
 * @returns the shipments by tracking number, without unknown numbers, numbers of another carrier, and numbers
 * that another booking has replaced
 */
export async function lockScannedShipments(
  transaction: ServiceTransaction,
  trackingNumbers: readonly string[],
  {
    carrierIds,
    courierAccountIds,
  }: { readonly carrierIds: readonly string[]; readonly courierAccountIds: readonly string[] },
): Promise<Map<string, ScannedShipment>> {
  const parameters = [trackingNumbers, carrierIds, courierAccountIds];
  const rows = transaction.isCluster
    ? await transaction.runFor<ScannedRow, Found>(
        LOCK_FOUND,
        await transaction.run<Found>(FIND, parameters),
        (found) => [
          found.map(({ accountId }) => accountId),
          found.map(({ shipmentId }) => shipmentId),
          found.map(({ trackingNumber }) => trackingNumber),
        ],
      )
    : await transaction.run<ScannedRow>(LOCK, parameters);
  return new Map(
    rows.map((row) => [
      row.tracking_number,
      {
        accountId: row.account_id,
        shipmentId: row.shipment_id,
        journey: row.journey,
        isCod: row.is_cod,
        createdAt: new Date(row.created_at),
        state: stateOfNumbers(row, row.created_at),
        eventCount: row.event_count,
      },
    ]),
  );
}

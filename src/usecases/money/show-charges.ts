import { entriesOfShipments, type ShipmentEntry } from '../../storage/money/ledger.ts';
import { findShipmentsNamed } from '../booking/find-named-shipments.ts';
import type { AccountContext } from '../service.ts';
import { withoutRepeats } from './without-repeats.ts';

export interface ShownCharges {
  /** The tracking number as the client sent it. */
  readonly awb: string;
  /** The oldest first; null if the account has no such shipment. */
  readonly entries: readonly ShipmentEntry[] | null;
}

/** Reads the charges of shipments in the requested order, without repeats. */
export async function showCharges(account: AccountContext, sent: readonly string[]): Promise<ShownCharges[]> {
  const awbs = withoutRepeats(sent);
  const scope = account.database.account(account.accountId);
  const shipments = await findShipmentsNamed(scope, awbs);
  const byShipment = new Map<string, ShipmentEntry[]>();
  for (const { shipmentId } of shipments.values()) byShipment.set(shipmentId, []);
  for (const entry of await entriesOfShipments(scope, [...byShipment.keys()])) {
    byShipment.get(entry.shipmentId)?.push(entry);
  }
  return awbs.map((awb) => ({ awb, entries: byShipment.get(shipments.get(awb)?.shipmentId ?? '') ?? null }));
}

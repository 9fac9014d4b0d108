import { notFound } from '../../domain/errors.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import type { AccountContext } from '../service.ts';

/** A shipment with a fresh link to its label, where it has one. */
export interface ShownShipment {
  readonly shipment: ShipmentView;
  readonly labelUrl: string | null;
}

/** @throws Problem `not_found` */
export async function getShipment(account: AccountContext, shipmentId: string): Promise<ShownShipment> {
  const [shipment] = await readShipmentViews(account.database.account(account.accountId), [shipmentId]);
  if (shipment === undefined) throw notFound('Shipment');
  return { shipment, labelUrl: labelUrlOf(account, shipment) };
}

/** A label needs a tracking number; a cancelled shipment keeps its own. */
export function labelUrlOf(account: AccountContext, shipment: ShipmentView): string | null {
  if (shipment.trackingNumber === null) return null;
  return account.labels.labelUrl(account.accountId, shipment.shipmentId, account.now());
}

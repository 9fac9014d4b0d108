import { courierTrackingUrl } from '../../carriers/courier.ts';
import type { ShipmentView } from '../../domain/listing/shipment-view.ts';
import type { ShipmentNote } from '../../domain/shipment-note.ts';
import type { CourierDecision } from '../../domain/tracking/courier-decision.ts';
import type { NdrAnswer } from '../../domain/tracking/ndr-answer.ts';
import type { UnreadScan } from '../../domain/tracking/unread-scan.ts';
import { notFound } from '../../problems/problem.ts';
import { findPartsOfOrder, type PartsOfOrder } from '../../storage/booking/orders.ts';
import { findBookedCourier } from '../../storage/couriers/booked-courier.ts';
import { type CourierCharges, findCourierCharges } from '../../storage/couriers/courier-charges.ts';
import { findLastDecision } from '../../storage/couriers/courier-decisions.ts';
import { readShipmentViews } from '../../storage/listing/shipment-views.ts';
import { listShipmentNotes } from '../../storage/shipments/notes.ts';
import { findNewestNdrAnswer } from '../../storage/tracking/ndr-answers.ts';
import { readUnreadScans } from '../../storage/tracking/unread-scans.ts';
import type { CourierParts } from '../couriers/courier-parts.ts';
import type { LabelParts } from '../labels/label-links.ts';
import type { AccountContext } from '../service.ts';

export interface ShownShipment {
  readonly shipment: ShipmentView;
  readonly parts: PartsOfOrder;
  readonly labelUrl: string | null;
  /** The courier's own public page of the parcel; null if none is known. */
  readonly courierTrackingUrl: string | null;
  /** Newest first. */
  readonly notes: readonly ShipmentNote[];
  /** The last decision about a failed delivery that the courier answers later; null if there is none. */
  readonly decision: CourierDecision | null;
  /** The newest answer to a failed delivery, even if it is still being sent; null without an answer. */
  readonly answer: NdrAnswer | null;
  /** The charge that the courier reported; null if it reported none. */
  readonly toldCharges: CourierCharges | null;
  /** Newest first. */
  readonly unread: readonly UnreadScan[];
}

/** @throws Problem `not_found` */
export async function getShipment(
  account: AccountContext & CourierParts & LabelParts,
  shipmentId: string,
): Promise<ShownShipment> {
  const { couriers, database, accountId, now } = account;
  const [[shipment], parts, courier, notes, decision, answer, toldCharges, unread] = await database.read(
    accountId,
    (from) => {
      const scope = from.account(accountId);
      return Promise.all([
        readShipmentViews(scope, [shipmentId]),
        findPartsOfOrder(scope, shipmentId),
        findBookedCourier(scope, shipmentId),
        listShipmentNotes(scope, shipmentId),
        findLastDecision(scope, shipmentId),
        findNewestNdrAnswer(scope, shipmentId, now()),
        findCourierCharges(scope, shipmentId),
        readUnreadScans(scope, [shipmentId]),
      ]);
    },
  );
  if (shipment?.journey !== 'forward' || parts === null) throw notFound('Shipment');
  const { trackingNumber } = shipment;
  return {
    ...{ shipment, parts, notes, decision, answer, toldCharges },
    unread: unread.get(shipmentId) ?? [],
    labelUrl: labelUrlOf(account, shipment),
    courierTrackingUrl:
      courier === null || trackingNumber === null
        ? null
        : courierTrackingUrl(couriers.named(courier), trackingNumber),
  };
}

/** Returns a label link for a shipment with a tracking number, which a cancelled shipment keeps. */
export function labelUrlOf(account: AccountContext & LabelParts, shipment: ShipmentView): string | null {
  if (shipment.trackingNumber === null) return null;
  return account.labels.labelUrl(account.accountId, shipment.shipmentId, account.now());
}

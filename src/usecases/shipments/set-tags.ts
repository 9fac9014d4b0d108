import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../problems/problem.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { findTags, lockShipments, writeTags } from '../../storage/booking/shipments.ts';
import { type AccountContext, changeBy } from '../service.ts';

/** Replaces a shipment's tags. @throws Problem `not_found` */
export async function setShipmentTags(
  account: AccountContext,
  shipmentId: string,
  tags: readonly string[],
): Promise<readonly string[]> {
  return account.database.change(account.accountId, changeBy(account, account.actor), (writer) =>
    changeTags(writer, shipmentId, () => tags),
  );
}

/**
 * Changes a shipment's tags.
 *
 * @param change returns the new tags
 * @throws Problem `not_found`
 */
export async function changeTags(
  writer: AccountWriter,
  shipmentId: string,
  change: (before: readonly string[]) => readonly string[],
): Promise<readonly string[]> {
  const shipment = (await lockShipments(writer, [shipmentId])).get(shipmentId);
  // A return is neither listed nor shown as a shipment.
  if (shipment?.journey !== 'forward') throw notFound('Shipment');
  const from = await findTags(writer, shipment);
  const to = [...new Set(change(from))];
  if (isDeepStrictEqual(from, to)) {
    writer.skipAudit('nothing was changed');
    return to;
  }
  await writeTags(writer, shipment, to);
  await writer.record({
    action: 'shipment.tagged',
    subjectKind: 'shipment',
    subjectId: shipmentId,
    changes: { tags: { from, to } },
  });
  return to;
}

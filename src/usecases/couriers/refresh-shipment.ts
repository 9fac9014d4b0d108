import { notFound, Problem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { findShipments } from '../../storage/booking/shipments.ts';
import { findPolledParcel, noteRefresh } from '../../storage/couriers/courier-polls.ts';
import { type AccountContext, changeBy } from '../service.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';
import type { CourierParts } from './courier-parts.ts';
import { pollParcels } from './poll-couriers.ts';

const AT_MOST_EVERY_MS = 60_000;

/**
 * Polls a shipment now, but at most once a minute.
 *
 * @returns false if the courier cannot be called now; then it is polled as soon as possible
 * @throws Problem `not_found`; `refused` if no courier can be asked; `rate_limited`
 */
export async function refreshShipment(
  account: AccountContext & CourierParts & AnnouncementParts,
  shipmentId: string,
): Promise<boolean> {
  const scope = account.database.account(account.accountId);
  const [shipment] = await findShipments(scope, [shipmentId]);
  if (shipment === undefined) throw notFound('Shipment');
  const parcel = await findPolledParcel(scope, shipmentId);
  if (parcel === null) {
    throw refused(say('no_courier_to_ask', 'No connected courier has this shipment, or its journey is over'));
  }
  const since = new Date(account.now().getTime() - AT_MOST_EVERY_MS);
  const isAllowed = await account.database.change(
    account.accountId,
    changeBy(account, account.actor),
    async (writer) => {
      writer.skipAudit('it only reads');
      return noteRefresh(writer, shipmentId, since);
    },
  );
  if (!isAllowed) {
    const sentence = say(
      'courier_was_just_asked',
      'The courier was asked about this shipment less than a minute ago',
    );
    throw new Problem('rate_limited', sentence, { retryAfterSeconds: AT_MOST_EVERY_MS / 1000 });
  }
  const { kind } = await pollParcels(account, [parcel]);
  return kind === 'asked';
}

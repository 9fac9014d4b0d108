import { SYSTEM } from '../../domain/actor.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { findLinkCode, insertLink, type LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { changeBy, type Service } from '../service.ts';
import { newLinkCode } from './link-code.ts';

/** The code of a shipment's link, which it gets now where it has none. */
export async function linkCodeOf(
  service: Service,
  { accountId, shipmentId }: LinkedShipment,
): Promise<string> {
  const scope = service.database.account(accountId);
  const known = await findLinkCode(scope, shipmentId);
  if (known !== null) return known;
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('a link is no change of the account');
    await lockShipments(writer, [shipmentId]);
    const others = await findLinkCode(writer, shipmentId);
    if (others !== null) return others;
    const code = newLinkCode();
    await insertLink(writer, shipmentId, code);
    return code;
  });
}

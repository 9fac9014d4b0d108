import { randomBytes } from 'node:crypto';
import { SYSTEM } from '../../domain/actor.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { findLinkCode, insertLink, type LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { changeBy, type Service } from '../service.ts';

/** Without letters that look like others, because people type what a message shows. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** 54 bits: with a billion shipments, one guess in 18 million hits one. */
const LENGTH = 11;

export const LINK_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** A new code of a tracking link, `k7m2qx9d4ht`. */
export function newLinkCode(): string {
  // Bytes after the last full multiple of the number of letters would make the first letters more likely.
  const most = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(2 * LENGTH)) {
      if (byte < most && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

/** The code of a shipment's link, which is created if it has none. */
export async function linkCodeOf(
  service: Service,
  { accountId, shipmentId }: LinkedShipment,
): Promise<string> {
  const scope = service.database.account(accountId);
  const known = await findLinkCode(scope, shipmentId);
  if (known !== null) return known;
  return service.database.change(accountId, changeBy(service, SYSTEM), async (writer) => {
    writer.skipAudit('a link changes no data of the account');
    await lockShipments(writer, [shipmentId]);
    const others = await findLinkCode(writer, shipmentId);
    if (others !== null) return others;
    const code = newLinkCode();
    await insertLink(writer, shipmentId, code);
    return code;
  });
}

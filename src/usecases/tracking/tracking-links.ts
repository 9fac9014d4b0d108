import { randomBytes } from 'node:crypto';
import { SYSTEM } from '../../domain/actor.ts';
import { lockShipments } from '../../storage/booking/shipments.ts';
import { findLinkCode, insertLink, type LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { changeBy, type Service } from '../service.ts';

/** No letters that look alike, because people type the code from a message. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz';

/** The code has 54 bits: with a billion shipments, one guess in 18 million is right. */
const LENGTH = 11;

export const LINK_CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

/** Returns a new code of a tracking link, such as `k7m2qx9d4ht`. */
export function newLinkCode(): string {
  // Bytes from here on are skipped: they would make the first letters more likely than the others.
  const most = 256 - (256 % LETTERS.length);
  let code = '';
  while (code.length < LENGTH) {
    for (const byte of randomBytes(2 * LENGTH)) {
      if (byte < most && code.length < LENGTH) code += LETTERS[byte % LETTERS.length];
    }
  }
  return code;
}

/** Returns the code of a shipment's link; creates the link if there is none. */
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

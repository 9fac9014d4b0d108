import { randomBytes } from 'node:crypto';
import { PASS_VALID_MS } from '../../domain/customer-requests/customer-request.ts';
import { givePass, isPassOpen, tryCode } from '../../storage/customer-requests/request-codes.ts';
import type { LinkedShipment } from '../../storage/tracking/tracking-links.ts';
import { changeBy, type Service } from '../service.ts';
import { CUSTOMER, hashPass, isCode } from './customer.ts';

/** The length of a pass: 128 bits, in letters that are allowed in an address. */
const PASS_BYTES = 16;

/**
 * Checks a typed code. Returns the pass that opens the form, only once for each code. Returns null if the
 * code is wrong, expired, used or was tried too often; the customer does not learn which.
 */
export async function checkCode(
  service: Service,
  { accountId, shipmentId }: LinkedShipment,
  typed: string,
): Promise<string | null> {
  const digits = typed.replace(/\D/g, '');
  return service.database.change(accountId, changeBy(service, CUSTOMER), async (writer) => {
    writer.skipAudit('the request that follows is recorded');
    const code = await tryCode(writer, shipmentId);
    if (code === null || !isCode(code.codeId, digits, code.codeHash)) return null;
    const pass = randomBytes(PASS_BYTES).toString('base64url');
    const expiresAt = new Date(writer.now.getTime() + PASS_VALID_MS);
    await givePass(writer, code.codeId, { passHash: hashPass(pass), expiresAt });
    return pass;
  });
}

/** Tells whether a pass still opens the form of a shipment. */
export function opensForm(
  { database, now }: Service,
  { accountId, shipmentId }: LinkedShipment,
  pass: string,
): Promise<boolean> {
  return isPassOpen(database.account(accountId), shipmentId, hashPass(pass), now());
}

import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { replacePushToken } from '../../storage/couriers/push-tokens.ts';
import { makeSecret } from '../accounts/credential-secret.ts';
import type { WriteAnswer } from '../idempotency.ts';
import { type CourierOwner, changeLockedCourier } from './courier-owner.ts';

/** The path that a courier pushes to. It is shown only once. */
export interface PushAddress {
  readonly courier: string;
  readonly courierAccountId: string;
  /** For example `/carrier-events/delhivery/dky_...`, after the service's address. */
  readonly path: string;
}

/**
 * Gives a courier account a new push address; the old one stops working.
 *
 * @throws Problem `not_found`; `refused` for a courier that does not push
 */
export async function rotatePushAddress<Answer>(
  owner: CourierOwner,
  courierAccountId: string,
  answer: WriteAnswer<PushAddress, Answer>,
): Promise<Answer> {
  return changeLockedCourier(owner, courierAccountId, async (writer, { courier }) => {
    const known = owner.couriers.named(courier);
    if (known?.can.push === false) {
      throw refused(
        say('courier_does_not_push', '{courier} does not push scans: its parcels are polled', {
          courier: known.title,
        }),
      );
    }
    const terms = known?.pushAddress;
    const { path, prefix, secretHash } = makePath(terms?.name ?? courier, terms?.mustNotHave ?? []);
    await replacePushToken(writer, { courierAccountId, courier, prefix, secretHash });
    await writer.record({
      action: 'courier_account.push_address_rotated',
      subjectKind: 'courier_account',
      subjectId: courierAccountId,
      changes: {},
    });
    return answer(writer, { courier, courierAccountId, path });
  });
}

/**
 * Makes a path without the forbidden words. If two pairs of letters are forbidden, about one secret in twelve
 * contains one of them; then another secret is drawn.
 */
function makePath(name: string, mustNotHave: readonly string[]) {
  for (;;) {
    const { text, prefix, secretHash } = makeSecret();
    const path = `/carrier-events/${name}/${text}`;
    const said = path.toLowerCase();
    if (!mustNotHave.some((word) => said.includes(word))) return { path, prefix, secretHash };
  }
}

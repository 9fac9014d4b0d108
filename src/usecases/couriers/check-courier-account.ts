import { partnerSays } from '../../partners/partner.ts';
import { NOBODY } from '../../partners/partner-call.ts';
import { type Sentence, say } from '../../problems/sentence.ts';
import { type CourierAccount, updateCourierAccount } from '../../storage/couriers/courier-accounts.ts';
import { askCourier } from './ask-courier.ts';
import { type CourierOwner, changeLockedCourier, ownCourierAccount } from './courier-owner.ts';
import { openAccount } from './open-courier.ts';

export interface CourierCheck {
  readonly ok: boolean;
  /** Whether the courier has answered; if not, nobody knows whether it accepts the settings. */
  readonly answered: boolean;
  readonly message: Sentence;
}

const TIMEOUT_MS = 20_000;
export const NOT_SUPPORTED = say('courier_not_supported', 'This installation does not support this courier');

/**
 * Makes one harmless call to a courier, reports what is wrong, and stores whether the courier accepts the
 * settings. @throws Problem `not_found`
 */
export async function checkCourierAccount(
  owner: CourierOwner,
  courierAccountId: string,
): Promise<CourierCheck> {
  const account = await ownCourierAccount(owner, courierAccountId);
  const check = await ask(owner, account);
  if (!check.ok && account.acceptedAt === null) return check;
  await changeLockedCourier(owner, courierAccountId, async (writer, now) => {
    writer.skipAudit('a check changes no setting');
    // The result is about the settings before the call.
    if (now.updatedAt.getTime() !== account.updatedAt.getTime()) return;
    await updateCourierAccount(writer, { ...now, acceptedAt: check.ok ? writer.now : null });
  });
  return check;
}

const NOT_WITHOUT_PARCEL = say('cannot_be_checked', 'cannot be checked without a parcel');

async function ask(owner: CourierOwner, account: CourierAccount): Promise<CourierCheck> {
  const courier = owner.couriers.named(account.courier);
  if (courier === null) return { ok: false, answered: false, message: NOT_SUPPORTED };
  const reply = await askCourier(owner, {
    open: () => openAccount(owner, courier, account, owner.accountId, NOBODY),
    withinMs: TIMEOUT_MS,
    ask: async ({ adapter }, signal) => {
      const check = await adapter.check?.(signal);
      return check?.ok === false ? ({ outcome: 'refused', reason: check.message } as const) : check;
    },
  });
  if (reply.kind === 'refused') return { ok: false, answered: true, message: reply.reason };
  if (reply.kind !== 'answered')
    return { ok: false, answered: false, message: partnerSays(courier.title, reply.reason) };
  const { ok, message } = reply.answer ?? {
    ok: true,
    message: partnerSays(courier.title, NOT_WITHOUT_PARCEL),
  };
  return { ok, answered: true, message };
}

import { NOBODY } from '../../carriers/calls/courier-call.ts';
import { askCourier } from './ask-courier.ts';
import { type CourierOwner, ownCourierAccount } from './courier-owner.ts';
import { openAccount } from './open-courier.ts';

export interface CourierCheck {
  readonly ok: boolean;
  readonly message: string;
}

const TIMEOUT_MS = 20_000;

/** Makes one harmless call to a courier, and reports what is wrong. @throws Problem `not_found` */
export async function checkCourierAccount(
  owner: CourierOwner,
  courierAccountId: string,
): Promise<CourierCheck> {
  const account = await ownCourierAccount(owner, courierAccountId);
  const courier = owner.couriers.named(account.courier);
  if (courier === null) return { ok: false, message: 'This installation does not support this courier' };
  const reply = await askCourier(owner, {
    open: () => openAccount(owner, courier, account, owner.accountId, NOBODY),
    withinMs: TIMEOUT_MS,
    ask: async ({ adapter }, signal) => {
      const check = await adapter.check?.(signal);
      return check?.ok === false ? ({ outcome: 'refused', reason: check.message } as const) : check;
    },
  });
  if (reply.kind === 'refused') return { ok: false, message: reply.reason };
  if (reply.kind !== 'answered') return { ok: false, message: `${courier.title} ${reply.reason}` };
  return reply.answer ?? { ok: true, message: `${courier.title} cannot be checked without a parcel` };
}

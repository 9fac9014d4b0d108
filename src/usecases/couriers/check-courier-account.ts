import { NOBODY } from '../../carriers/calls/courier-call.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import { type CourierOwner, ownCourierAccount } from './courier-owner.ts';
import { type OpenCourier, openAccount } from './open-courier.ts';

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
  let opened: OpenCourier | null = null;
  try {
    opened = openAccount(owner, courier, account, owner.accountId, NOBODY);
    const check = await opened.adapter.check?.(AbortSignal.timeout(TIMEOUT_MS));
    const result = check ?? { ok: true, message: `${courier.title} cannot be checked without a parcel` };
    if (!result.ok) await storeFailedCourierCall(owner, opened);
    return result;
  } catch (error) {
    if (!(error instanceof NotSentError) && !(error instanceof LostAnswerError)) throw error;
    if (opened !== null) await storeFailedCourierCall(owner, opened);
    return { ok: false, message: `${courier.title} ${error.message}` };
  }
}

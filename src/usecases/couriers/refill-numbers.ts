import { NOBODY } from '../../carriers/calls/courier-call.ts';
import { LostAnswerError, NotSentError } from '../../carriers/courier.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { listCourierAccountsWith } from '../../storage/couriers/courier-accounts.ts';
import type { ShippingService } from '../service.ts';
import { DatabaseNumbers } from './allotted-numbers.ts';
import { storeFailedCourierCall } from './courier-calls.ts';
import { type OpenCourier, openAccount } from './open-courier.ts';

const TIMEOUT_MS = 20_000;

/**
 * Fetches more tracking numbers where few are left, so that bookings do not wait for them, and so that
 * numbers are not used right after they were fetched.
 *
 * @throws the first error, after every courier account was tried
 */
export async function refillNumbers(service: ShippingService): Promise<void> {
  const allotting = service.couriers.couriers.filter(({ can }) => can.allottedNumbers !== null);
  if (allotting.length === 0) return;
  const accounts = await listCourierAccountsWith(
    service.database,
    allotting.map(({ name }) => name),
  );
  const failures: unknown[] = [];
  for (const account of accounts) {
    const courier = service.couriers.named(account.courier);
    const terms = courier?.can.allottedNumbers ?? null;
    if (courier === null || terms === null) continue;
    let opened: OpenCourier | null = null;
    try {
      opened = openAccount(service, courier, account, WHOLE_SERVICE, NOBODY);
      const { adapter } = opened;
      const numbers = new DatabaseNumbers(service, account, terms);
      await numbers.refill(async (count) => {
        return (await adapter.fetchNumbers?.(count, AbortSignal.timeout(TIMEOUT_MS))) ?? [];
      });
    } catch (error) {
      // A courier that gives no answer is no error of the service; the account's check shows the cause.
      const isOfCourier = error instanceof NotSentError || error instanceof LostAnswerError;
      if (isOfCourier && opened !== null) await storeFailedCourierCall(service, opened);
      else if (!isOfCourier) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

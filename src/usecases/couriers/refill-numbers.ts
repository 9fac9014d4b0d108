import { NOBODY } from '../../partners/partner-call.ts';
import { WHOLE_SERVICE } from '../../storage/accounts/audit.ts';
import { listCourierAccountsWith } from '../../storage/couriers/courier-accounts.ts';
import { inParallel } from '../in-parallel.ts';
import type { Service } from '../service.ts';
import { DatabaseNumbers } from './allotted-numbers.ts';
import { askCourier } from './ask-courier.ts';
import type { CourierParts } from './courier-parts.ts';
import { openAccount } from './open-courier.ts';

const TIMEOUT_MS = 20_000;

/**
 * Fetches more tracking numbers where few are left, so that bookings do not wait for them, and so that
 * numbers are not used right after they were fetched.
 *
 * @throws the first error, after every courier account was tried
 */
export async function refillNumbers(service: Service & CourierParts): Promise<void> {
  const allotting = service.couriers.couriers.filter(({ can }) => can.allottedNumbers !== null);
  if (allotting.length === 0) return;
  const accounts = await listCourierAccountsWith(
    service.database,
    allotting.map(({ name }) => name),
  );
  // One after the other. A courier that gives no answer is no error of the service; the account's check shows
  // the cause.
  await inParallel(1, accounts, async (account) => {
    const courier = service.couriers.named(account.courier);
    const terms = courier?.can.allottedNumbers ?? null;
    if (courier === null || terms === null) return;
    await askCourier(service, {
      open: () => openAccount(service, courier, account, WHOLE_SERVICE, NOBODY),
      withinMs: TIMEOUT_MS,
      ask: ({ adapter }, signal) =>
        new DatabaseNumbers(service, account, terms).refill(
          async (count) => (await adapter.fetchNumbers?.(count, signal)) ?? [],
        ),
    });
  });
}

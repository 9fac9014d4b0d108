import type { AccountWriter } from '../../storage/account-scope.ts';
import { holdRateChanges, insertRateVersion } from '../../storage/rates/rate-versions.ts';

/**
 * Makes a version of the writer's book in which no row is another: who is connected decides which carriers are
 * offered, holidays decide which days are promised, and every process learns of changed books by their versions.
 *
 * @param what `delhivery connected`, for the history
 */
export async function bumpRateBookVersion(writer: AccountWriter, what: string): Promise<void> {
  const version = (await holdRateChanges(writer)) + 1;
  await insertRateVersion(writer, { version, kind: 'all', source: what, added: 0, changed: 0, removed: 0 });
}

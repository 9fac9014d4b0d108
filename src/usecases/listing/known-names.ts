import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { KnownNames } from '../../rate-files/row-format.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { listCarrierIds } from '../../storage/rates/rate-changes.ts';

/** Returns the names that rows of a book may use: places, and carriers of this and the default book. */
export async function knownNames(scope: AccountScope, directory: PincodeDirectory): Promise<KnownNames> {
  const carriers = await listCarrierIds(scope);
  return { directory, hasCarrier: (carrierId) => carriers.has(carrierId) };
}

import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { KnownNames } from '../../rate-files/row-format.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { listCarrierIds } from '../../storage/rates/rate-changes.ts';

/**
 * The names that rows of a book may use: places of the directory, the book's carriers, and those of the
 * default book.
 */
export async function knownNames(scope: AccountScope, directory: PincodeDirectory): Promise<KnownNames> {
  const carriers = await listCarrierIds(scope);
  return { directory, hasCarrier: (carrierId) => carriers.has(carrierId) };
}

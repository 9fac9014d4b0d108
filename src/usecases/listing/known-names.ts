import type { PincodeDirectory } from '../../domain/pincodes/pincode-directory.ts';
import type { KnownNames } from '../../rate-files/row-format.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import { listCarrierIds } from '../../storage/rates/rate-changes.ts';

/** What the rows of a book may name: the directory's places, the book's own carriers and the default book's. */
export async function knownNames(scope: AccountScope, directory: PincodeDirectory): Promise<KnownNames> {
  const carriers = await listCarrierIds(scope);
  return { directory, hasCarrier: (carrierId) => carriers.has(carrierId) };
}

import type { StoreLogoAddress } from '../domain/store.ts';
import type { AccountWriter } from '../storage/account-scope.ts';
import { insertLogo } from '../storage/logos.ts';
import type { CheckedLogo } from './check-logo.ts';

/** A logo that passed its check, with its bytes. */
export interface LogoUpload {
  readonly checked: CheckedLogo;
  readonly bytes: Buffer;
}

/** Keeps the logo and gives what its public address is made of. */
export async function keepLogo(
  writer: AccountWriter,
  storeId: string,
  logo: LogoUpload,
): Promise<StoreLogoAddress> {
  await insertLogo(writer, storeId, { ...logo.checked, bytes: logo.bytes });
  return { contentHash: logo.checked.contentHash, extension: logo.checked.extension };
}

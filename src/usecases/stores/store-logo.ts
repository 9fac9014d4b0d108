import type { StoreLogo } from '../../domain/store.ts';
import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { insertLogo, measureOtherLogos } from '../../storage/stores/logos.ts';
import { type CheckedLogo, LARGEST_LOGO_BYTES } from './check-logo.ts';

/** The limit for all logos of an account's stores and messages: ten of the largest size. */
export const MOST_LOGO_BYTES = 10 * LARGEST_LOGO_BYTES;

const DOES_NOT_FIT = say(
  'logo_does_not_fit',
  'logo does not fit: all logos of an account, with old ones that messages still show, can take 20 MB (20,971,520 bytes). A logo that nothing shows is deleted after an hour',
);

/**
 * Stores the logo and returns the parts of its public address.
 *
 * @throws Problem `refused` if the account's logos would exceed `MOST_LOGO_BYTES`
 */
export async function keepLogo(
  writer: AccountWriter,
  storeId: string,
  logo: CheckedLogo,
): Promise<StoreLogo> {
  const others = await measureOtherLogos(writer, storeId, logo.contentHash);
  if (others + logo.bytes.length > MOST_LOGO_BYTES) {
    throw refused(DOES_NOT_FIT);
  }
  await insertLogo(writer, storeId, logo);
  const { contentHash, extension, color } = logo;
  return { contentHash, extension, color };
}

import { DEFAULT_BOOK, listRateVersions, type RateVersion } from '../../storage/rates/rate-versions.ts';
import type { Service } from '../service.ts';

export { DEFAULT_BOOK };

const MOST_VERSIONS = 1_000;

/** The last 1,000 versions of a book, newest first. @param owner the account, or `DEFAULT_BOOK` */
export function listVersionsOfBook({ database }: Service, owner: string): Promise<RateVersion[]> {
  return listRateVersions(database.account(owner), MOST_VERSIONS);
}

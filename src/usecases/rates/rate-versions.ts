import type { Actor } from '../../domain/actor.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { RATE_KINDS } from '../../rate-files/rate-kinds.ts';
import type { AccountWriter } from '../../storage/account-scope.ts';
import { openProposal, proposeVersion } from '../../storage/rates/rate-changes.ts';
import {
  DEFAULT_BOOK,
  findBookOfVersion,
  insertRateVersion,
  listRateVersions,
  lockRateChanges,
  type RateVersion,
} from '../../storage/rates/rate-versions.ts';
import { changeBy, type Service } from '../service.ts';
import { type RateChange, replaceRates } from './replace-rates.ts';

export { DEFAULT_BOOK };

const MOST_VERSIONS = 1_000;

/** The last 1,000 versions of a book, newest first. @param owner the account, or `DEFAULT_BOOK` */
export function listVersionsOfBook({ database }: Service, owner: string): Promise<RateVersion[]> {
  return listRateVersions(database.account(owner), MOST_VERSIONS);
}

/**
 * Makes a version of the writer's book without changed rows: connections decide which carriers are offered,
 * holidays decide which days are promised, and processes notice changed books by their versions.
 *
 * @param what `delhivery connected`, for the history
 */
export async function bumpRateBookVersion(writer: AccountWriter, what: string): Promise<void> {
  const version = (await lockRateChanges(writer)) + 1;
  await insertRateVersion(writer, { version, kind: 'all', source: what, added: 0, changed: 0, removed: 0 });
}

export interface RateRevert {
  /** 0 means the state before the book's first version. */
  readonly version: number;
  /** The account, or `DEFAULT_BOOK`; null uses the book of the version, which 0 does not have. */
  readonly owner: string | null;
}

/**
 * Restores a book to one of its versions, as a new version: every kind of rows is restored, and the versions
 * in between stay in the history.
 *
 * @returns also the owner of the book
 * @throws Problem `not_found` for an unknown version, `refused` for a version of another book
 */
export async function revertRates(
  service: Service,
  actor: Actor,
  { version, owner: requestedOwner }: RateRevert,
): Promise<RateChange & { readonly owner: string }> {
  const owner = version === 0 ? requestedOwner : await findBookOfVersion(service.database, version);
  if (owner === null) throw notFound(`Version ${version} of the rates`);
  if (requestedOwner !== null && requestedOwner !== owner)
    throw refused(`version ${version} belongs to another rate book`);
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await openProposal(writer);
    await proposeVersion(writer, version);
    const source = version === 0 ? 'revert to before its first version' : `revert to version ${version}`;
    return { owner, ...(await replaceRates(writer, RATE_KINDS, { kind: 'all', source })) };
  });
}

import type { Actor } from '../../domain/actor.ts';
import { Problem, refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
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

/** Returns the last 1,000 versions of a book, newest first. @param owner an account id, or `DEFAULT_BOOK` */
export function listVersionsOfBook({ database }: Service, owner: string): Promise<RateVersion[]> {
  return listRateVersions(database.account(owner), MOST_VERSIONS);
}

/**
 * Makes a new version of the writer's book without changed rows. Connections decide which carriers are
 * offered, and holidays which days are promised; processes notice such a change by the version.
 *
 * @param what the text in the history, such as `delhivery connected`
 */
export async function bumpRateBookVersion(writer: AccountWriter, what: string): Promise<void> {
  const version = (await lockRateChanges(writer)) + 1;
  await insertRateVersion(writer, { version, kind: 'all', source: what, added: 0, changed: 0, removed: 0 });
}

export interface RateRevert {
  /** With 0, the state before the book's first version. */
  readonly version: number;
  /** The account's id, or `DEFAULT_BOOK`; null for the book of the version, so not for version 0. */
  readonly owner: string | null;
}

/**
 * Restores a book to one of its versions, as a new version. All kinds of rows are restored, and the versions
 * between stay in the history.
 *
 * @returns the change, with the owner of the book
 * @throws Problem `not_found` for an unknown version, `refused` for a version of another book
 */
export async function revertRates(
  service: Service,
  actor: Actor,
  { version, owner: requestedOwner }: RateRevert,
): Promise<RateChange & { readonly owner: string }> {
  const owner = version === 0 ? requestedOwner : await findBookOfVersion(service.database, version);
  if (owner === null)
    throw new Problem(
      'not_found',
      say('no_rate_version', 'Version {version} of the rates not found', { version }),
    );
  if (requestedOwner !== null && requestedOwner !== owner)
    throw refused(
      say('rate_version_of_another', 'version {version} belongs to another rate book', { version }),
    );
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await openProposal(writer);
    await proposeVersion(writer, version);
    const source = version === 0 ? 'revert to before its first version' : `revert to version ${version}`;
    return { owner, ...(await replaceRates(writer, RATE_KINDS, { kind: 'all', source })) };
  });
}

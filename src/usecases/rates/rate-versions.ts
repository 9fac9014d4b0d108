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
 * Makes a version of the writer's book in which no row is another: who is connected decides which carriers are
 * offered, holidays decide which days are promised, and every process learns of changed books by their versions.
 *
 * @param what `delhivery connected`, for the history
 */
export async function bumpRateBookVersion(writer: AccountWriter, what: string): Promise<void> {
  const version = (await lockRateChanges(writer)) + 1;
  await insertRateVersion(writer, { version, kind: 'all', source: what, added: 0, changed: 0, removed: 0 });
}

/** Which version of which book. */
export interface RateRevert {
  /** 0 is before the book's first version. */
  readonly version: number;
  /** The account, or `DEFAULT_BOOK`; null takes the book that the version is of, which 0 is of none. */
  readonly owner: string | null;
}

/**
 * Makes a book what it was at one of its versions, as a new version: every kind of rows goes back, and what
 * lies between stays in the history.
 *
 * @returns also whose book it was
 * @throws Problem `not_found` where there is no such version, `refused` where it is of another book
 */
export async function revertRates(
  service: Service,
  actor: Actor,
  { version, owner: asked }: RateRevert,
): Promise<RateChange & { readonly owner: string }> {
  const owner = version === 0 ? asked : await findBookOfVersion(service.database, version);
  if (owner === null) throw notFound(`Version ${version} of the rates`);
  if (asked !== null && asked !== owner) throw refused(`version ${version} is of another book`);
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await openProposal(writer);
    await proposeVersion(writer, version);
    const source = version === 0 ? 'revert to before its first version' : `revert to version ${version}`;
    return { owner, ...(await replaceRates(writer, RATE_KINDS, { kind: 'all', source })) };
  });
}

import type { Actor } from '../../domain/actor.ts';
import { notFound, refused } from '../../problems/problem.ts';
import { RATE_KINDS } from '../../rate-files/rate-kinds.ts';
import { openProposal, proposeVersion } from '../../storage/rates/rate-changes.ts';
import { findBookOfVersion } from '../../storage/rates/rate-versions.ts';
import { changeBy, type Service } from '../service.ts';
import { type RateChange, replaceRates } from './replace-rates.ts';

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

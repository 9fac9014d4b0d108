import type { Actor } from '../domain/actor.ts';
import { notFound } from '../domain/errors.ts';
import { RATE_KINDS } from '../domain/rates/rows/rate-kinds.ts';
import { openProposal, proposeVersion } from '../storage/rate-changes.ts';
import { findBookOfVersion } from '../storage/rate-versions.ts';
import { type RateChange, replaceRates } from './replace-rates.ts';
import { changeBy, type Service } from './service.ts';

/**
 * Makes a book what it was at one of its versions, as a new version: every kind of rows goes back, and what
 * lies between stays in the history.
 *
 * @returns also whose book it was
 * @throws Problem `not_found`
 */
export async function revertRates(
  service: Service,
  actor: Actor,
  version: number,
): Promise<RateChange & { readonly owner: string }> {
  const owner = await findBookOfVersion(service.database, version);
  if (owner === null) throw notFound(`Version ${version} of the rates`);
  return service.database.change(owner, changeBy(service, actor), async (writer) => {
    await openProposal(writer);
    await proposeVersion(writer, version);
    const made = { kind: 'all', source: `revert to version ${version}` } as const;
    return { owner, ...(await replaceRates(writer, RATE_KINDS, made)) };
  });
}

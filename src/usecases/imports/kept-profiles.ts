import { fieldProblem, notFound, refused } from '../../problems/problem.ts';
import { about, say } from '../../problems/sentence.ts';
import type { AccountScope } from '../../storage/account-scope.ts';
import {
  type KeptProfile,
  keepProfile,
  listKeptProfiles,
  lockKeptProfiles,
  removeProfile,
} from '../../storage/imports/kept-profiles.ts';
import { type AccountContext, changeBy } from '../service.ts';
import { ofService, type ReadBy } from './order-columns.ts';
import { ALL_PROFILES } from './profiles/index.ts';

export type { KeptProfile };

type Profiles = Pick<AccountContext, 'database' | 'accountId'>;

const MOST_PROFILES = 100;
const TOO_MANY = say(
  'too_many_file_profiles',
  'The account keeps {most} kinds of files, which is the limit: delete one first',
  { most: MOST_PROFILES },
);

const NAMES_OF_SERVICE: ReadonlySet<string> = new Set(ALL_PROFILES.map(({ id }) => id));

/** Lists how the account's own kinds of order files are read, by name. */
export function listFileProfiles({ database, accountId }: Profiles): Promise<KeptProfile[]> {
  return listKeptProfiles(database.account(accountId));
}

/**
 * Keeps how a kind of order files is read, in place of what was kept under the same name.
 *
 * @param profile the name of the one by which the other columns are read
 * @throws Problem `refused` for the name of one of the service's profiles, or above 100 names
 */
export async function keepFileProfile(
  account: AccountContext,
  { profile, ...wanted }: Pick<KeptProfile, 'name' | 'header' | 'columns'> & { readonly profile: string },
): Promise<KeptProfile> {
  const { name } = wanted;
  if (NAMES_OF_SERVICE.has(name.toLowerCase())) {
    const sentence = about('is_name_of_profile', 'is already the name of a kind of files');
    throw refused([fieldProblem('name', 'taken', sentence)]);
  }
  return account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const names = await lockKeptProfiles(writer);
    if (!names.includes(name) && names.length >= MOST_PROFILES) throw refused(TOO_MANY);
    const at = writer.now;
    const other = await namedProfile(writer, profile);
    const kept = await keepProfile(writer, {
      ...wanted,
      base: other.base,
      columns: { ...other.columns, ...wanted.columns },
      profileId: writer.newId(),
      createdAt: at,
      updatedAt: at,
    });
    const { base, columns } = kept;
    await writer.record({
      action: 'file_profile.saved',
      subjectKind: 'file_profile',
      subjectId: kept.profileId,
      changes: { name, profile: base, columns },
    });
    return kept;
  });
}

/** @throws Problem `not_found` */
export async function deleteFileProfile(account: AccountContext, profileId: string): Promise<void> {
  await account.database.change(account.accountId, changeBy(account, account.actor), async (writer) => {
    const name = await removeProfile(writer, profileId);
    if (name === null) throw notFound('File profile');
    await writer.record({
      action: 'file_profile.removed',
      subjectKind: 'file_profile',
      subjectId: profileId,
      changes: { name },
    });
  });
}

/** The same for the sender of a file. */
export function namedFileProfile({ database, accountId }: Profiles, name: string): Promise<ReadBy> {
  return namedProfile(database.account(accountId), name);
}

/**
 * Finds a profile by the name that the sender of a file gave: one of the service, or a kept one.
 *
 * @throws Problem `refused` if there is none
 */
async function namedProfile(scope: AccountScope, name: string): Promise<ReadBy> {
  if (NAMES_OF_SERVICE.has(name)) return ofService(name);
  const kept = (await listKeptProfiles(scope)).find((one) => one.name === name);
  if (kept === undefined) {
    const sentence = about('is_no_file_profile', 'is not a kind of order files that the account knows');
    throw refused([fieldProblem('profile', 'unknown', sentence)]);
  }
  return { name, base: kept.base, columns: kept.columns };
}

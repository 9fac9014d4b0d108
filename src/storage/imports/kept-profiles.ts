import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { timeColumn } from '../newest-page.ts';

/** The field of each column that somebody has matched, by the name of the column; null if the column is left out. */
export type MatchedColumns = Readonly<Record<string, string | null>>;

const CHANGING = columns({
  /** The id of the service's profile by which all other columns are read. */
  base: column<string>(),
  /** A file with all these columns is read by the profile. */
  header: column<readonly string[]>(),
  columns: column<MatchedColumns>(),
  updatedAt: timeColumn(),
});
const PROFILE = columns({
  profileId: column<string>(),
  name: column<string>(),
  createdAt: timeColumn(),
  ...CHANGING.fields,
});

/** How a merchant's own kind of order files is read. */
export type KeptProfile = RowOf<typeof PROFILE.fields>;

/** Lists an account's profiles by name. */
export async function listKeptProfiles(scope: AccountScope): Promise<KeptProfile[]> {
  const rows = await scope.read<KeptProfile>(
    `select ${PROFILE.selected()} from order_file_profiles where account_id = $1 order by name`,
    [],
  );
  return rows.map((row) => PROFILE.read(row));
}

/** Locks the account's number of profiles until the transaction ends. @returns the names */
export async function lockKeptProfiles(writer: AccountWriter): Promise<string[]> {
  await writer.read('select 1 from accounts where account_id = $1 for no key update', []);
  const rows = await writer.read<{ name: string }>(
    'select name from order_file_profiles where account_id = $1',
    [],
  );
  return rows.map(({ name }) => name);
}

/** Keeps a profile in place of the one with the same name. @returns the kept one */
export async function keepProfile(writer: AccountWriter, profile: KeptProfile): Promise<KeptProfile> {
  const [row] = await writer.change<KeptProfile>(
    `insert into order_file_profiles (account_id, ${PROFILE.columns}) values ($1, ${PROFILE.parameters(2)})
     on conflict (account_id, name) do update set ${CHANGING.excluded} returning ${PROFILE.selected()}`,
    PROFILE.values(profile),
  );
  if (row === undefined) throw new Error('The profile was not kept');
  return PROFILE.read(row);
}

/** Returns the name of the removed profile; null if the account has none with this id. */
export async function removeProfile(writer: AccountWriter, profileId: string): Promise<string | null> {
  const [row] = await writer.change<{ name: string }>(
    'delete from order_file_profiles where account_id = $1 and profile_id = $2 returning name',
    [profileId],
  );
  return row?.name ?? null;
}

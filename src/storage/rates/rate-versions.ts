import type { RateKind } from '../../rate-files/rate-kinds.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { WHOLE_SERVICE } from '../accounts/audit.ts';
import type { Database } from '../database.ts';
import { ACTOR, type WithActor, withActor } from '../stored-actor.ts';

/** The account id that the default book's rows are stored with. */
export const DEFAULT_BOOK = WHOLE_SERVICE;

/** The numbers of rows that a version added, replaced and removed. */
const COUNTS = columns({ added: column<number>(), changed: column<number>(), removed: column<number>() });
export type RowCounts = RowOf<typeof COUNTS.fields>;

const MADE = columns({
  version: column<number>(),
  kind: column<RateKind | 'all'>(),
  /** The name of the file, or another source of the rows. */
  source: column<string>(),
  ...COUNTS.fields,
});
const VERSION = columns({ ...MADE.fields, madeAt: column<Date>(), ...ACTOR.fields });

/** A version of a book, which was made by an import, a revert or a command. */
export type RateVersion = WithActor<RowOf<typeof VERSION.fields>>;

/** The current version of a book. The account of the default book is `DEFAULT_BOOK`. */
export interface RateHead {
  readonly accountId: string;
  readonly version: number;
}

/** Lists the versions of a book, newest first. */
export async function listRateVersions(scope: AccountScope, limit: number): Promise<RateVersion[]> {
  const rows = await scope.read<object>(
    'select * from rate_versions where account_id = $1 order by version desc limit $2',
    [limit],
  );
  return rows.map((row) => withActor(VERSION.ofRow(row)));
}

/** Finds the owner of the book that a version belongs to; null if the version does not exist. */
export async function findBookOfVersion(database: Database, version: number): Promise<string | null> {
  const rows = await database.run<{ account_id: string }>(
    'select account_id from rate_versions where version = $1',
    [version],
  );
  return rows[0]?.account_id ?? null;
}

export async function hasRateVersion(scope: AccountScope): Promise<boolean> {
  return (await scope.read('select from rate_heads where account_id = $1', [])).length > 0;
}

/**
 * Lists the books that changed after a version, oldest change first. Versions become visible in order
 * (`rate_version_counter`), so no version below the newest is missed. The counter is read first, because each
 * node of a cluster has a copy of it, while the books are spread over all nodes.
 */
export async function listHeadsAfter(database: Database, version: number): Promise<RateHead[]> {
  const counted = await database.run(
    {
      name: 'is-rate-version-after',
      text: 'select from rate_version_counter where last_version > $1',
    },
    [version],
  );
  if (counted.length === 0) return [];
  const rows = await database.run<{ account_id: string; version: number }>(
    {
      name: 'list-rate-heads-after',
      text: 'select account_id, version from rate_heads where version > $1 order by version',
    },
    [version],
  );
  return rows.map((row) => ({ accountId: row.account_id, version: row.version }));
}

/**
 * Makes every other change of any book wait until the transaction ends, so that the current rows do not
 * change during a comparison.
 *
 * @returns the newest version of all books
 */
export async function lockRateChanges(writer: AccountWriter): Promise<number> {
  const [row] = await writer.acrossAccounts.run<{ last_version: number }>(
    `insert into rate_version_counter (last_version) values (0)
     on conflict (only_row) do update set last_version = rate_version_counter.last_version
     returning last_version`,
    [],
  );
  return row?.last_version ?? 0;
}

/** Tells whether rows of these kinds changed after a version. A revert may have changed rows of any kind. */
export async function isChangedAfter(
  scope: AccountScope,
  kinds: readonly RateKind[],
  version: number,
): Promise<boolean> {
  const rows = await scope.read(
    `select from rate_versions where account_id = $1 and version > $3 and kind = any($2::text[])
        and added + changed + removed > 0 limit 1`,
    [[...kinds, 'all'], version],
  );
  return rows.length > 0;
}

/** Makes a version the current one of the writer's book, and the newest of all: see `lockRateChanges`. */
export async function insertRateVersion(
  writer: AccountWriter,
  made: RowOf<typeof MADE.fields>,
): Promise<void> {
  const { kind, id, name } = writer.actor;
  await writer.change(
    `insert into rate_versions (account_id, made_at, actor_kind, actor_id, actor_name, ${MADE.columns})
     values ($1, $2, $3, $4, $5, ${MADE.parameters(6)})`,
    [writer.now, kind, id, name, ...MADE.values(made)],
  );
  await writer.change(
    `insert into rate_heads (account_id, version) values ($1, $2)
     on conflict (account_id) do update set version = excluded.version`,
    [made.version],
  );
  await writer.acrossAccounts.run('update rate_version_counter set last_version = $1', [made.version]);
}

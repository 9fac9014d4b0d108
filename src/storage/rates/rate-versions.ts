import type { Actor } from '../../domain/actor.ts';
import type { RateKind } from '../../rate-files/rate-kinds.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { WHOLE_SERVICE } from '../accounts/audit.ts';
import type { Database } from '../database.ts';

/** The account id that the default book's rows are stored with. */
export const DEFAULT_BOOK = WHOLE_SERVICE;

/** The numbers of rows that a version added, replaced and removed. */
export interface RowCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** A version of a book, which was made by an import, a revert or a command. */
export interface RateVersion extends RowCounts {
  readonly version: number;
  readonly kind: RateKind | 'all';
  /** The name of the file, or another source of the rows. */
  readonly source: string;
  readonly madeAt: Date;
  readonly actor: Actor;
}

/** The current version of a book. The account of the default book is `DEFAULT_BOOK`. */
export interface RateHead {
  readonly accountId: string;
  readonly version: number;
}

interface VersionRow extends RowCounts {
  version: string;
  kind: RateVersion['kind'];
  source: string;
  made_at: Date;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor_name: string;
}

/** Lists the versions of a book, newest first. */
export async function listRateVersions(scope: AccountScope, limit: number): Promise<RateVersion[]> {
  const rows = await scope.read<VersionRow>(
    'select * from rate_versions where account_id = $1 order by version desc limit $2',
    [limit],
  );
  return rows.map((row) => ({
    version: Number(row.version),
    kind: row.kind,
    source: row.source,
    madeAt: row.made_at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    added: row.added,
    changed: row.changed,
    removed: row.removed,
  }));
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
  const rows = await database.run<{ account_id: string; version: string }>(
    {
      name: 'list-rate-heads-after',
      text: 'select account_id, version from rate_heads where version > $1 order by version',
    },
    [version],
  );
  return rows.map((row) => ({ accountId: row.account_id, version: Number(row.version) }));
}

/**
 * Makes every other change of any book wait until the transaction ends, so that the current rows do not
 * change during a comparison.
 *
 * @returns the newest version of all books
 */
export async function lockRateChanges(writer: AccountWriter): Promise<number> {
  const [row] = await writer.acrossAccounts.run<{ last_version: string }>(
    `insert into rate_version_counter (last_version) values (0)
     on conflict (only_row) do update set last_version = rate_version_counter.last_version
     returning last_version`,
    [],
  );
  return Number(row?.last_version);
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
  made: RowCounts & Pick<RateVersion, 'version' | 'kind' | 'source'>,
): Promise<void> {
  const { version, kind, source, added, changed, removed } = made;
  const { kind: actorKind, id, name } = writer.actor;
  await writer.change(
    `insert into rate_versions (account_id, version, kind, source, made_at, actor_kind, actor_id, actor_name, added,
       changed, removed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [version, kind, source, writer.now, actorKind, id, name, added, changed, removed],
  );
  await writer.change(
    `insert into rate_heads (account_id, version) values ($1, $2)
     on conflict (account_id) do update set version = excluded.version`,
    [version],
  );
  await writer.acrossAccounts.run('update rate_version_counter set last_version = $1', [version]);
}

import type { RateKind } from '../../rate-files/rate-kinds.ts';
import type { StoredCells } from '../../rate-files/stored-rows.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { Database } from '../database.ts';
import { DEFAULT_BOOK, type RowCounts } from './rate-versions.ts';

export interface ProposedRow {
  readonly kind: RateKind;
  readonly key: string;
  /** The line in the imported file; 0 for a row that is not from a file. */
  readonly line: number;
  readonly cells: StoredCells;
}

/** Two lines of a file that have the same key. */
export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
  readonly firstLine: number;
}

export interface RowChange {
  readonly kind: RateKind;
  readonly key: string;
  /** Null if the row is added. */
  readonly before: StoredCells | null;
  /** Null if the row is removed. */
  readonly after: StoredCells | null;
}

/**
 * Creates a temporary table for the proposed rows, so that 200,000 rows are stored in the database and not in
 * this process. The table is dropped at the end of the transaction.
 */
export async function openProposal(writer: AccountWriter): Promise<void> {
  await writer.acrossAccounts.run(
    `create temporary table proposed_rates (
      kind text not null collate "C", row_key text not null collate "C", line integer not null,
      cells text not null) on commit drop`,
    [],
  );
}

/** Adds rows to the proposal, a few thousand at a time. */
export async function proposeRows(writer: AccountWriter, rows: readonly ProposedRow[]): Promise<void> {
  const kinds = rows.map(({ kind }) => kind);
  const keys = rows.map(({ key }) => key);
  const lines = rows.map(({ line }) => line);
  const cells = rows.map((row) => row.cells);
  await writer.acrossAccounts.run(
    `insert into proposed_rates
      select * from unnest($1::text[], $2::text[], $3::integer[], $4::text[])`,
    [kinds, keys, lines, cells],
  );
}

/** Returns all rows of the proposal. */
export function listProposed(writer: AccountWriter): Promise<{ kind: RateKind; cells: StoredCells }[]> {
  return writer.acrossAccounts.run('select kind, cells from proposed_rates', []);
}

/** Proposes the rows that were valid in a version of the writer's book. */
export async function proposeVersion(writer: AccountWriter, version: number): Promise<void> {
  await writer.change(
    `insert into proposed_rates
      select kind, row_key, 0, cells from rate_rows
       where account_id = $1 and from_version <= $2 and (to_version is null or to_version > $2)`,
    [version],
  );
}

/** Proposes the current rows of a kind, except the rows with these keys. */
export async function proposeAllBut(
  writer: AccountWriter,
  kind: RateKind,
  keys: readonly string[],
): Promise<void> {
  await writer.change(
    `insert into proposed_rates
      select kind, row_key, 0, cells from rate_rows
       where account_id = $1 and kind = $2 and row_key <> all($3::text[]) and to_version is null`,
    [kind, keys],
  );
}

const IN_FORCE = `select row_key, cells from rate_rows
  where account_id = $1 and kind = $2 and row_key = any($3::text[]) and to_version is null`;

interface KeyedCells {
  row_key: string;
  cells: StoredCells;
}

/** The cells of the current rows with these keys, by key. */
export async function findRates(
  scope: AccountScope,
  kind: RateKind,
  keys: readonly string[],
): Promise<Map<string, StoredCells>> {
  return byKey(await scope.read<KeyedCells>(IN_FORCE, [kind, keys]));
}

/** Finds the cells of current rows of the default book, which an account's rows would override, by key. */
export async function findDefaultRates(
  writer: AccountWriter,
  kind: RateKind,
  keys: readonly string[],
): Promise<Map<string, StoredCells>> {
  return byKey(await writer.acrossAccounts.run<KeyedCells>(IN_FORCE, [DEFAULT_BOOK, kind, keys]));
}

function byKey(rows: readonly KeyedCells[]): Map<string, StoredCells> {
  return new Map(rows.map((row) => [row.row_key, row.cells]));
}

/** Lists all current rows of a kind with few rows, by key, of the account's or the default book. */
export async function listRatesInForce(
  scope: AccountScope,
  kind: RateKind,
): Promise<ReadonlyMap<string, StoredCells>> {
  const rows = await scope.read<KeyedCells>(
    `select row_key, cells from rate_rows
      where account_id in ($1, $2) and kind = $3 and to_version is null order by account_id = $1`,
    [DEFAULT_BOOK, kind],
  );
  return byKey(rows);
}

/** Lists the carriers of a book and of the default book. */
export async function listCarrierIds(scope: AccountScope): Promise<ReadonlySet<string>> {
  const rows = await scope.read<{ row_key: string }>(
    `select row_key from rate_rows
      where account_id in ($1, $2) and kind = 'carriers' and to_version is null`,
    [DEFAULT_BOOK],
  );
  return new Set(rows.map((row) => row.row_key));
}

/** Returns those of the given carriers that are in any rate book, the default book or an account's book. */
export async function findCarrierIds(
  database: Database,
  carrierIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.run<{ row_key: string }>(
    `select distinct row_key from rate_rows
      where kind = 'carriers' and row_key = any($1::text[]) and to_version is null`,
    [carrierIds],
  );
  return new Set(rows.map((row) => row.row_key));
}

/** Lists the keys that are on more than one line of the proposal, by line. */
export async function listRepeatedKeys(writer: AccountWriter, limit: number): Promise<RepeatedKey[]> {
  return writer.acrossAccounts.run<RepeatedKey>(
    `select key, line, "firstLine" from (
       select row_key as key, line, min(line) over (partition by kind, row_key) as "firstLine"
         from proposed_rates) numbered
      where line > "firstLine" order by line limit $1`,
    [limit],
  );
}

export async function countChanges(writer: AccountWriter, kinds: readonly RateKind[]): Promise<RowCounts> {
  // Without statistics about a temporary table the planner assumes that it is tiny, and chooses nested loops.
  await writer.acrossAccounts.run('analyze proposed_rates', []);
  const [counts] = await writer.read<RowCounts>(
    `${PROPOSED} select count(*) filter (where before is null) as added,
            count(*) filter (where before is not null and after is not null) as changed,
            count(*) filter (where after is null) as removed
       from (${CHANGES}) changes`,
    [kinds],
  );
  return counts ?? { added: 0, changed: 0, removed: 0 };
}

/** Lists the first rows of each kind of change, by key, to be checked before a real import. */
export async function listExamples(
  writer: AccountWriter,
  kinds: readonly RateKind[],
  ofEach: number,
): Promise<RowChange[]> {
  return writer.read<RowChange>(
    `${PROPOSED} select kind, key, before, after from (
       select *, row_number() over (partition by before is null, after is null order by kind, key) as place
         from (${CHANGES}) changes) placed
      where place <= $3 order by before is null, after is null, kind, key`,
    [kinds, ofEach],
  );
}

/** Makes the proposal valid from a version on. Other rows of these kinds end with that version. */
export async function applyProposal(
  writer: AccountWriter,
  kinds: readonly RateKind[],
  version: number,
): Promise<void> {
  await writer.change(
    `${PROPOSED} update rate_rows kept set to_version = $3
      where account_id = $1 and kind = any($2::text[]) and to_version is null
        and not exists (select from proposed
          where proposed.kind = kept.kind and proposed.row_key = kept.row_key and proposed.cells = kept.cells)`,
    [kinds, version],
  );
  await writer.change(
    `${PROPOSED} insert into rate_rows (account_id, kind, row_key, from_version, cells)
      select $1, kind, row_key, $2, cells from proposed
       where not exists (select from rate_rows kept
         where kept.account_id = $1 and kept.kind = proposed.kind and kept.row_key = proposed.row_key
           and kept.to_version is null)`,
    [version],
  );
}

/**
 * A temporary table is on the node of the connection. On a cluster, an account's rows are on a different
 * node, and PostgreSQL sends materialized rows there.
 */
const PROPOSED = 'with proposed as materialized (select kind, row_key, cells from proposed_rates)';

const CHANGES = `
  select coalesce(kept.kind, proposed.kind) as kind, coalesce(kept.row_key, proposed.row_key) as key,
         kept.cells as before, proposed.cells as after
    from (select kind, row_key, cells from rate_rows
           where account_id = $1 and kind = any($2::text[]) and to_version is null) kept
    full join proposed using (kind, row_key)
   where kept.cells is distinct from proposed.cells`;

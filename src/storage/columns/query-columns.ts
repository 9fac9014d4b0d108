import type { ColumnTable } from '../../columns/column-table.ts';
import type { ColumnCondition } from '../../columns/column-tests.ts';
import { findPage } from '../../columns/find-page.ts';
import type { RowKeys } from '../../columns/row-key.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions } from '../listing/conditions.ts';
import type { ColumnsFilter } from '../listing/filter-set.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from '../listing/filters.ts';
import { narrowestSource } from '../listing/source.ts';
import { readIds, readTimes } from './binary-values.ts';
import type { AskColumns, ListingColumns } from './listing-columns.ts';

/** The conditions of filters on columns, by filter name. */
export type ColumnConditions = ReadonlyMap<string, ColumnCondition>;

export interface ColumnQuery<Found, Answer> {
  /** Tells whether `find` ignores some conditions, as facets do. Then each condition needs all rows. */
  readonly leavesOut?: boolean;
  readonly find: (table: ColumnTable, conditions: ColumnConditions, scope: AccountScope) => Promise<Found>;
  readonly show: AskColumns<Found, Answer>['show'];
}

/** Queries an account's columns for matching shipments; null if SQL has to answer. */
export async function queryColumns<Found, Answer>(
  columns: ListingColumns,
  accountId: string,
  filters: ListingFilters,
  { leavesOut = false, find, show }: ColumnQuery<Found, Answer>,
): Promise<Answer | null> {
  const columnFilters = SHIPMENT_FILTERS.columnFilters(filters);
  if (columnFilters === null) return null;
  return columns.ask(accountId, {
    find: async (table, scope) => {
      const conditions = new Map<string, ColumnCondition>();
      for (const [name, columnsFilter] of columnFilters) {
        if (columnsFilter !== 'sql') conditions.set(name, await conditionOf(scope, columnsFilter));
      }
      const bySql = [...columnFilters].flatMap(([name, columnsFilter]) =>
        columnsFilter === 'sql' ? [name] : [],
      );
      if (bySql.length > 0) {
        const among = leavesOut ? null : await fewCandidates(table, conditions);
        conditions.set('', { rows: await rowsBySql(scope, filters, bySql, among) });
      }
      return find(table, conditions, scope);
    },
    show,
  });
}

/** Tells whether a filter needs rows that SQL finds, which may take a long time. */
export function asksSql(filters: ListingFilters): boolean {
  return [...(SHIPMENT_FILTERS.columnFilters(filters)?.values() ?? [])].includes('sql');
}

async function conditionOf(
  scope: AccountScope,
  columnsFilter: Exclude<ColumnsFilter, 'sql' | null>,
): Promise<ColumnCondition> {
  if (!('sql' in columnsFilter)) return columnsFilter;
  const words = await scope.read<{ word: string }>(columnsFilter.sql, [columnsFilter.value]);
  return { column: columnsFilter.column, among: words.map(({ word }) => word) };
}

/** Looking up this many rows is faster than finding all rows with a common word. */
const MOST_CANDIDATES = 2_000;

/** The shipments that fulfil the conditions so far; null if there are too many. */
async function fewCandidates(
  table: ColumnTable,
  conditions: ColumnConditions,
): Promise<readonly string[] | null> {
  if (conditions.size === 0) return null;
  const all = { order: 'desc', skip: 0, limit: MOST_CANDIDATES, after: null } as const;
  const { ids, total } = await findPage(table, [...conditions.values()], all);
  return total > MOST_CANDIDATES ? null : ids;
}

/**
 * The rows that match some of the filters, found by SQL. The result is one row of bytes, because there may be
 * hundreds of thousands.
 *
 * @param among the only shipments to check; null for all
 */
async function rowsBySql(
  scope: AccountScope,
  filters: ListingFilters,
  names: readonly string[],
  among: readonly string[] | null,
): Promise<RowKeys> {
  const conditions = new Conditions();
  const these = Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)));
  const { from, where } = narrowestSource(conditions, these);
  const narrowed = among === null ? '' : ` and s.shipment_id = any(${conditions.parameter(among)}::uuid[])`;
  const [row] = await scope.read<{ times: Buffer | null; ids: Buffer | null }>(
    `select array_send(array_agg(s.created_at)) as times, array_send(array_agg(s.shipment_id)) as ids
    from ${from} where $1::uuid is not null and ${where}${narrowed}`,
    conditions.parameters,
  );
  return { at: readTimes(row?.times ?? null), ids: readIds(row?.ids ?? null) };
}

import type { ColumnTable } from '../../columns/column-table.ts';
import type { ColumnCondition } from '../../columns/column-tests.ts';
import type { RowKeys } from '../../columns/row-key.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions } from '../listing/conditions.ts';
import type { AskedOfColumns } from '../listing/filter-set.ts';
import { type ListingFilters, SHIPMENT_FILTERS } from '../listing/filters.ts';
import { narrowestSource } from '../listing/source.ts';
import { readIds, readTimes } from './binary-values.ts';
import type { AskColumns, ListingColumns } from './listing-columns.ts';

/** What filters ask of columns, each condition by the name of its filter. */
export type AskedConditions = ReadonlyMap<string, ColumnCondition>;

/** What is asked of the columns of the shipments that match filters. */
export interface AskMatching<Found, Answer> {
  readonly find: (table: ColumnTable, conditions: AskedConditions, scope: AccountScope) => Promise<Found>;
  readonly show: AskColumns<Found, Answer>['show'];
}

/** Asks an account's columns for what matches; null where SQL is to answer. */
export async function askMatching<Found, Answer>(
  columns: ListingColumns,
  accountId: string,
  filters: ListingFilters,
  { find, show }: AskMatching<Found, Answer>,
): Promise<Answer | null> {
  const asked = SHIPMENT_FILTERS.asks(filters);
  if (asked === null) return null;
  return columns.ask(accountId, {
    find: async (table, scope) => {
      const conditions = new Map<string, ColumnCondition>();
      for (const [name, asks] of asked) {
        if (asks !== 'sql') conditions.set(name, await conditionOf(scope, asks));
      }
      const bySql = [...asked].flatMap(([name, asks]) => (asks === 'sql' ? [name] : []));
      if (bySql.length > 0) conditions.set('', { rows: await rowsBySql(scope, filters, bySql) });
      return find(table, conditions, scope);
    },
    show,
  });
}

/** Whether some of what filters ask is a set of rows that SQL finds, which may take long. */
export function asksSql(filters: ListingFilters): boolean {
  return [...(SHIPMENT_FILTERS.asks(filters)?.values() ?? [])].includes('sql');
}

async function conditionOf(
  scope: AccountScope,
  asks: Exclude<AskedOfColumns, 'sql' | null>,
): Promise<ColumnCondition> {
  if (!('sql' in asks)) return asks;
  const words = await scope.rawQuery<{ word: string }>(asks.sql, [asks.value]);
  return { column: asks.column, among: words.map(({ word }) => word) };
}

/** The rows that some of the filters alone match, found by SQL: one row of bytes, since there may be hundreds of thousands. */
async function rowsBySql(
  scope: AccountScope,
  filters: ListingFilters,
  names: readonly string[],
): Promise<RowKeys> {
  const conditions = new Conditions();
  const these = Object.fromEntries(Object.entries(filters).filter(([name]) => names.includes(name)));
  const { from, where } = narrowestSource(conditions, these);
  const [row] = await scope.rawQuery<{ times: Buffer | null; ids: Buffer | null }>(
    `select array_send(array_agg(s.created_at)) as times, array_send(array_agg(s.shipment_id)) as ids
    from ${from} where $1::uuid is not null and ${where}`,
    conditions.parameters,
  );
  return { at: readTimes(row?.times ?? null), ids: readIds(row?.ids ?? null) };
}

import { type Column, column } from '../resources/columns.ts';
import type { AccountScope } from './account-scope.ts';

/** A page of a list that begins with the newest row. */
export interface NewestPage {
  readonly limit: number;
  /** The id of the previous page's last row; null for the first page. */
  readonly before: string | null;
}

/** Sorts a list by a value of its rows that is never null, and by their ids where it is the same. */
export interface ListSort {
  /** SQL of the value, of the row's own columns. */
  readonly by: string;
  /** The table of the rows. */
  readonly table: string;
  readonly order: 'asc' | 'desc';
}

/** A list with ids that are in the order of creation. */
export interface NewestList {
  /** The table and its conditions, from `from` on. `$1` is the account; other parameters start at `$2`. */
  readonly from: string;
  /** SQL like `from` for counting and summing alone, whose rows stand for `n` rows each; see `summedRows`. */
  readonly summed?: string | undefined;
  /** SQL for sums over all matching rows. */
  readonly sums?: string;
  readonly columns: string;
  /** The id column with the alias of its table, such as `d.difference_id`. */
  readonly id: string;
  /** Of a list in another order than that of its ids. */
  readonly sort?: ListSort;
  /**
   * Joins that only the page's rows need; each must give one row. They are left out for counting: counting
   * 100,000 rows with five joins took longer than a request may.
   */
  readonly joins?: string;
  /**
   * Tells whether an index finds the matching rows, which are then sorted. Otherwise all ids are read from
   * the newest on, and rows that do not match are skipped.
   */
  readonly isFoundFirst?: boolean;
  readonly parameters: readonly unknown[];
}

/** A page, the total, and the id after which the next page begins; null if nothing follows. */
export interface Newest<Row, Sums = object> {
  readonly rows: Row[];
  readonly total: number;
  readonly sums: Sums;
  readonly next: string | null;
}

/** Reads the first rows and the exact total, in one snapshot. Paging is stable, because sort values and ids do not change. */
export async function readNewest<Row, Sums = object>(
  scope: AccountScope,
  list: NewestList,
  { limit, before }: NewestPage,
): Promise<Newest<Row, Sums>> {
  const { from, summed, sums = "'{}'::json", parameters } = list;
  const count = summed === undefined ? 'count(*)' : 'coalesce(sum(n), 0)::bigint';
  const [answer] = await scope.read<{ total: number; sums: Sums; rows: (Row & { page_id: string })[] }>(
    `select count.total, count.sums, page.rows
       from (select ${count} as total, ${sums} as sums ${summed ?? from}) count
       cross join (select coalesce(json_agg(r), '[]') as rows from (${pageSql(list)}) r) page`,
    [...parameters, before, limit + 1],
  );
  const { total, rows: found, sums: sumsOfAll } = answer ?? { total: 0, rows: [], sums: {} as Sums };
  const rows = found.slice(0, limit);
  return { rows, total, sums: sumsOfAll, next: found.length > limit ? (rows.at(-1)?.page_id ?? null) : null };
}

const ROWS_AT_ONCE = 1_000;

/** Reads all rows of a list for an export, a thousand at a time, without counting them each time. */
export async function* readAllRows<Row>(
  scope: AccountScope,
  list: NewestList,
): AsyncGenerator<readonly Row[], void, undefined> {
  type Answer = { readonly rows: readonly (Row & { page_id: string })[] };
  for (let before: string | null = null; ; ) {
    // Later pages continue where the first one ended, so finding all matching rows first would be in vain.
    const page: NewestList = before === null ? list : { ...list, isFoundFirst: false };
    const text: string = `select coalesce(json_agg(r), '[]') as rows from (${pageSql(page)}) r where $1::uuid is not null`;
    const answers: Answer[] = await scope.read<Answer>(text, [...list.parameters, before, ROWS_AT_ONCE]);
    const rows: Answer['rows'] = answers[0]?.rows ?? [];
    yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    before = rows.at(-1)?.page_id ?? null;
  }
}

/** SQL of the rows of a page. Its last two parameters are the id before the page, and the number of rows. */
function pageSql({
  from,
  columns,
  id,
  sort,
  joins = '',
  isFoundFirst = false,
  parameters,
}: NewestList): string {
  const first = parameters.length + 2;
  const [alias] = id.split('.');
  const matching = isFoundFirst ? `from (select ${alias}.* ${from} offset 0) ${alias} where true` : from;
  const before = `$${first}::uuid`;
  const order = sort === undefined ? `${id} desc` : `${sort.by} ${sort.order}, ${id} ${sort.order}`;
  const isBehind =
    sort === undefined
      ? `${id} < ${before}`
      : `(${sort.by}, ${id}) ${sort.order === 'desc' ? '<' : '>'} (select ${sort.by}, ${id} from ${sort.table} ${alias}
           where ${alias}.account_id = $1 and ${id} = ${before})`;
  return `select ${id} as page_id, ${columns}
     from (select ${alias}.* ${matching} and (${before} is null or ${isBehind})
            order by ${order} limit $${first + 1}) ${alias}
     ${joins} order by ${order}`;
}

/** A column of times, which are texts in the rows of a page. */
export function timeColumn(): Column<Date> {
  return { ...column<Date>(), read: (stored) => new Date(stored as Date | string) };
}

export function timeOrNullColumn(): Column<Date | null> {
  return { ...column(), read: (stored) => (stored === null ? null : new Date(stored as Date | string)) };
}

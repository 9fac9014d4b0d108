import type { AccountScope } from './account-scope.ts';

/** A page of a list that begins with the newest row. */
export interface NewestPage {
  readonly limit: number;
  /** The id of the previous page's last row; null for the first page. */
  readonly before: string | null;
}

/** A list with ids that are in the order of creation. */
export interface NewestList {
  /** The table and its conditions, from `from` on. `$1` is the account; other parameters start at `$2`. */
  readonly from: string;
  /** SQL for sums over all matching rows. */
  readonly sums?: string;
  readonly columns: string;
  /** The id column with the alias of its table, such as `d.difference_id`. */
  readonly id: string;
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

/** Reads the newest rows and the exact total, in one snapshot. Ids never change, so paging is stable. */
export async function readNewest<Row, Sums = object>(
  scope: AccountScope,
  { from, sums, columns, id, joins = '', isFoundFirst = false, parameters }: NewestList,
  { limit, before }: NewestPage,
): Promise<Newest<Row, Sums>> {
  const first = parameters.length + 2;
  const [alias] = id.split('.');
  const matching = isFoundFirst ? `from (select ${alias}.* ${from} offset 0) ${alias} where true` : from;
  const [answer] = await scope.read<{ total: number; sums: Sums; rows: (Row & { page_id: string })[] }>(
    `select count.total, count.sums, page.rows
       from (select count(*)::integer as total, ${sums ?? "'{}'::json"} as sums ${from}) count
       cross join (select coalesce(json_agg(r), '[]') as rows from (
         select ${id} as page_id, ${columns}
           from (select ${alias}.* ${matching} and ($${first}::uuid is null or ${id} < $${first}::uuid)
                  order by ${id} desc limit $${first + 1}) ${alias}
           ${joins} order by ${id} desc) r) page`,
    [...parameters, before, limit + 1],
  );
  const { total, rows: found, sums: summed } = answer ?? { total: 0, rows: [], sums: {} as Sums };
  const rows = found.slice(0, limit);
  return { rows, total, sums: summed, next: found.length > limit ? (rows.at(-1)?.page_id ?? null) : null };
}

import type { ColumnCondition } from '../../columns/column-tests.ts';
import type { ValueOf } from '../../reading/fields.ts';
import type { InOrder } from '../../reading/rules.ts';
import type { Conditions } from './conditions.ts';

/**
 * A filter's condition on columns in memory: a condition; or the words of a column that `sql` finds for the
 * account `$1` and the value `$2`; or `sql` for a set of rows that only SQL can find; or null if only SQL can
 * answer.
 */
export type ColumnsFilter = ColumnCondition | WordsBySql | 'sql' | null;

export interface WordsBySql {
  readonly column: string;
  readonly sql: string;
  readonly value: unknown;
}

/** A filter of a listing: how to parse it, and its condition on rows. */
export interface Filter<Field, Sent, Meant> {
  readonly field: Field;
  /** Undefined if the value has no meaning. Values that do not exist are added to `unknown`. */
  readonly parse: (sent: Sent, unknown: string[]) => Meant | undefined;
  /** `?` is replaced by the parsed value. */
  readonly where: string | ((conditions: Conditions, value: Meant, filters: never) => void);
  /** The condition on columns; undefined if it adds none. If this is missing, only SQL can answer. */
  readonly columnsFilter?: (value: Meant, filters: never) => ColumnsFilter | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: each filter of a record reads and means something of its own.
type AnyFilters = Readonly<Record<string, Filter<any, any, any>>>;

/** The filters of a listing as a client sent them. Each is valid by itself. */
export type SentBy<F extends AnyFilters> = { readonly [N in keyof F]?: ValueOf<F[N]['field']> | undefined };

/**
 * The filters of a listing, its counts and its export. An absent filter does not restrict the rows; a list
 * matches any of its values, and an empty list matches nothing. Times are in Unix milliseconds and weights in
 * units of 0.01 g; bounds are included.
 */
export type FilterValues<F extends AnyFilters> = {
  readonly [N in keyof F]?: NonNullable<ReturnType<F[N]['parse']>>;
};

/** All that is derived from a listing's filters. */
export interface FilterSet<F extends AnyFilters, Ordered extends string> {
  readonly fields: { readonly [N in keyof F]: F[N]['field'] };
  /** Pairs of fields; the first of a pair must not exceed the second. */
  readonly inOrder: readonly InOrder<Ordered>[];
  /** Reads the filters of a request body, and the values that do not exist (`meta.unknown_values`). */
  readonly read: (sent: SentBy<F>) => { filters: FilterValues<F>; unknownValues: string[] };
  readonly add: (conditions: Conditions, filters: FilterValues<F>) => void;
  /** The filters' conditions on columns, by filter name; null if only SQL can answer one of them. */
  readonly columnFilters: (
    filters: FilterValues<F>,
  ) => ReadonlyMap<string, Exclude<ColumnsFilter, null>> | null;
}

export function filterSet<const F extends AnyFilters, Ordered extends Extract<keyof F, string>>(
  record: F,
  inOrder: readonly InOrder<Ordered>[],
): FilterSet<F, Ordered> {
  const named = Object.entries(record) as [Extract<keyof F, string>, F[keyof F]][];
  return {
    fields: Object.fromEntries(named.map(([name, { field }]) => [name, field])) as FilterSet<
      F,
      Ordered
    >['fields'],
    inOrder,
    read: (sent) => {
      const unknownValues: string[] = [];
      const entries = named.flatMap(([name, filter]) => {
        const value = sent[name] === undefined ? undefined : filter.parse(sent[name], unknownValues);
        return value === undefined ? [] : [[name, value] as const];
      });
      return { filters: Object.fromEntries(entries) as FilterValues<F>, unknownValues };
    },
    add: (conditions, filters) => {
      for (const [name, { where }] of named) {
        const value = filters[name];
        if (value === undefined) continue;
        if (typeof where === 'string') conditions.add(where, value);
        else where(conditions, value, filters as never);
      }
    },
    columnFilters: (filters) => {
      const columnFilters = named.flatMap(([name, filter]) => {
        const value = filters[name];
        if (value === undefined) return [];
        const columnsFilter =
          filter.columnsFilter === undefined ? null : filter.columnsFilter(value, filters as never);
        return columnsFilter === undefined ? [] : [[name, columnsFilter] as const];
      });
      const known = columnFilters.filter(
        (entry): entry is [(typeof entry)[0], Exclude<ColumnsFilter, null>] => entry[1] !== null,
      );
      return known.length === columnFilters.length ? new Map(known) : null;
    },
  };
}

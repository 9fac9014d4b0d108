import type { ColumnCondition } from '../../columns/column-tests.ts';
import type { ValueOf } from '../../reading/fields.ts';
import type { InOrder } from '../../reading/rules.ts';
import type { Conditions } from './conditions.ts';

/**
 * A filter's condition on columns in memory: a condition; words of a column that `sql` finds for the account `$1` and the value
 * `$2`; `sql` for a set of rows that only SQL can find; null if only SQL can answer.
 */
export type ColumnsFilter = ColumnCondition | WordsBySql | 'sql' | null;

export interface WordsBySql {
  readonly column: string;
  readonly sql: string;
  readonly value: unknown;
}

/** A filter of a listing: how it is read, what that means, and what it asks of the rows. */
export interface Filter<Field, Sent, Meant> {
  readonly field: Field;
  /** Undefined where nothing is meant; what names nothing goes to `unknown`. */
  readonly meant: (sent: Sent, unknown: string[]) => Meant | undefined;
  /** `?` stands for what is meant. */
  readonly where: string | ((conditions: Conditions, meant: Meant, filters: never) => void);
  /** The same of columns; undefined where it asks nothing by itself. Without it SQL alone can answer. */
  readonly asks?: (meant: Meant, filters: never) => ColumnsFilter | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: each filter of a record reads and means something of its own.
type AnyFilters = Readonly<Record<string, Filter<any, any, any>>>;

/** The filters of a listing as a client sent them, each by itself readable. */
export type SentBy<F extends AnyFilters> = { readonly [N in keyof F]?: ValueOf<F[N]['field']> | undefined };

/**
 * The filters of a listing, its counts and its export. An absent filter does not narrow; a list matches any of its values, and
 * an empty one nothing. Times are Unix milliseconds, weights 0.01 g, both included.
 */
export type FilterValues<F extends AnyFilters> = {
  readonly [N in keyof F]?: NonNullable<ReturnType<F[N]['meant']>>;
};

/** Everything that follows from a listing's filters. */
export interface FilterSet<F extends AnyFilters, Ordered extends string> {
  /** As a request has them, by the names that they are sent under. */
  readonly fields: { readonly [N in keyof F]: F[N]['field'] };
  /** Pairs of fields of which the first may not pass the second. */
  readonly inOrder: readonly InOrder<Ordered>[];
  /** Reads the filters of a body, and values that name nothing (`meta.unknown_values`). */
  readonly read: (sent: SentBy<F>) => { filters: FilterValues<F>; unknownValues: string[] };
  /** Adds what they ask of the rows. */
  readonly add: (conditions: Conditions, filters: FilterValues<F>) => void;
  /** The filters' conditions on columns, by name; null if only SQL can answer one of them. */
  readonly asks: (filters: FilterValues<F>) => ReadonlyMap<string, Exclude<ColumnsFilter, null>> | null;
}

/** A listing's filters from one record of them. */
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
      const meant = named.flatMap(([name, filter]) => {
        const value = sent[name] === undefined ? undefined : filter.meant(sent[name], unknownValues);
        return value === undefined ? [] : [[name, value] as const];
      });
      return { filters: Object.fromEntries(meant) as FilterValues<F>, unknownValues };
    },
    add: (conditions, filters) => {
      for (const [name, { where }] of named) {
        const meant = filters[name];
        if (meant === undefined) continue;
        if (typeof where === 'string') conditions.add(where, meant);
        else where(conditions, meant, filters as never);
      }
    },
    asks: (filters) => {
      const asked = named.flatMap(([name, filter]) => {
        const meant = filters[name];
        if (meant === undefined) return [];
        const asks = filter.asks === undefined ? null : filter.asks(meant, filters as never);
        return asks === undefined ? [] : [[name, asks] as const];
      });
      const known = asked.filter(
        (entry): entry is [(typeof entry)[0], Exclude<ColumnsFilter, null>] => entry[1] !== null,
      );
      return known.length === asked.length ? new Map(known) : null;
    },
  };
}

import type { SummedGroups } from '../../columns/groups.ts';
import type { Bucket } from '../../domain/figures.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import { storeNames } from '../listing/facets.ts';

export interface FigureQuery<Filters, Name extends string> {
  readonly filters: Filters;
  readonly bucket: Bucket | null;
  readonly by: readonly Name[];
  /** With more groups than this, the result is `tooMany`. */
  readonly mostGroups: number;
}

/** Groups of rows, numbered from 0. The figures of a group are computed when they are read. */
export interface GroupedFigures<Figures> {
  readonly count: number;
  /** The first hour or day of the group's bucket, counted from 1970 in India's time. */
  readonly bucketOf: (group: number) => number | null;
  readonly wordOf: (group: number, nth: number) => string | null;
  readonly rowsOf: (group: number) => number;
  readonly figuresOf: (group: number) => Figures;
}

/** The median and 90th percentile of durations in whole minutes; null if no row has both times. */
export type Minutes = readonly [p50: number, p90: number] | null;

/**
 * Returns groups with their words as shown, or `tooMany` for null. Stores are grouped by id, and named here.
 *
 * @param measures the names of the figures, in the order of the groups' values
 */
export async function groupedFigures<Figures extends { readonly [N in keyof Figures]: number | Minutes }>(
  scope: AccountScope,
  by: readonly string[],
  groups: SummedGroups | null,
  measures: readonly (keyof Figures)[],
): Promise<GroupedFigures<Figures> | 'tooMany'> {
  if (groups === null) return 'tooMany';
  const stores = by.includes('store_name') ? await storeNames(scope) : new Map<string, string>();
  const shownWord = (kept: string, name: string | undefined) => {
    if (name === 'zone') return zoneWord(kept as Zone);
    return name === 'store_name' ? (stores.get(kept) ?? null) : kept;
  };
  const { count, rows, values, bucketOf, wordOf } = groups;
  return {
    count,
    bucketOf,
    wordOf: (group, nth) => {
      const kept = wordOf(group, nth);
      return kept === null ? null : shownWord(kept, by[nth]);
    },
    rowsOf: (group) => rows[group] as number,
    figuresOf: (group) => {
      const figures: Partial<Record<keyof Figures, unknown>> = {};
      for (const [nth, name] of measures.entries()) figures[name] = values[nth]?.[group] ?? null;
      return figures as Figures;
    },
  };
}

import { setImmediate as othersTurn } from 'node:timers/promises';
import { BUCKETS, type Bucket, bucketShown } from '../../domain/figures.ts';
import { Problem } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import type { FigureQuery, GroupedFigures } from '../../storage/figures/grouped-figures.ts';
import {
  RETURN_DATE_FIELDS,
  RETURN_DIMENSIONS,
  type ReturnDateField,
  type ReturnDimensionName,
  type ReturnFigures,
  returnFiguresBySql,
} from '../../storage/figures/return-figures.ts';
import {
  SHIPMENT_DIMENSIONS,
  type ShipmentDimensionName,
  type ShipmentFigures,
  shipmentFiguresByColumns,
  shipmentFiguresBySql,
} from '../../storage/figures/shipment-figures.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { ReturnFilters } from '../../storage/returns/filters.ts';
import type { ListingParts } from '../long-work.ts';
import type { AccountContext } from '../service.ts';
import { columnsOrSql } from './columns-or-sql.ts';

export type { ReturnFigures, ShipmentFigures };
export { BUCKETS, RETURN_DATE_FIELDS, RETURN_DIMENSIONS, SHIPMENT_DIMENSIONS };

const MOST_GROUPS = 10_000;

/** The figures of the shipments with the same bucket and the same words. */
export interface ShownFigures<Figures> {
  readonly bucket: string | null;
  /** The words, indexed by the requested names. */
  readonly by: Readonly<Record<string, string | null>>;
  readonly rows: number;
  readonly figures: Figures;
}

type FigureInput<Filters, Name extends string> = Omit<FigureQuery<Filters, Name>, 'mostGroups'>;

/**
 * Returns figures of the matching shipments, from one snapshot: a row for each bucket of time and each
 * combination of words, the oldest bucket first and its largest group first. Each row is made when it is
 * read. The work is dropped when the signal is aborted.
 *
 * @throws Problem `refused` if there are more rows than anybody reads
 */
export async function makeShipmentFigures(
  account: AccountContext & ListingParts,
  input: FigureInput<ListingFilters, ShipmentDimensionName>,
  signal: AbortSignal,
): Promise<Iterable<ShownFigures<ShipmentFigures>>> {
  const { database, accountId, columns } = account;
  const query = { ...input, mostGroups: MOST_GROUPS };
  const figures = await columnsOrSql(
    account,
    input.filters,
    signal,
    () => shipmentFiguresByColumns(columns, accountId, query),
    () =>
      database.read(accountId, (from) =>
        from.readInSnapshot(accountId, (scope) => shipmentFiguresBySql(scope, query)),
      ),
  );
  return shownFigures(figures, input);
}

/** Like `makeShipmentFigures`, for returns, by SQL. The buckets are those of `dateField`. */
export async function makeReturnFigures(
  { database, accountId, longWork }: AccountContext & ListingParts,
  input: FigureInput<ReturnFilters, ReturnDimensionName> & { readonly dateField: ReturnDateField },
  signal: AbortSignal,
): Promise<Iterable<ShownFigures<ReturnFigures>>> {
  const query = { ...input, mostGroups: MOST_GROUPS };
  const figures = await longWork.run({ accountId, signal }, () =>
    database.read(accountId, (from) =>
      from.readInSnapshot(accountId, (scope) => returnFiguresBySql(scope, query)),
    ),
  );
  return shownFigures(figures, input);
}

async function shownFigures<Figures>(
  figures: GroupedFigures<Figures> | 'tooMany',
  { bucket, by }: { readonly bucket: Bucket | null; readonly by: readonly string[] },
): Promise<Iterable<ShownFigures<Figures>>> {
  if (figures === 'tooMany') {
    throw new Problem(
      'refused',
      say(
        'too_many_figures',
        'These figures have more than {most} rows: choose a shorter period, a longer bucket or fewer dimensions',
        { most: MOST_GROUPS },
      ),
    );
  }
  await othersTurn();
  return oneByOne(figures, inOrder(figures, by.length), bucket, by);
}

function* oneByOne<Figures>(
  figures: GroupedFigures<Figures>,
  groups: readonly number[],
  bucket: Bucket | null,
  by: readonly string[],
): Generator<ShownFigures<Figures>, void, undefined> {
  const shownBucket = bucketNames(bucket);
  for (const group of groups) {
    yield {
      bucket: shownBucket(figures.bucketOf(group)),
      by: byNames(by, figures, group),
      rows: figures.rowsOf(group),
      figures: figures.figuresOf(group),
    };
  }
}

/** Returns a formatter of buckets that keeps its last result, because consecutive buckets are often equal. */
function bucketNames(of: Bucket | null): (bucket: number | null) => string | null {
  let last: number | null = null;
  let name: string | null = null;
  return (bucket) => {
    if (bucket === null || of === null) return null;
    if (bucket !== last) name = bucketShown(of, bucket);
    last = bucket;
    return name;
  };
}

function byNames(names: readonly string[], { wordOf }: GroupedFigures<unknown>, group: number) {
  const by: Record<string, string | null> = {};
  for (const [nth, name] of names.entries()) by[name] = wordOf(group, nth);
  return by;
}

/** Returns the groups in the order of the answer. @param words the number of words of each group */
function inOrder(
  { count, bucketOf, rowsOf, wordOf }: GroupedFigures<unknown>,
  words: number,
): readonly number[] {
  const groups = Array.from({ length: count }, (_, group) => group);
  const buckets = Float64Array.from(groups, (group) => bucketOf(group) ?? 0);
  const compareWords = (a: number, b: number): number => {
    for (let nth = 0; nth < words; nth += 1) {
      const [one, other] = [wordOf(a, nth) ?? '', wordOf(b, nth) ?? ''];
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  };
  return groups.sort(
    (a, b) => (buckets[a] as number) - (buckets[b] as number) || rowsOf(b) - rowsOf(a) || compareWords(a, b),
  );
}

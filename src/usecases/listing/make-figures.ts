import { setImmediate as othersTurn } from 'node:timers/promises';
import { BUCKETS, type Bucket, bucketShown } from '../../domain/figures.ts';
import { Problem } from '../../problems/problem.ts';
import { asksSql } from '../../storage/columns/asked-conditions.ts';
import {
  type GroupedFigures,
  SHIPMENT_DIMENSIONS,
  type ShipmentDimensionName,
  type ShipmentFigures,
  shipmentFiguresByColumns,
  shipmentFiguresBySql,
} from '../../storage/figures/shipment-figures.ts';
import type { ListingFilters } from '../../storage/listing/filters.ts';
import type { AccountContext } from '../service.ts';

export { BUCKETS, type Bucket, SHIPMENT_DIMENSIONS, type ShipmentDimensionName };

const MOST_GROUPS = 10_000;

/** Figures of the shipments of a bucket that have the same words. */
export interface ShownFigures {
  readonly bucket: string | null;
  readonly by: Readonly<Partial<Record<ShipmentDimensionName, string | null>>>;
  readonly figures: ShipmentFigures;
}

/**
 * Figures of the shipments that match the filters (contract: figures), of one snapshot: a row for each bucket of time and
 * each pair of words, the oldest bucket first and the largest group of it, each made when it is asked for. Dropped when the signal
 * is aborted.
 *
 * @throws Problem `refused` where there are more rows than anybody reads
 */
export async function makeShipmentFigures(
  account: AccountContext,
  wish: {
    readonly filters: ListingFilters;
    readonly bucket: Bucket | null;
    readonly by: readonly ShipmentDimensionName[];
  },
  signal: AbortSignal,
): Promise<Iterable<ShownFigures>> {
  const { database, accountId, longWork, columns } = account;
  const asked = { ...wish, mostGroups: MOST_GROUPS };
  const isLong = asksSql(wish.filters);
  const byColumns = isLong ? null : await shipmentFiguresByColumns(columns, accountId, asked);
  const figures =
    byColumns ??
    (await longWork.inTurn({ accountId, signal }, async () => {
      const inTurn = isLong ? await shipmentFiguresByColumns(columns, accountId, asked) : null;
      return (
        inTurn ??
        database.read(accountId, (from) =>
          from.readInSnapshot(accountId, (scope) => shipmentFiguresBySql(scope, asked)),
        )
      );
    }));
  if (figures === 'tooMany') {
    throw new Problem(
      'refused',
      `These figures have more than ${MOST_GROUPS} rows: ask for a shorter span, a longer bucket or fewer dimensions`,
    );
  }
  await othersTurn();
  return shownFigures(figures, inOrder(figures, wish.by.length), wish.bucket, wish.by);
}

function* shownFigures(
  figures: GroupedFigures,
  groups: readonly number[],
  bucket: Bucket | null,
  by: readonly ShipmentDimensionName[],
): Generator<ShownFigures, void, undefined> {
  const shownBucket = bucketNames(bucket);
  for (const group of groups) {
    yield {
      bucket: shownBucket(figures.bucketOf(group)),
      by: byNames(by, figures, group),
      figures: figures.figuresOf(group),
    };
  }
}

/** Shows buckets, of which the same follows itself mostly. */
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

function byNames(names: readonly ShipmentDimensionName[], { wordOf }: GroupedFigures, group: number) {
  const by: Partial<Record<ShipmentDimensionName, string | null>> = {};
  for (const [nth, name] of names.entries()) by[name] = wordOf(group, nth);
  return by;
}

/** The groups as they are shown. @param words so many each has */
function inOrder({ count, bucketOf, shipmentsOf, wordOf }: GroupedFigures, words: number): readonly number[] {
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
    (a, b) =>
      (buckets[a] as number) - (buckets[b] as number) ||
      shipmentsOf(b) - shipmentsOf(a) ||
      compareWords(a, b),
  );
}

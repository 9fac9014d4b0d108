import { setImmediate as othersTurn } from 'node:timers/promises';
import { BUCKETS, type Bucket, bucketShown } from '../../domain/figures.ts';
import { Problem } from '../../problems/problem.ts';
import { asksSql } from '../../storage/columns/asked-conditions.ts';
import {
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
export interface ShownFigures extends Omit<ShipmentFigures, 'bucket' | 'words'> {
  readonly bucket: string | null;
  readonly by: Readonly<Partial<Record<ShipmentDimensionName, string | null>>>;
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
  return shownFigures(figures.toSorted(inOrder), wish.bucket, wish.by);
}

function* shownFigures(
  figures: readonly ShipmentFigures[],
  bucket: Bucket | null,
  by: readonly ShipmentDimensionName[],
): Generator<ShownFigures, void, undefined> {
  const shownBucket = bucketNames(bucket);
  for (const row of figures) {
    // Field by field: thousands of rows whose fields are spread and gathered take ten times as long.
    yield {
      bucket: shownBucket(row.bucket),
      by: byNames(by, row.words),
      shipments: row.shipments,
      delivered: row.delivered,
      rto: row.rto,
      ndr: row.ndr,
      promised: row.promised,
      onTime: row.onTime,
      minutes: row.minutes,
      codDuePaise: row.codDuePaise,
      freightPaise: row.freightPaise,
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

function byNames(names: readonly ShipmentDimensionName[], words: readonly (string | null)[]) {
  const by: Partial<Record<ShipmentDimensionName, string | null>> = {};
  for (const [nth, name] of names.entries()) by[name] = words[nth] ?? null;
  return by;
}

function inOrder(a: ShipmentFigures, b: ShipmentFigures): number {
  return (a.bucket ?? 0) - (b.bucket ?? 0) || b.shipments - a.shipments || compareWords(a.words, b.words);
}

function compareWords(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [nth, word] of a.entries()) {
    const [one, other] = [word ?? '', b[nth] ?? ''];
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

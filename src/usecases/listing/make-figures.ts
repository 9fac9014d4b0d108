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
 * each pair of words, the oldest bucket first and the largest group of it. Dropped when the signal is aborted.
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
): Promise<ShownFigures[]> {
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
  return figures.toSorted(inOrder).map(({ bucket, words, ...sums }) => ({
    bucket: bucket === null || wish.bucket === null ? null : bucketShown(wish.bucket, bucket),
    by: Object.fromEntries(wish.by.map((name, nth) => [name, words[nth] ?? null])),
    ...sums,
  }));
}

function inOrder(a: ShipmentFigures, b: ShipmentFigures): number {
  const byWords = () => (String(a.words) < String(b.words) ? -1 : 1);
  return (a.bucket ?? 0) - (b.bucket ?? 0) || b.shipments - a.shipments || byWords();
}

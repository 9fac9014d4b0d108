import { hashKey, type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { CompressedRows, type Identified } from './compressed-rows.ts';
import { FRESH_MS } from './queries.ts';

/** A list that is read page by page; each page begins after the last row of the previous page. */
export interface CursorList<Row extends Identified, Place, Meta> {
  readonly queryKey: readonly unknown[];
  /** Requests some rows after a cursor; null for the first rows. */
  readonly ask: (after: Place | null, signal: AbortSignal) => Promise<Answer<Row, Place, Meta>>;
  readonly isBehind: (place: Place, other: Place) => boolean;
}

interface Answer<Row, Place, Meta> {
  readonly rows: readonly Row[];
  /** The `meta` of the whole list. */
  readonly meta: Meta;
  /** The cursor of the next rows; null at the end. */
  readonly next: Place | null;
}

/** The rows after a cursor, as they were when they were last requested. */
export interface CursorPage<Row extends Identified, Place, Meta>
  extends Omit<Answer<Row, Place, Meta>, 'rows'> {
  readonly rows: CompressedRows<Row>;
  readonly askedAt: number;
  /** The page has changed or was never loaded, so it is requested when it becomes visible. */
  readonly isOld: boolean;
}

/** The visible rows: from `from` up to, not including, `until`. */
export type Sight = () => { readonly from: number; readonly until: number };

/**
 * The pages of a list. On a reload, only the visible pages are requested, once each; the others are marked as
 * old. Reloading all pages took minutes after scrolling far. If a page now ends elsewhere, an empty old page
 * connects it to the next known page: the rows in between are loaded when they become visible.
 */
export function pagesOf<Row extends Identified, Place, Meta>(
  { queryKey, ask, isBehind }: CursorList<Row, Place, Meta>,
  sight: Sight,
) {
  type Page = CursorPage<Row, Place, Meta>;
  type Pages = InfiniteData<Page, Place | null>;
  const askOnce = async (after: Place | null, signal: AbortSignal): Promise<Page> => {
    const askedAt = Date.now();
    const answer = await ask(after, signal);
    return { ...answer, rows: new CompressedRows(answer.rows), askedAt, isOld: false };
  };
  return infiniteQueryOptions({
    queryKey,
    structuralSharing: false,
    initialPageParam: null as Place | null,
    // The signal is read only for single requests, because reading it subscribes to it.
    queryFn: (request): Promise<Page> => {
      const after = request.pageParam as Place | null;
      const query = request.client.getQueryCache().get<Page, Error, Pages>(hashKey(queryKey));
      const known = query?.state.data;
      const isMore = query?.state.fetchMeta?.fetchMore !== undefined;
      if (query === undefined || known === undefined || isMore) return askOnce(after, request.signal);
      const nth = known.pageParams.indexOf(after);
      const page = known.pages[nth];
      if (page === undefined) return Promise.resolve(gapBehind(after, known.pages, isBehind));
      const isRefetch = query.isStaleByTime(FRESH_MS);
      if (!isRefetch && !page.isOld) return Promise.resolve(page);
      if (!isInSight(known.pages, nth, sight))
        return Promise.resolve(isRefetch ? { ...page, isOld: true } : page);
      return askOnce(after, request.signal).then((answer) => ({
        ...answer,
        // Later pages are found by exactly this cursor.
        next: isOneEnd(answer.next, page.next, isBehind) ? page.next : answer.next,
      }));
    },
    getNextPageParam: (last: Page) => last.next,
  });
}

/** Finds the cursor where rows are missing between two known pages, or before the end. */
function gapBehind<Row extends Identified, Place, Meta>(
  place: Place | null,
  pages: readonly CursorPage<Row, Place, Meta>[],
  isBehind: (place: Place, other: Place) => boolean,
): CursorPage<Row, Place, Meta> {
  const [{ meta }] = pages as [CursorPage<Row, Place, Meta>];
  const next = pages.find(
    (page) => page.next !== null && (place === null || isBehind(page.next, place)),
  )?.next;
  return { rows: new CompressedRows<Row>([]), meta, next: next ?? null, askedAt: 0, isOld: true };
}

function isOneEnd<Place>(
  end: Place | null,
  other: Place | null,
  isBehind: (place: Place, other: Place) => boolean,
): boolean {
  return end !== null && other !== null && !isBehind(end, other) && !isBehind(other, end);
}

function isInSight(pages: readonly { rows: { length: number } }[], nth: number, sight: Sight): boolean {
  const { from, until } = sight();
  let begin = 0;
  for (let before = 0; before < nth; before += 1) begin += pages[before]?.rows.length ?? 0;
  const end = begin + (pages[nth]?.rows.length ?? 0);
  // If rows have gone and the reader is now below the last row, the last page counts as visible.
  return begin <= until && (end >= from || nth === pages.length - 1);
}

/** A cursor of the service: a time in milliseconds and an id. */
export type Position = [at: string, id: string];

/** Compares two positions in the order of the list. */
export function isPositionBehind(order: 'asc' | 'desc') {
  return ([at, id]: Position, [otherAt, otherId]: Position): boolean => {
    const by = Number(at) - Number(otherAt) || (id < otherId ? -1 : Number(id > otherId));
    return order === 'asc' ? by > 0 : by < 0;
  };
}

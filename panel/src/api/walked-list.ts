import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { FRESH_MS } from './queries.ts';

/** A list that is walked by places, each behind the one before: a place is that of a page's last row. */
export interface WalkedList<Row, Place, Meta> {
  readonly queryKey: readonly unknown[];
  /** Asks for some rows behind a place; null for the first. */
  readonly ask: (after: Place | null, signal: AbortSignal) => Promise<Answer<Row, Place, Meta>>;
  readonly placeOf: (row: Row) => Place;
  readonly isBehind: (place: Place, other: Place) => boolean;
}

interface Answer<Row, Place, Meta> {
  readonly rows: readonly Row[];
  /** What is told of all of them. */
  readonly meta: Meta;
  /** Where the next rows begin; null where none follows. */
  readonly next: Place | null;
}

/** The rows between two places, as they were when they were last asked for. */
export interface WalkedPage<Row, Place, Meta> extends Answer<Row, Place, Meta> {
  readonly askedAt: number;
  /** Something has changed since: it is asked for again when it comes in sight. */
  readonly isOld: boolean;
}

/** Which rows somebody sees, from the first to before the last, as numbers. */
export type Sight = () => { readonly from: number; readonly until: number };

/**
 * The pages of a list. Asked anew, those in sight are asked for, and the others are marked as old: all of them, one after
 * the other, took minutes of who had come far. A page keeps its end, however many rows have come or gone before it, so that the pages
 * behind it stay what they are.
 */
export function pagesOf<Row, Place, Meta>(
  { queryKey, ask, placeOf, isBehind }: WalkedList<Row, Place, Meta>,
  sight: Sight,
) {
  type Page = WalkedPage<Row, Place, Meta>;
  const askUntil = async (from: Place | null, ends: readonly Place[], signal: AbortSignal): Promise<Page> => {
    const asked = { askedAt: Date.now(), isOld: false };
    const rows: Row[] = [];
    for (let after = from; ; ) {
      const answer = await ask(after, signal);
      const { next } = answer;
      rows.push(...answer.rows);
      if (next === null || ends.length === 0) return { ...answer, ...asked, rows };
      const end = ends.findLast((place) => !isBehind(place, next));
      if (end !== undefined) {
        const within = rows.filter((row) => !isBehind(placeOf(row), end));
        return { ...answer, ...asked, rows: within, next: end };
      }
      after = next;
    }
  };
  return infiniteQueryOptions({
    queryKey,
    structuralSharing: false,
    initialPageParam: null as Place | null,
    // The signal is looked at where something is asked alone: whoever looks at it listens to it.
    queryFn: (asked): Promise<Page> => {
      const { client, queryKey, pageParam } = asked;
      const from = pageParam as Place | null;
      const query = client.getQueryCache().find<InfiniteData<Page>>({ queryKey, exact: true });
      const { pages = [], pageParams = [] } = query?.state.data ?? {};
      const nth = pageParams.indexOf(pageParam);
      const page = pages[nth];
      if (query === undefined || page === undefined) return askUntil(from, [], asked.signal);
      const isAnew = query.isStaleByTime(FRESH_MS);
      if (!isInSight(pages, nth, sight)) return Promise.resolve(isAnew ? { ...page, isOld: true } : page);
      if (!isAnew && !page.isOld) return Promise.resolve(page);
      const ends = pages.slice(nth).flatMap(({ next }) => (next === null ? [] : [next]));
      return askUntil(from, ends, asked.signal);
    },
    getNextPageParam: (last: Page) => last.next,
  });
}

function isInSight(pages: readonly { rows: readonly unknown[] }[], nth: number, sight: Sight): boolean {
  const before = (end: number) => pages.slice(0, end).reduce((sum, { rows }) => sum + rows.length, 0);
  const { from, until } = sight();
  // Who looks behind the last row, of which there were more before, sees the last page.
  return before(nth) <= until && before(nth + 1) >= Math.min(from, before(pages.length));
}

/** A place of the service's own positions: a time in milliseconds and an id. */
export type Position = readonly [at: string, id: string];

/** Whether a position comes after another. */
export function isPositionBehind(order: 'asc' | 'desc') {
  return ([at, id]: Position, [otherAt, otherId]: Position): boolean => {
    const by = Number(at) - Number(otherAt) || (id < otherId ? -1 : Number(id > otherId));
    return order === 'asc' ? by > 0 : by < 0;
  };
}

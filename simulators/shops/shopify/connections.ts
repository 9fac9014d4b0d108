import { GraphQLError } from 'graphql';

export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly query?: string | null;
}

const MOST = 250;

/**
 * A page of a connection. A cursor names a place in the order of `placeOf`, so entries that move meanwhile are found where they
 * have moved to.
 *
 * @param placeOf compares as text: the next page has the entries behind the last one's place
 */
export function connection<Entry>(
  entries: readonly Entry[],
  { first, last, after }: PageArguments,
  placeOf: (entry: Entry, index: number) => string = (_, index) => String(index).padStart(9, '0'),
) {
  const size = first ?? last;
  if (size === null || size === undefined) {
    throw wrongQuery('you must provide one of first or last', 'BAD_REQUEST');
  }
  if (size < 1 || size > MOST) throw wrongQuery(`first cannot exceed ${MOST}`, 'BAD_REQUEST');
  const from = after ? Buffer.from(after, 'base64').toString('utf8') : null;
  const placed = entries.map((entry, index) => ({ entry, place: placeOf(entry, index) }));
  placed.sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0));
  const left = placed.filter(({ place }) => from === null || place > from);
  const page = left.slice(0, size);
  const cursorOf = (place: string | undefined) =>
    place === undefined ? null : Buffer.from(place).toString('base64');
  return {
    nodes: page.map(({ entry }) => entry),
    edges: page.map(({ entry, place }) => ({ node: entry, cursor: cursorOf(place) })),
    pageInfo: {
      hasNextPage: left.length > page.length,
      hasPreviousPage: from !== null,
      startCursor: cursorOf(page[0]?.place),
      endCursor: cursorOf(page.at(-1)?.place),
    },
  };
}

export function wrongQuery(message: string, code: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

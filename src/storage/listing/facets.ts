import type { Journey } from '../../domain/tracking/statuses.ts';
import { Slices } from '../../slices.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions, ofJourney } from './conditions.ts';

export interface FacetShape {
  /** SQL of the word of a row of `shipments s`; null if the row has no word. */
  readonly sql: string;
  /** If a row can have several words: SQL of a query of its distinct `word`s, in brackets. */
  readonly each?: string;
  /** The filters on the same value. They do not reduce the facet's counts. */
  readonly own: readonly string[];
  /** Converts a stored word into the filter's format; null if it is hidden. */
  readonly shown: (kept: string) => string | null;
}

interface FacetCount {
  readonly value: string;
  readonly count: number;
}

export type FacetCounts = readonly FacetCount[];

/** The counts of each facet by stored word, and the total of matches. */
export interface CountedWords {
  readonly total: number;
  readonly counts: readonly ReadonlyMap<string, number>[];
}

/** The parts of a listing's filters that facets need. */
interface Narrowing<Filters> {
  readonly add: (conditions: Conditions, filters: Filters) => void;
}

/** A count of rows with one word of a facet, which is given by its index. Without a facet, all rows. */
interface CountedWord {
  readonly facet: number | null;
  readonly word: string | null;
  readonly n: number;
}

/** SQL that counts, in one pass, each word of the facets with one word for each row, and all rows. */
function countOneWord(facets: readonly (readonly [number, FacetShape])[], from: string): string {
  const column = (index: number) => `facet_${index}`;
  const columns = facets.map(([index]) => column(index));
  const which = facets.map(([index]) => `when grouping(${column(index)}) = 0 then ${index}`);
  const own = facets.map(([index, { sql }]) => `(${sql}) as ${column(index)}`);
  // `offset 0` keeps two facets of the same column separate. Before version 18, PostgreSQL would combine them
  // into one grouping set.
  if (facets.length === 0) return `select null as facet, null as word, count(*) as n ${from}`;
  return `select case ${which.join(' ')} end as facet, coalesce(${columns.map((name) => `${name}::text`).join(', ')}) as word,
      count(*) as n
    from (select ${own.join(', ')} ${from} offset 0) as facets
   group by grouping sets (${columns.map((name) => `(${name})`).join(', ')}, ())`;
}

/**
 * Counts by SQL: facets with the same conditions in one pass over the rows, and each facet with several words
 * for each row in a separate pass. All passes use the scope's snapshot.
 *
 * @param joins more tables for facets, in addition to `shipments s`
 */
export async function countFacetsBySql<Filters extends object>(
  scope: AccountScope,
  journey: Journey,
  filterSet: Narrowing<Filters>,
  filters: Filters,
  facets: readonly FacetShape[],
  joins = '',
): Promise<CountedWords> {
  type Group = { readonly filters: Filters; readonly facets: [number, FacetShape][] };
  const groups = new Map<string, Group>([[keyOf(filters), { filters, facets: [] }]]);
  for (const [index, facet] of facets.entries()) {
    const others = Object.fromEntries(
      Object.entries(filters).filter(([name]) => !facet.own.includes(name)),
    ) as Filters;
    const group = groups.get(keyOf(others)) ?? { filters: others, facets: [] };
    group.facets.push([index, facet]);
    groups.set(keyOf(others), group);
  }
  const counts = facets.map(() => new Map<string, number>());
  let total = 0;
  for (const group of groups.values()) {
    const conditions = new Conditions(ofJourney(journey));
    filterSet.add(conditions, group.filters);
    const from = (more = '') => `from shipments s ${joins} ${more} where ${conditions.sql}`;
    const ofOneWord = group.facets.filter(([, { each }]) => each === undefined);
    const isWhole = group.filters === filters;
    const texts = isWhole || ofOneWord.length > 0 ? [countOneWord(ofOneWord, from())] : [];
    for (const [index, { each }] of group.facets) {
      if (each !== undefined) {
        texts.push(
          `select ${index} as facet, word, count(*) as n ${from(`cross join lateral ${each} as each`)} group by word`,
        );
      }
    }
    for (const text of texts) {
      for (const { facet, word, n } of await scope.read<CountedWord>(text, conditions.parameters)) {
        if (facet !== null && word !== null) counts[facet]?.set(word, n);
        if (facet === null && isWhole) total = n;
      }
    }
  }
  return { total, counts };
}

function keyOf(filters: object): string {
  return Object.keys(filters).sort().join(' ');
}

const STORE_NAMES = 'select store_id::text as store_id, store_name from stores where account_id = $1';

export async function storeNames(scope: AccountScope): Promise<ReadonlyMap<string, string>> {
  const rows = await scope.read<{ store_id: string; store_name: string }>(STORE_NAMES, []);
  return new Map(rows.map((row) => [row.store_id, row.store_name]));
}

const MOST_VALUES = 1_000;
const MOST_LONG_VALUES = 50;

/** The number of matches, and for each facet the counts by value, without the facet's own filters. */
export interface ShownFacets<Name extends string> {
  readonly total: number;
  readonly facets: Readonly<Partial<Record<Name, FacetCounts>>>;
}

/** Returns the facets with these names, with the most frequent values. Stores are counted by id and named here. */
export async function shownFacets<Name extends string>(
  scope: AccountScope,
  shapes: Readonly<Record<Name, FacetShape>>,
  long: readonly Name[],
  names: readonly Name[],
  { total, counts }: CountedWords,
): Promise<ShownFacets<Name>> {
  const stores = names.some((name) => name === 'store_name')
    ? await storeNames(scope)
    : new Map<string, string>();
  const facets: [Name, FacetCounts][] = [];
  for (const [index, name] of names.entries()) {
    const shape: FacetShape =
      name === 'store_name' ? { ...shapes[name], shown: (id) => stores.get(id) ?? null } : shapes[name];
    const most = long.includes(name) ? MOST_LONG_VALUES : MOST_VALUES;
    facets.push([name, await shownCounts(shape, counts[index] ?? new Map(), most)]);
  }
  return { total, facets: Object.fromEntries(facets) as Partial<Record<Name, FacetCounts>> };
}

/** Up to this many times the shown values are kept before sorting, so that sorting is rare. */
const KEPT = 4;

/** Returns the counts to show, most frequent first. With very many words, only candidates are sorted. */
export async function shownCounts(
  { shown }: FacetShape,
  counts: ReadonlyMap<string, number>,
  most: number,
): Promise<FacetCounts> {
  const slices = new Slices();
  const sums = new Map<string, number>();
  await slices.inTurns(counts, ([kept, count]) => {
    const value = shown(kept);
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + count);
  });
  const first: FacetCount[] = [];
  const leaveMost = () => first.sort(byFrequency).splice(most);
  // A value after this value is not among the most frequent.
  let last: FacetCount | null = null;
  await slices.inTurns(sums, ([value, count]) => {
    const counted = { value, count };
    if (last !== null && byFrequency(last, counted) < 0) return;
    first.push(counted);
    if (first.length < KEPT * most) return;
    leaveMost();
    last = first.at(-1) ?? null;
  });
  leaveMost();
  return first;
}

function byFrequency(a: FacetCount, b: FacetCount): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

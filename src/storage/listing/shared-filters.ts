import { validate as isUuid } from 'uuid';
import { readSearch, type SearchTerms } from '../../domain/listing/read-search.ts';
import { QC_STATUSES } from '../../domain/tracking/statuses.ts';
import { ZONES, type Zone, zoneNumber, zoneWord } from '../../domain/zones/zone.ts';
import { about, word } from '../../problems/sentence.ts';
import { earliestTime, latestTime, list, oneOf, optional, text } from '../../reading/fields.ts';
import { type Conditions, searchCondition } from './conditions.ts';
import type { ColumnsFilter, WordsBySql } from './filter-set.ts';

const MOST_VALUES = 200;
const LONGEST_SEARCH = 20_000;

const words = (description: string, nearMisses: readonly string[] = []) =>
  optional(list(text({ max: 300, mayBeNumber: true }), { max: MOST_VALUES, description, nearMisses }));

/** A condition on columns: the column's word is one of these words. */
export const amongWords = (column: string) => (among: readonly string[]) => ({ column, among });
/** Used if only SQL can find the rows of a filter. */
export const BY_SQL = () => 'sql' as const;
/** For a filter that only SQL can answer. */
const SQL_ALONE = () => null;

type ColumnsFilterOf<Meant> = (value: Meant) => ColumnsFilter;

/** A filter that matches any of the sent values. */
export function anyOf(
  description: string,
  where: string,
  columnsFilter: ColumnsFilterOf<readonly string[]> = SQL_ALONE,
  nearMisses: readonly string[] = [],
) {
  return {
    field: words(description, nearMisses),
    parse: (sent: string[]) => sent as readonly string[],
    where,
    columnsFilter,
  };
}

/**
 * The description of a filter that takes these words and names others as unknown. The schema has no closed list
 * of them: a client that checks it would refuse words that the filter takes.
 */
export function knownWords(description: string, all: readonly string[]): string {
  const list = all.map((one) => `\`${one}\``).join(', ');
  return `${description} The words are ${list}. A word that means none of them matches nothing, and \`meta.unknown_values\` names it.`;
}

/** A filter that matches any of the sent words; unknown words are reported and match nothing. */
export function anyKnown<Word>(
  description: string,
  find: (word: string) => Word | null,
  where: string | ((conditions: Conditions, words: readonly Word[]) => void),
  columnsFilter: ColumnsFilterOf<readonly Word[]> = SQL_ALONE,
) {
  const parse = (sent: string[], unknown: string[]): readonly Word[] =>
    sent.flatMap((word) => {
      const found = find(word);
      if (found === null) unknown.push(word);
      return found ?? [];
    });
  return { field: words(description), parse, where, columnsFilter };
}

/** Requires each word in a table's text about the shipment. */
export function searchIn(table: 'shipment_search' | 'returns') {
  return {
    ...SEARCH,
    where: (conditions: Conditions, terms: SearchTerms) => {
      const found = searchCondition(conditions, terms);
      conditions.addPlain(`s.shipment_id in (select shipment_id from ${table} where ${found})`);
    },
    columnsFilter: BY_SQL,
  };
}

export const SEARCH = {
  field: optional(
    text({
      max: LONGEST_SEARCH,
      mayBeNumber: true,
      multiline: true,
      description:
        'Every word must match a part of 3 or more characters (or a shorter whole word) of tracking number, order id, external id, a person’s name, phone, email, city or pincode, or an item’s name or SKU.',
    }),
  ),
  // A search without words is ignored.
  parse: (sent: string): SearchTerms | undefined => {
    const terms = readSearch(sent);
    return terms.length === 0 ? undefined : terms;
  },
};

/** The words for a listing's statuses: the shown statuses, and the granular statuses that they stand for. */
interface StatusWords<Listed extends string, Granular extends string> {
  readonly all: readonly Listed[];
  readonly readListed: (word: string) => Listed | null;
  readonly readGranular: (word: string) => Granular | null;
  readonly granularOf: (listed: Listed) => readonly Granular[];
  /** Adds the conditions for one listing status, and for granular statuses. */
  readonly whereListed: (conditions: Conditions, status: Listed) => void;
  readonly whereGranular: (conditions: Conditions, statuses: readonly Granular[]) => void;
  /** The stored form of a granular status. */
  readonly kept: (status: Granular) => string;
}

/**
 * The filters `status` and `granular_status`; rows must match both. A single listing status in `status` is
 * kept, because an index and the counters contain it. Several statuses, or granular ones, are replaced by all
 * their granular statuses.
 */
export function statusFilters<Listed extends string, Granular extends string>({
  all,
  readListed,
  readGranular,
  granularOf,
  whereListed,
  whereGranular,
  kept,
}: StatusWords<Listed, Granular>) {
  const granularColumns = (statuses: readonly Granular[]) => ({
    column: 'granular_status',
    among: statuses.map(kept),
  });
  const granularMeant = (sent: string): readonly Granular[] => {
    const listed = readListed(sent);
    if (listed !== null) return granularOf(listed);
    const granular = readGranular(sent);
    return granular === null ? [] : [granular];
  };
  const status = {
    field: optional(
      list(
        text({
          max: 60,
          check: (sent) => readListed(sent) !== null || readGranular(sent) !== null,
          checkSentence: about('must_be_one_of', 'must be one of {words}', {
            words: all.map((one) => word(one)),
          }),
        }),
        { max: MOST_VALUES, description: 'Any of these statuses; granular ones are taken too.' },
      ),
    ),
    parse: (sent: string[]): Listed | readonly Granular[] => {
      const [listed, ...others] = new Set(sent.map(readListed));
      return listed && others.length === 0 ? listed : [...new Set(sent.flatMap(granularMeant))];
    },
    where: (conditions: Conditions, value: Listed | readonly Granular[]) =>
      typeof value === 'string' ? whereListed(conditions, value) : whereGranular(conditions, value),
    columnsFilter: (value: Listed | readonly Granular[]) =>
      granularColumns(statusesMeantBy(value, granularOf) ?? []),
  };
  const granular_status = anyKnown(
    knownWords('Any of these granular statuses.', all.flatMap(granularOf)),
    readGranular,
    whereGranular,
    granularColumns,
  );
  return { status, granular_status };
}

/** The granular statuses that the filter `status` stands for. */
export function statusesMeantBy<Listed extends string, Granular extends string>(
  value: Listed | readonly Granular[] | undefined,
  granularOf: (listed: Listed) => readonly Granular[],
): readonly Granular[] | undefined {
  return typeof value === 'string' ? granularOf(value) : value;
}

/**
 * The condition of a time range on columns. They store times in seconds, except the time of the sort order,
 * so SQL answers for a bound that is not a whole second.
 */
function spanOf(column: string | null, { from, until }: { from?: number; until?: number }): ColumnsFilter {
  if (column === null) return null;
  if (column === 'created_at')
    return { placed: { ...(from !== undefined && { from }), ...(until !== undefined && { until }) } };
  if (from !== undefined) return from % 1000 === 0 ? { column, from: from / 1000 } : null;
  return until !== undefined && (until + 1) % 1000 === 0 ? { column, until: (until + 1) / 1000 - 1 } : null;
}

/**
 * Filters for the earliest and latest time.
 *
 * @param time SQL of the time, which may depend on other filters
 * @param columnOf its column in memory; null if only SQL can answer
 */
export function timeSpan<Others = unknown>(
  time: string | ((filters: Others) => string),
  columnOf: (filters: Others) => string | null = () => null,
) {
  const sqlOf = typeof time === 'string' ? () => time : time;
  const from = {
    field: optional(earliestTime({ description: 'Included.' })),
    parse: (sent: number) => sent,
    where: (conditions: Conditions, at: number, filters: Others) =>
      conditions.add(`${sqlOf(filters)} >= ?`, new Date(at)),
    columnsFilter: (at: number, filters: Others) => spanOf(columnOf(filters), { from: at }),
  };
  const until = {
    field: optional(latestTime({ description: 'Included, with its whole second, or day.' })),
    parse: (sent: number) => sent,
    where: (conditions: Conditions, at: number, filters: Others) =>
      conditions.add(`${sqlOf(filters)} < ?`, new Date(at + 1)),
    columnsFilter: (at: number, filters: Others) => spanOf(columnOf(filters), { until: at }),
  };
  return { from, until };
}

export const ofCarriers = (nearMisses: readonly string[] = []) =>
  anyOf('Any of these carriers.', 's.carrier_id = any(?::text[])', amongWords('carrier_id'), nearMisses);
/** A filter that matches any of these ids. A text that is not a UUID matches nothing. */
export const ofIds = (
  description: string,
  where: string,
  columnsFilter: ColumnsFilterOf<readonly string[]> = BY_SQL,
  nearMisses: readonly string[] = [],
) => ({
  ...anyOf(description, where, columnsFilter, nearMisses),
  parse: (sent: string[]): readonly string[] => sent.filter((id) => isUuid(id)).map((id) => id.toLowerCase()),
});
const WAREHOUSES_BY_NAME = (names: string) =>
  `from warehouses where account_id = $1 and (warehouse_id::text = any(${names}::text[]) or lower(code) = any(${names}::text[]))`;

/** By ids or codes. Only codes have to be looked up. @param shipments the aliases of `shipments`, any of which may match */
export const ofWarehouses = (nearMisses: readonly string[] = [], shipments: readonly string[] = ['s']) => ({
  ...anyOf('Any of these warehouses, by id or `code`.', '', BY_SQL, nearMisses),
  parse: (sent: string[]): readonly string[] => sent.map((name) => name.toLowerCase()),
  where: (conditions: Conditions, names: readonly string[]) => {
    const ids = names.filter((name) => isUuid(name));
    const isAny =
      ids.length === names.length
        ? `= any(${conditions.parameter(ids)}::uuid[])`
        : `in (select warehouse_id ${WAREHOUSES_BY_NAME(conditions.parameter(names))})`;
    conditions.addPlain(`(${shipments.map((alias) => `${alias}.warehouse_id ${isAny}`).join(' or ')})`);
  },
  columnsFilter: (names: readonly string[]): ColumnsFilter =>
    names.every((name) => isUuid(name))
      ? amongWords('warehouse_id')(names)
      : {
          column: 'warehouse_id',
          sql: `select warehouse_id::text as word ${WAREHOUSES_BY_NAME('$2')}`,
          value: names,
        },
});
export const CHANNELS = {
  ...anyOf('Any of these channels.', 's.channel = any(?::text[])', amongWords('channel')),
  parse: (sent: string[]): readonly string[] => sent.map((channel) => channel.toLowerCase()),
};
export const ZONE_FILTER = {
  field: optional(
    list(oneOf(ZONES.flatMap((zone): string[] => [zoneWord(zone), zone.toLowerCase()])), {
      max: MOST_VALUES,
    }),
  ),
  parse: (sent: string[]): readonly Zone[] => sent.flatMap((word) => ZONES[zoneNumber(word.slice(-1))] ?? []),
  where: 's.zone = any(?::zone[])',
  columnsFilter: amongWords('zone'),
};
export const STORES = anyOf(
  'Any of these stores, exactly.',
  's.store_id in (select store_id from stores where account_id = $1 and store_name = any(?::text[]))',
  (value): WordsBySql => ({
    column: 'store_id',
    sql: 'select store_id::text as word from stores where account_id = $1 and store_name = any($2::text[])',
    value,
  }),
);

/** SQL of a condition on the row of `returns` that belongs to the row `alias` of `shipments`. */
export const inReturns = (alias: 's' | 'r', condition: string) =>
  `${alias}.shipment_id in (select shipment_id from returns where account_id = $1 and ${condition})`;

/** SQL of the result of the check at the door, for the return `alias`. */
export const qcOf = (alias: 's' | 'r') =>
  anyKnown(
    knownWords('Any of these results of the check at the door.', QC_STATUSES),
    (word) => QC_STATUSES.find((status) => status === word.trim().toLowerCase()) ?? null,
    inReturns(alias, 'qc_status = any(?::qc_status[])'),
  );

/** A filter for data that is not stored here. Any value is accepted. */
export const notStored = (description: string) =>
  anyKnown(description, () => null, 'cardinality(?::text[]) > 0');
export const REFUNDS = notStored('Refunds are not kept here: any value matches nothing.');

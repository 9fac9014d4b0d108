import { validate as isUuid } from 'uuid';
import { parseDecimal, roundDecimalToInteger } from '../../domain/decimal.ts';
import { readSearch, type SearchTerms } from '../../domain/listing/read-search.ts';
import { findNdrReason, findRtoReason } from '../../domain/tracking/read-reason.ts';
import { readForwardStatus, readListingStatus } from '../../domain/tracking/read-status.ts';
import {
  type ForwardStatus,
  granularStatusesOf,
  LISTING_STATUSES,
  type ListingStatus,
  listingStatusOf,
} from '../../domain/tracking/statuses.ts';
import { ZONES, type Zone, zoneNumber, zoneWord } from '../../domain/zones/zone.ts';
import {
  boolean,
  decimal,
  earliestTime,
  latestTime,
  list,
  oneOf,
  optional,
  text,
  type ValueOf,
  wholeNumber,
} from '../../reading/fields.ts';
import { type Conditions, searchCondition } from './conditions.ts';

/** The dates that `start_time` and `end_time` can be about (contract: listing). */
const DATE_FIELDS = [
  'created_at',
  'order_date',
  'picked_up_at',
  'out_for_delivery_at',
  'delivered_at',
  'ndr_raised_at',
  'rto_initiated_at',
  'rto_delivered_at',
  'cancelled_at',
  'updated_at',
] as const;

const MOST_VALUES = 200;
const LONGEST_SEARCH = 20_000;
const MOST_ATTEMPTS = 32_767;

/** A filter of the listing: how it is read, what that means, and what it asks of `shipments s`. */
export interface Filter<Field, Sent, Meant> {
  readonly field: Field;
  /** Undefined where nothing is meant; what names nothing goes to `unknown`. */
  readonly meant: (sent: Sent, unknown: string[]) => Meant | undefined;
  /** `?` stands for what is meant. */
  readonly where: string | ((conditions: Conditions, meant: Meant, filters: Others) => void);
}

/** What a filter has to know of others. */
export interface Others {
  readonly date_field?: (typeof DATE_FIELDS)[number];
  readonly status?: ListingStatus;
}

const words = (description: string, nearMisses: readonly string[] = []) =>
  optional(list(text({ max: 300, description }), { max: MOST_VALUES, nearMisses }));

/** Any of these values, as they are sent. */
export function anyOf(description: string, where: string, nearMisses: readonly string[] = []) {
  return {
    field: words(description, nearMisses),
    meant: (sent: string[]) => sent as readonly string[],
    where,
  };
}

/** Any of these words, as far as they are known. */
export function anyKnown<Word>(
  description: string,
  find: (word: string) => Word | null,
  where: Filter<unknown, string[], readonly Word[]>['where'],
) {
  const meant = (sent: string[], unknown: string[]): readonly Word[] =>
    sent.flatMap((word) => {
      const found = find(word);
      if (found === null) unknown.push(word);
      return found ?? [];
    });
  return { field: words(description), meant, where };
}

function weight(comparison: '>=' | '<=') {
  const meant = (grams: string) => centigramsInside(grams, comparison);
  return {
    field: optional(decimal({ atLeast: 0, unit: 'grams' })),
    meant,
    where: `s.applied_weight ${comparison} ?`,
  };
}

function attempts(comparison: '>=' | '<=') {
  return {
    field: optional(wholeNumber({ atLeast: 0, atMost: MOST_ATTEMPTS })),
    meant: (sent: number) => sent,
    where: `s.attempt_count ${comparison} ?`,
  };
}

/**
 * One reason is compared with, not looked for in a list: its part of the index then holds the listing's order. In a
 * list of one, PostgreSQL sorts all that match: a page of 7,000 took 28 ms by it and takes 10, its plan kept.
 */
function reasonIn(column: 'ndr_reason' | 'rto_reason') {
  return (conditions: Conditions, reasons: readonly string[]) => {
    const [reason, ...others] = reasons;
    if (others.length === 0 && reason !== undefined) conditions.add(`s.${column} = ?::${column}`, reason);
    else conditions.add(`s.${column} = any(?::${column}[])`, reasons);
  };
}

/** Each word in what a table keeps of the shipment. @param beside what else is looked in */
export function searchIn(table: 'shipment_search' | 'returns', beside: string) {
  return {
    ...searchFor(beside),
    where: (conditions: Conditions, terms: SearchTerms) => {
      const found = searchCondition(conditions, terms);
      conditions.addPlain(`s.shipment_id in (select shipment_id from ${table} where ${found})`);
    },
  };
}

/** How a search is read. */
export function searchFor(beside: string) {
  return {
    field: optional(
      text({
        max: LONGEST_SEARCH,
        multiline: true,
        description: `Every word must match a part of 3 or more characters (or a shorter whole word) of tracking number, order id, external id, name, phone, email${beside} or city.`,
      }),
    ),
    // A search without a word is none.
    meant: (sent: string): SearchTerms | undefined => {
      const terms = readSearch(sent);
      return terms.length === 0 ? undefined : terms;
    },
  };
}

/** Either a word of the listing's statuses, of which one stays one, or granular ones. */
export function statusIn<Listed extends string, Granular extends string>(
  all: readonly Listed[],
  readListed: (word: string) => Listed | null,
  readGranular: (word: string) => Granular | null,
) {
  return {
    field: optional(
      list(
        text({
          max: 60,
          check: (word) => readListed(word) !== null || readGranular(word) !== null,
          checkSentence: `must be one of ${all.join(', ')}`,
        }),
        { max: MOST_VALUES, description: 'Any of these statuses; granular ones are taken too.' },
      ),
    ),
    /** One listing status stays one, which an index knows; of more than that, all their granular ones are meant. */
    meant: (sent: string[]): Listed | undefined => {
      const [status, ...others] = new Set(sent.map(readListed));
      return status && others.length === 0 ? status : undefined;
    },
    where: 's.status = ?',
  };
}

const dateOf = ({ date_field = 'created_at' }: Others) => `s.${date_field}`;

/* Filters of either listing. */
export const ofCarriers = (nearMisses: readonly string[] = []) =>
  anyOf('Any of these carriers.', 's.carrier_id = any(?::text[])', nearMisses);
export const ofWarehouses = (nearMisses: readonly string[] = []) => ({
  ...anyOf('Any of these warehouses.', 's.warehouse_id = any(?::uuid[])', nearMisses),
  meant: (sent: string[]): readonly string[] => sent.filter((id) => isUuid(id)),
});
export const CHANNELS = {
  ...anyOf('Any of these channels.', 's.channel = any(?::text[])'),
  meant: (sent: string[]): readonly string[] => sent.map((channel) => channel.toLowerCase()),
};
export const ZONE_FILTER = {
  field: optional(
    list(oneOf(ZONES.flatMap((zone): string[] => [zoneWord(zone), zone.toLowerCase()])), {
      max: MOST_VALUES,
    }),
  ),
  meant: (sent: string[]): readonly Zone[] => sent.flatMap((word) => ZONES[zoneNumber(word.slice(-1))] ?? []),
  where: 's.zone = any(?::zone[])',
};
export const STORES = anyOf(
  'Any of these stores, exactly.',
  's.store_id in (select store_id from stores where account_id = $1 and store_name = any(?::text[]))',
);

/** Every filter of the listing, its counts and its export, by the name that it is sent under (contract: listing). */
const FILTERS = {
  date_field: {
    field: optional(
      oneOf(DATE_FIELDS, {
        description: 'What `start_time` and `end_time` are about; `created_at` by default.',
      }),
    ),
    meant: (sent: (typeof DATE_FIELDS)[number]) => sent,
    where: () => undefined,
  },
  start_time: {
    field: optional(earliestTime({ description: 'Included.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, from: number, filters: Others) =>
      conditions.add(`${dateOf(filters)} >= ?`, new Date(from)),
  },
  end_time: {
    field: optional(latestTime({ description: 'Included, with its whole second, or day.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, until: number, filters: Others) =>
      conditions.add(`${dateOf(filters)} < ?`, new Date(until + 1)),
  },
  search: searchIn('shipment_search', ''),
  status: statusIn(LISTING_STATUSES, readListingStatus, readForwardStatus),
  granular_status: anyKnown('Any of these granular statuses.', readForwardStatus, addGranularStatuses),
  carrier_id: ofCarriers(),
  warehouse_ids: ofWarehouses(),
  channel: CHANNELS,
  zone: ZONE_FILTER,
  sku: anyOf(
    'An item with any of these SKUs.',
    's.shipment_id in (select shipment_id from shipment_skus where account_id = $1 and sku = any(?::text[]))',
  ),
  tags: anyOf(
    'Any of these tags.',
    's.shipment_id in (select shipment_id from shipment_tags where account_id = $1 and tag = any(?::text[]))',
  ),
  ndr_reason: anyKnown('Any of these NDR reasons.', findNdrReason, reasonIn('ndr_reason')),
  rto_reason: anyKnown('Any of these RTO reasons.', findRtoReason, reasonIn('rto_reason')),
  store_name: STORES,
  order_display_id: anyOf(
    'Any of these order ids, exactly.',
    's.order_id in (select order_id from orders where account_id = $1 and display_id = any(?::text[]))',
  ),
  is_cod: { field: optional(boolean()), meant: (sent: boolean) => sent, where: 's.is_cod = ?' },
  applied_weight_min: weight('>='),
  applied_weight_max: weight('<='),
  attempts_count__gte: attempts('>='),
  attempts_count__lte: attempts('<='),
} as const;

type Filters = typeof FILTERS;
type Name = keyof Filters;

/** The fields of the filters, as a request has them. */
export const FILTER_FIELDS = Object.fromEntries(
  Object.entries(FILTERS).map(([name, { field }]) => [name, field]),
) as unknown as { readonly [N in Name]: Filters[N]['field'] };

/** Pairs of fields of which the first may not pass the second. */
export const FILTER_ORDERS = [
  { lower: 'start_time', upper: 'end_time', relation: 'after' },
  { lower: 'applied_weight_min', upper: 'applied_weight_max' },
  { lower: 'attempts_count__gte', upper: 'attempts_count__lte' },
] as const;

/** The filters as a client sent them, each by itself readable. */
export type SentFilters = { readonly [N in Name]?: ValueOf<Filters[N]['field']> | undefined };

/**
 * What a listing, its counts and its export are narrowed to. An absent filter does not narrow; a list matches any of
 * its values, so that an empty one matches nothing. Times are Unix milliseconds, weights 0.01 g, both included.
 */
export type ListingFilters = {
  readonly [N in Name]?: NonNullable<ReturnType<Filters[N]['meant']>>;
};

/** The filters that a body asks for, and the values in it that name nothing (`meta.unknown_values`). */
export function readFilters(sent: SentFilters): { filters: ListingFilters; unknownValues: string[] } {
  const read = meantBy(FILTERS, sent);
  const filters = read.filters as ListingFilters;
  const { status, granular_status } = filters;
  if (sent.status === undefined || status !== undefined) return { ...read, filters };
  // Both must hold: `status` with several or granular words, and `granular_status`.
  const both = granularStatusesMeant(sent.status).filter((one) => granular_status?.includes(one) ?? true);
  return { ...read, filters: { ...filters, granular_status: both } };
}

/** Adds what the filters ask for. */
export function addFilters(conditions: Conditions, filters: ListingFilters): void {
  addMeant(conditions, FILTERS, filters);
}

/** The filters of a listing, whatever each of them means. */
type AnyFilters = Readonly<
  Record<
    string,
    {
      readonly meant: (sent: never, unknown: string[]) => unknown;
      readonly where: string | ((conditions: Conditions, meant: never, filters: never) => void);
    }
  >
>;

/** What is meant by what was sent, by the filters of a listing. */
export function meantBy(
  filters: AnyFilters,
  sent: Readonly<Record<string, unknown>>,
): { readonly filters: Readonly<Record<string, unknown>>; readonly unknownValues: string[] } {
  const unknownValues: string[] = [];
  const meant = Object.entries(filters).flatMap(([name, filter]) => {
    const value = sent[name];
    const means = filter.meant as (sent: unknown, unknown: string[]) => unknown;
    return value === undefined ? [] : [[name, means(value, unknownValues)] as const];
  });
  return { filters: Object.fromEntries(meant.filter(([, value]) => value !== undefined)), unknownValues };
}

/** Adds what is meant, by the filters of a listing. */
export function addMeant(
  conditions: Conditions,
  filters: AnyFilters,
  meant: Readonly<Record<string, unknown>>,
): void {
  for (const [name, { where }] of Object.entries(filters)) {
    const value = meant[name];
    if (value === undefined) continue;
    if (typeof where === 'string') conditions.add(where, value);
    else
      (where as (conditions: Conditions, value: unknown, meant: unknown) => void)(conditions, value, meant);
  }
}

function granularStatusesMeant(sent: readonly string[]): ForwardStatus[] {
  const meant = sent.flatMap((word) => {
    const listed = readListingStatus(word);
    return listed === null ? (readForwardStatus(word) ?? []) : granularStatusesOf(listed);
  });
  return [...new Set(meant)];
}

/** The index knows the listing status: what the granular ones say of it finds their rows there. */
function addGranularStatuses(
  conditions: Conditions,
  statuses: readonly ForwardStatus[],
  filters: Others,
): void {
  conditions.add('s.granular_status = any(?::granular_status[])', statuses);
  const implied = [...new Set(statuses.map((status) => listingStatusOf(status)))];
  if (filters.status === undefined && implied.length === 1) conditions.add('s.status = ?', implied[0]);
}

/** Grams as hundredths; a bound between two is moved to the one that is inside. */
function centigramsInside(grams: string, comparison: '>=' | '<='): number | undefined {
  const exact = parseDecimal(grams);
  if (exact === null) return undefined;
  const nearest = roundDecimalToInteger(exact, 2);
  const excess = 10n ** BigInt(exact.scale) * nearest - exact.units * 100n;
  const inside = comparison === '>=' ? (excess < 0n ? 1n : 0n) : excess > 0n ? -1n : 0n;
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(nearest + inside > largest ? largest : nearest + inside);
}

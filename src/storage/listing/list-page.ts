import { type GranularStatus, granularStatusesOf, type Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { joinOne } from '../shipment-joins.ts';
import { afterPosition, Conditions } from './conditions.ts';
import { type DateField, dateColumn, type ListingFilters, SHIPMENT_FILTERS } from './filters.ts';
import { type Listing, type ListingPage, neededDate, sortedDate } from './listing.ts';
import { statusesMeantBy } from './shared-filters.ts';
import { VIEW_COLUMNS, VIEW_JOINS, type ViewRow, viewOfRow } from './shipment-views.ts';
import { allShipments, narrowestSource, spanShape } from './source.ts';

export interface ListingQuery {
  /** Set if one plan fits all values. PostgreSQL then plans the statement once for each connection. */
  readonly name: string | null;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Lists one page with its total, in one statement and therefore in one snapshot. */
export async function listShipmentRows(scope: AccountScope, page: ListingPage): Promise<Listing> {
  return readPage(scope, listingQuery(page), viewOfRow);
}

/** Reads the page with a statement of `pageStatement`. */
export async function readPage<Row extends ViewRow, View>(
  scope: AccountScope,
  { name, text, parameters }: ListingQuery,
  toView: (row: Row) => View,
): Promise<Listing<View>> {
  type Found = { total: number } & (Row | { shipment_id: null });
  const rows =
    name === null
      ? await scope.read<Found>(text, parameters)
      : await scope.read<Found>({ name, text }, parameters);
  const found = rows.filter((row): row is { total: number } & Row => row.shipment_id !== null);
  return { shipments: found.map(toView), total: rows[0]?.total ?? 0 };
}

/** Each page size that is prepared adds a plan to every connection. */
const USUAL_SIZES: readonly number[] = [10, 20, 25, 50, 100];

const DEEPEST_LIGHT_ROW = 2_000;

/** Tells whether a page takes a few milliseconds for any number of shipments: see `LongWork`. */
export function isLight(listed: ListingPage): boolean {
  const { filters, page, perPage, after } = listed;
  const isByCreation = sortedDate(listed) === 'created_at' && isCounted(filters);
  return isByCreation && (after !== null || page * perPage <= DEEPEST_LIGHT_ROW);
}

/** SQL of the sort time of a row of `shipments`, or of one with its columns. */
function sortTime(by: DateField, row: string): string {
  if (by === 'created_at') return `${row}.created_at`;
  return `coalesce(date_trunc('second', ${row}.${dateColumn(by)}), 'epoch')`;
}

/**
 * Builds the statement of a page. Its shape depends on which filters are given, and whether each has one
 * value or several. Only for codes it depends on the value.
 *
 * There are three cases. Filters that are counted (none, or statuses) take the total from the counters and
 * the page from the end of an index. This statement is prepared, with the limit in the text, because
 * PostgreSQL would plan it each time for a value. Filters that name a set (search, SKU, tag, order id,
 * another date), and every page sorted by another date than the creation, find the set once for page and
 * total. All other filters find the page separately, and count the matches. Other dates have no index, because
 * every scan would have to update it.
 */
export function listingQuery(page: ListingPage): ListingQuery {
  const { filters, order, perPage, after } = page;
  const by = sortedDate(page);
  const conditions = new Conditions();
  const isOneSet = by !== 'created_at' || namesSet(filters);
  const { shape, parts } = isOneSet ? fromOneSet(conditions, page) : fromRows(conditions, page);
  const text = pageStatement(parts, { columns: VIEW_COLUMNS, joins: VIEW_JOINS, by, order });
  const start = after !== null ? 'after' : page.page === 1 ? 'first' : null;
  const isSteady = shape !== null && start !== null && USUAL_SIZES.includes(perPage);
  const name = isSteady ? `list-shipments-${shape}-${order}-${start}-${perPage}` : null;
  return { name, text, parameters: conditions.parameters };
}

/**
 * Returns a statement for a page with its total, in one snapshot.
 *
 * @param parts the queries `page` (shipment_id, created_at) and `total` (n), which find the rows
 * @param shown the columns for each row of `shipments s`, and the joins that they need
 */
export function pageStatement(
  parts: string,
  shown: {
    readonly columns: string;
    readonly joins: string;
    readonly by?: DateField;
    readonly order: 'asc' | 'desc';
  },
): string {
  const { columns, joins, by = 'created_at', order } = shown;
  return `with ${parts}, shown as (
  select ${columns}
    from page
    ${joinOne('shipments', 's', 'shipment_id = page.shipment_id')}
    ${joins}
)
select total.n as total, shown.*
  from total
  left join shown on true
 order by ${sortTime(by, 'shown')} ${order}, shown.shipment_id ${order}`;
}

/** Tells whether the filters name a set, which is then found once for page and total. */
function namesSet(filters: ListingFilters): boolean {
  const { search, sku, tags, order_display_id, date_field = 'created_at', start_time, end_time } = filters;
  const isDated = date_field !== 'created_at' && (start_time !== undefined || end_time !== undefined);
  return isDated || [search, sku, tags, order_display_id].some((values) => values !== undefined);
}

interface Finding {
  readonly parts: string;
  /** See `Source.shape`. */
  readonly shape: string | null;
}

function fromOneSet(conditions: Conditions, page: ListingPage): Finding {
  const by = sortedDate(page);
  const needed = neededDate(page);
  if (needed !== null) conditions.addPlain(`s.${dateColumn(needed)} is not null`);
  const { from, where, pageFrom, shape } =
    by === 'created_at' ? narrowestSource(conditions, page.filters) : allShipments(conditions, page.filters);
  const sorted = by === 'created_at' ? '' : `, s.${dateColumn(by)}`;
  const parts =
    pageFrom !== null
      ? `page as materialized (
  select s.shipment_id, s.created_at
    from ${pageFrom}${place(conditions, page, by)}
), total as (
  select count(*) as n from ${from} where ${where}
)`
      : partsOfSet(
          `select s.created_at, s.shipment_id${sorted}
    from ${from}
   where ${where}`,
          place(conditions, page, by),
        );
  return { parts, shape };
}

/** The parts of `pageStatement` for rows that are found once. @param matching SQL of their ids and sort times */
export function partsOfSet(matching: string, placed: string): string {
  return `matching as materialized (
  ${matching}
), total as (
  select count(*) as n from matching
), page as materialized (
  select s.shipment_id, s.created_at
    from matching s
   where true${placed}
)`;
}

/** The parts of `pageStatement` for rows that an index has in order. @param total SQL of the number `n` */
export function partsOfRows(matching: string, placed: string, total: string): string {
  return `page as materialized (
  select s.shipment_id, s.created_at
    from shipments s
   where ${matching}${placed}
), total as (
  ${total}
)`;
}

function fromRows(conditions: Conditions, page: ListingPage): Finding {
  const { filters } = page;
  SHIPMENT_FILTERS.add(conditions, filters);
  const matching = conditions.sql;
  const placed = place(conditions, page);
  const parts = partsOfRows(matching, placed, totalQuery(conditions, filters, matching));
  return { parts, shape: steadyShape(filters) };
}

/**
 * Names the shape of filters with matching rows that are adjacent in an index, in the listing's order: no
 * filter or one status, with or without a range of creation times. One plan fits all values. Without
 * planning, one status and 30 days took 8 ms instead of 11 ms.
 */
function steadyShape({ date_field: _, start_time, end_time, ...filters }: ListingFilters): string | null {
  const [name, other] = Object.keys(filters);
  const isSteady = name === undefined || typeof filters.status === 'string';
  return isSteady && other === undefined ? (name ?? 'all') + spanShape(start_time, end_time) : null;
}

type PlacedPage = Omit<ListingPage, 'filters' | 'sortBy'>;

/** SQL that selects the page, and one row more, to know whether more rows follow. */
export function place(
  conditions: Conditions,
  { after, order, page, perPage }: PlacedPage,
  by: DateField = 'created_at',
): string {
  const sortedBy = sortTime(by, 's');
  const from = after === null ? '' : afterPosition(conditions, after, order, sortedBy);
  const offset = after === null && page > 1 ? ` offset ${conditions.parameter((page - 1) * perPage)}` : '';
  return `${from}
   order by ${sortedBy} ${order}, s.shipment_id ${order}
   limit ${perPage}${offset}`;
}

/** Tells whether the counters contain the total. */
function isCounted(filters: ListingFilters): boolean {
  return Object.keys(filters).every((name) => ['status', 'granular_status', 'date_field'].includes(name));
}

function totalQuery(conditions: Conditions, filters: ListingFilters, matching: string): string {
  if (!isCounted(filters)) return `select count(*) as n from shipments s where ${matching}`;
  const { status, granular_status } = filters;
  const statusFilters = [statusesMeantBy(status, granularStatusesOf), granular_status];
  return countedTotal(conditions, 'forward', statusFilters);
}

/** SQL for the total from the counters. @param statusFilters each list narrows further; undefined does not */
export function countedTotal(
  conditions: Conditions,
  journey: Journey,
  statusFilters: readonly (readonly GranularStatus[] | undefined)[],
): string {
  const narrowing = statusFilters.flatMap((statuses) =>
    statuses === undefined ? [] : [`status = any(${conditions.parameter(statuses)}::granular_status[])`],
  );
  const where = narrowing.length === 0 ? '' : ` where ${narrowing.join(' and ')}`;
  return `select coalesce(sum(shipments), 0)::bigint as n
    from (select status, shipments from shipment_counts where account_id = $1 and journey = '${journey}'
          union all
          select status, change from shipment_count_deltas where account_id = $1 and journey = '${journey}') as counts${where}`;
}

import { parseDecimal, roundDecimalToInteger } from '../../domain/decimal.ts';
import { usualState } from '../../domain/pincodes/states.ts';
import { findNdrReason, findRtoReason } from '../../domain/tracking/read-reason.ts';
import { readForwardStatus, readListingStatus } from '../../domain/tracking/read-status.ts';
import { NDR_REASONS, RTO_REASONS } from '../../domain/tracking/reasons.ts';
import {
  type ForwardStatus,
  granularStatusesOf,
  LISTING_STATUSES,
  listingStatusOf,
} from '../../domain/tracking/statuses.ts';
import { boolean, decimal, oneOf, optional, paise, wholeNumber } from '../../reading/fields.ts';
import { AWAITS_COURIER, IN_CLOSED_MANIFEST } from '../handover/handover-conditions.ts';
import { usualStateOf } from '../shipment-joins.ts';
import type { Conditions } from './conditions.ts';
import { type FilterValues, filterSet, type SentBy } from './filter-set.ts';
import {
  amongWords,
  anyKnown,
  anyOf,
  BY_SQL,
  CHANNELS,
  knownWords,
  ofCarriers,
  ofIds,
  ofWarehouses,
  STORES,
  searchIn,
  statusFilters,
  timeSpan,
  ZONE_FILTER,
} from './shared-filters.ts';

/** The dates that `start_time` and `end_time` can refer to. */
export const DATE_FIELDS = [
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
  'last_scan_at',
] as const;

export type DateField = (typeof DATE_FIELDS)[number];

/** SQL of a date in the row `s` of `shipments`. */
export function dateColumn(field: DateField): string {
  return field === 'last_scan_at' ? 'newest_event_at' : field;
}

/**
 * PostgreSQL can always join an `exists`. A long `not in` list is compared with each row when it is too long
 * to hash.
 */
const OWED = `exists (select from cod_dues d
        where d.account_id = $1 and d.shipment_id = s.shipment_id and d.collected_paise <> d.remitted_paise)`;
const ODD = `exists (select from orders o
        where o.account_id = $1 and o.order_id = s.order_id and o.warnings <> '[]')`;
const HANDOVER = {
  waiting: `${AWAITS_COURIER} and not ${IN_CLOSED_MANIFEST}`,
  handed_over: `${AWAITS_COURIER} and ${IN_CLOSED_MANIFEST}`,
};
const HANDOVERS = ['waiting', 'handed_over'] as const;
const MOST_ATTEMPTS = 32_767;

interface Others {
  readonly date_field?: DateField;
}

const atLeastOrMost = (column: string, comparison: '>=' | '<=', bound: number) =>
  comparison === '>=' ? { column, from: bound } : { column, until: bound };

function weight(comparison: '>=' | '<=') {
  const parse = (grams: string) => centigramsInside(grams, comparison);
  return {
    field: optional(decimal({ atLeast: 0, unit: 'grams' })),
    parse,
    where: `s.applied_weight ${comparison} ?`,
    columnsFilter: (bound: number) => atLeastOrMost('applied_weight', comparison, bound),
  };
}

function codAmount(comparison: '>=' | '<=') {
  return {
    field: optional(paise({ atLeast: 0, description: 'What is collected at the door; 0 for prepaid.' })),
    parse: (sent: number) => sent,
    where: `s.cod_amount_paise ${comparison} ?`,
    columnsFilter: (bound: number) => atLeastOrMost('cod_amount', comparison, bound),
  };
}

function attempts(comparison: '>=' | '<=') {
  return {
    field: optional(wholeNumber({ atLeast: 0, atMost: MOST_ATTEMPTS })),
    parse: (sent: number) => sent,
    where: `s.attempt_count ${comparison} ?`,
    columnsFilter: (bound: number) => atLeastOrMost('attempt_count', comparison, bound),
  };
}

const CHOSEN_DATE = timeSpan(
  ({ date_field = 'created_at' }: Others) => `s.${dateColumn(date_field)}`,
  ({ date_field = 'created_at' }) => date_field,
);

/**
 * The shipments that a table lists for a word. `(select $1)` is used as in `joinOne`; without it, each
 * shipment was compared with all shipments of a new account.
 */
const namedBy = (table: string, word: string) =>
  `s.shipment_id in (select shipment_id from ${table} where account_id = (select $1::uuid) and ${word} = any(?::text[]))`;

/** All filters of the listing, its counts and its export, by the name in the request. */
const FILTERS = {
  date_field: {
    field: optional(
      oneOf(DATE_FIELDS, {
        description:
          'What `start_time` and `end_time` are about, and `sort_by: date_field`; `created_at` by default.',
      }),
    ),
    parse: (sent: DateField) => sent,
    where: () => undefined,
    columnsFilter: () => undefined,
  },
  start_time: CHOSEN_DATE.from,
  end_time: CHOSEN_DATE.until,
  search: searchIn('shipment_search'),
  ...statusFilters({
    all: LISTING_STATUSES,
    readListed: readListingStatus,
    readGranular: readForwardStatus,
    granularOf: granularStatusesOf,
    whereListed: (conditions, status) => conditions.add('s.status = ?', status),
    whereGranular: addGranularStatuses,
    kept: (status) => status,
  }),
  carrier_id: ofCarriers(),
  warehouse_ids: ofWarehouses(),
  channel: CHANNELS,
  zone: ZONE_FILTER,
  sku: anyOf('An item with any of these SKUs.', namedBy('shipment_skus', 'sku'), amongWords('skus')),
  tags: anyOf('Any of these tags.', namedBy('shipment_tags', 'tag'), amongWords('tags')),
  ndr_reason: anyKnown(
    knownWords('Any of these NDR reasons.', NDR_REASONS),
    findNdrReason,
    's.ndr_reason = any(?::ndr_reason[])',
    amongWords('ndr_reason'),
  ),
  rto_reason: anyKnown(
    knownWords('Any of these RTO reasons.', RTO_REASONS),
    findRtoReason,
    's.rto_reason = any(?::rto_reason[])',
    amongWords('rto_reason'),
  ),
  store_name: STORES,
  // No index contains it; for large accounts the columns in memory answer.
  state: {
    ...anyOf(
      'The parcel goes to any of these states, by any of their usual spellings or codes, in letters of either case: `KA` finds `Karnataka` and `karnataka`.',
      `(select ${usualStateOf('c.state')} from order_contacts c where c.account_id = $1 and c.order_id = s.order_id
        and c.role in ('billing', 'shipping') order by c.role desc limit 1) = any(?::text[])`,
      amongWords('state'),
    ),
    parse: (sent: string[]): readonly string[] => sent.map(usualState),
  },
  order_display_id: anyOf(
    'Any of these order ids, exactly.',
    's.order_id in (select order_id from orders where account_id = $1 and display_id = any(?::text[]) and journey is not null)',
    BY_SQL,
  ),
  handover: {
    field: optional(
      oneOf(HANDOVERS, {
        description:
          'Of what the courier has not picked up yet: `waiting` is in no closed manifest, `handed_over` is in one.',
      }),
    ),
    parse: (sent: (typeof HANDOVERS)[number]) => sent,
    where: (conditions: Conditions, which: (typeof HANDOVERS)[number]) =>
      conditions.addPlain(HANDOVER[which]),
    columnsFilter: BY_SQL,
  },
  manifest_id: ofIds(
    'In any of these manifests.',
    's.shipment_id in (select shipment_id from manifest_parcels where account_id = $1 and manifest_id = any(?::uuid[]))',
  ),
  import_id: ofIds(
    'Made by any of these imports of orders; for 30 days, as long as the file is kept.',
    `s.shipment_id in (select o.shipment_id from imports i join import_orders o using (account_id, import_id)
        where i.account_id = $1 and i.import_id = any(?::uuid[]) and o.shipment_id is not null)`,
  ),
  is_cod: {
    field: optional(boolean()),
    parse: (sent: boolean) => sent,
    where: 's.is_cod = ?',
    columnsFilter: (isCod: boolean) => ({ column: 'is_cod', among: [String(isCod)] }),
  },
  is_cod_owed: {
    field: optional(
      boolean({
        description:
          'Whether the courier still owes something of what it collected at the door, or has paid too much.',
      }),
    ),
    parse: (sent: boolean) => sent,
    where: (conditions: Conditions, isOwed: boolean) => conditions.addPlain(`${isOwed ? '' : 'not '}${OWED}`),
    columnsFilter: (isOwed: boolean) => ({ column: 'cod_due_paise', isThere: isOwed }),
  },
  // No index contains it; for large accounts the columns in memory answer.
  has_warnings: {
    field: optional(
      boolean({ description: 'Whether something about the order is odd: see its `warnings`.' }),
    ),
    parse: (sent: boolean) => sent,
    where: (conditions: Conditions, isOdd: boolean) => conditions.addPlain(`${isOdd ? '' : 'not '}${ODD}`),
    columnsFilter: (isOdd: boolean) => ({ column: 'warnings', isThere: isOdd }),
  },
  cod_amount_min: codAmount('>='),
  cod_amount_max: codAmount('<='),
  applied_weight_min: weight('>='),
  applied_weight_max: weight('<='),
  attempts_count__gte: attempts('>='),
  attempts_count__lte: attempts('<='),
} as const;

export const SHIPMENT_FILTERS = filterSet(FILTERS, [
  { lower: 'start_time', upper: 'end_time', relation: 'after' },
  { lower: 'cod_amount_min', upper: 'cod_amount_max' },
  { lower: 'applied_weight_min', upper: 'applied_weight_max' },
  { lower: 'attempts_count__gte', upper: 'attempts_count__lte' },
]);

export type SentFilters = SentBy<typeof FILTERS>;
export type ListingFilters = FilterValues<typeof FILTERS>;

/** The index contains the listing status, so the listing status of the granular ones is added. */
function addGranularStatuses(conditions: Conditions, statuses: readonly ForwardStatus[]): void {
  conditions.add('s.granular_status = any(?::granular_status[])', statuses);
  const implied = [...new Set(statuses.map((status) => listingStatusOf(status)))];
  if (implied.length === 1) conditions.add('s.status = ?', implied[0]);
}

/** Converts grams to units of 0.01 g. A bound between two units moves to the unit inside the range. */
function centigramsInside(grams: string, comparison: '>=' | '<='): number | undefined {
  const exact = parseDecimal(grams);
  if (exact === null) return undefined;
  const nearest = roundDecimalToInteger(exact, 2);
  const excess = 10n ** BigInt(exact.scale) * nearest - exact.units * 100n;
  const inside = comparison === '>=' ? (excess < 0n ? 1n : 0n) : excess > 0n ? -1n : 0n;
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  return Number(nearest + inside > largest ? largest : nearest + inside);
}

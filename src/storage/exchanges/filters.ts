import type { SearchTerms } from '../../domain/listing/read-search.ts';
import { EXCHANGE_STATUSES } from '../../domain/orders/exchange.ts';
import {
  readForwardStatus,
  readListingStatus,
  readReturnListingStatus,
  readReturnStatus,
} from '../../domain/tracking/read-status.ts';
import {
  type ForwardStatus,
  granularStatusesOf,
  QC_STATUSES,
  returnStatusesOf,
} from '../../domain/tracking/statuses.ts';
import { earliestTime, latestTime, optional, type ValueOf } from '../../reading/fields.ts';
import { type Conditions, searchCondition } from '../listing/conditions.ts';
import {
  addMeant,
  anyKnown,
  anyOf,
  CHANNELS,
  meantBy,
  ofCarriers,
  ofWarehouses,
  STORES,
  searchFor,
  ZONE_FILTER,
} from '../listing/filters.ts';
import { keptStatus } from '../tracking/kept-status.ts';
import { EXCHANGE_STATUS } from './exchanges.ts';

const IN_RETURNS = 'r.shipment_id in (select shipment_id from returns where account_id = $1 and';

function from(time: string) {
  return {
    field: optional(earliestTime({ description: 'Included.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, at: number) => conditions.add(`${time} >= ?`, new Date(at)),
  };
}

function until(time: string) {
  return {
    field: optional(latestTime({ description: 'Included, with its whole second, or day.' })),
    meant: (sent: number) => sent,
    where: (conditions: Conditions, at: number) => conditions.add(`${time} < ?`, new Date(at + 1)),
  };
}

/** How words are read into statuses as they are kept: of what goes out (`s`), and of the return (`r`). */
const GRANULAR = {
  s: (word: string): readonly ForwardStatus[] => {
    const status = readForwardStatus(word);
    return status === null ? [] : [status];
  },
  r: (word: string): readonly ForwardStatus[] => {
    const status = readReturnStatus(word);
    return status === null ? [] : [keptStatus(status)];
  },
};

/** Words of the listings; granular ones are taken too. */
const LISTED: typeof GRANULAR = {
  s: (word) => {
    const listed = readListingStatus(word);
    return listed === null ? GRANULAR.s(word) : granularStatusesOf(listed);
  },
  r: (word) => {
    const listed = readReturnListingStatus(word);
    return listed === null ? GRANULAR.r(word) : returnStatusesOf(listed).map(keptStatus);
  },
};

function anyStatus(description: string, sides: readonly ('s' | 'r')[], statusesOf: typeof GRANULAR) {
  const read = (word: string) => {
    const found = sides.map((side) => statusesOf[side](word));
    return found.every((statuses) => statuses.length === 0) ? null : word;
  };
  const where = (conditions: Conditions, words: readonly string[]) => {
    const any = sides.map((side) => {
      const statuses = conditions.parameter(words.flatMap((word) => statusesOf[side](word)));
      return `${side}.granular_status = any(${statuses}::granular_status[])`;
    });
    conditions.addPlain(`(${any.join(' or ')})`);
  };
  return anyKnown(description, read, where);
}

const UPDATED_AT = 'greatest(s.updated_at, r.updated_at)';
const NOT_KEPT = 'cardinality(?::text[]) > 0';
const DISPLAY_ID = anyOf(
  'Any of these order ids, which both orders have, exactly.',
  'x.display_id = any(?::text[])',
);

/** Every filter of the listing of exchanges: of `exchanges x`, what goes out (`s`) and the return (`r`). */
const FILTERS = {
  search: {
    ...searchFor(', SKU of the return'),
    where: (conditions: Conditions, terms: SearchTerms) => {
      const found = searchCondition(conditions, terms);
      conditions.addPlain(`(s.shipment_id in (select shipment_id from shipment_search where ${found})
    or r.shipment_id in (select shipment_id from returns where ${found}))`);
    },
  },
  status: anyKnown(
    `Any of ${EXCHANGE_STATUSES.join(', ')}.`,
    (word) => EXCHANGE_STATUSES.find((status) => status === word.trim().toLowerCase()) ?? null,
    `${EXCHANGE_STATUS} = any(?::text[])`,
  ),
  display_id: DISPLAY_ID,
  return_display_id: DISPLAY_ID,
  warehouse_id: {
    ...ofWarehouses(['warehouse_ids']),
    where: '(s.warehouse_id = any(?::uuid[]) or r.warehouse_id = any(?::uuid[]))',
  },
  channel: CHANNELS,
  carrier_ids: {
    ...ofCarriers(['carrier_id']),
    where: '(s.carrier_id = any(?::text[]) or r.carrier_id = any(?::text[]))',
  },
  carrier_group_id: anyKnown(
    'There are no groups of carriers: any value matches nothing.',
    () => null,
    NOT_KEPT,
  ),
  store_name: STORES,
  sku: anyOf(
    'An item of either order with any of these SKUs.',
    `(s.shipment_id in (select shipment_id from shipment_skus where account_id = $1 and sku = any(?::text[]))
    or ${IN_RETURNS} skus && ?::text[]))`,
  ),
  zone: ZONE_FILTER,
  refund_status: anyKnown('Refunds are not kept here: any value matches nothing.', () => null, NOT_KEPT),
  granular_status: anyStatus('Either shipment has any of these granular statuses.', ['s', 'r'], GRANULAR),
  qc_status: anyKnown(
    'Any of `pending`, `passed` and `failed`.',
    (word) => QC_STATUSES.find((status) => status === word.trim().toLowerCase()) ?? null,
    `${IN_RETURNS} qc_status = any(?::qc_status[]))`,
  ),
  return_status: anyStatus('The return has any of these statuses.', ['r'], LISTED),
  forward_status: anyStatus('What goes out has any of these statuses.', ['s'], LISTED),
  return_shipment_status: anyStatus('The return has any of these granular statuses.', ['r'], GRANULAR),
  forward_shipment_status: anyStatus('What goes out has any of these granular statuses.', ['s'], GRANULAR),
  created_at__gte: from('s.created_at'),
  created_at__lte: until('s.created_at'),
  updated_at__gte: from(UPDATED_AT),
  updated_at__lte: until(UPDATED_AT),
} as const;

type Filters = typeof FILTERS;
type Name = keyof Filters;

/** The fields of the filters, as a request has them. */
export const EXCHANGE_FILTER_FIELDS = Object.fromEntries(
  Object.entries(FILTERS).map(([name, { field }]) => [name, field]),
) as unknown as { readonly [N in Name]: Filters[N]['field'] };

/** Pairs of fields of which the first may not pass the second. */
export const EXCHANGE_FILTER_ORDERS = [
  { lower: 'created_at__gte', upper: 'created_at__lte', relation: 'after' },
  { lower: 'updated_at__gte', upper: 'updated_at__lte', relation: 'after' },
] as const;

/** The filters as a client sent them, each by itself readable. */
export type SentExchangeFilters = { readonly [N in Name]?: ValueOf<Filters[N]['field']> | undefined };

/** What the listing of exchanges is narrowed to; see `ListingFilters`. */
export type ExchangeFilters = { readonly [N in Name]?: NonNullable<ReturnType<Filters[N]['meant']>> };

/** The filters that a body asks for, and the values in it that name nothing (`meta.unknown_values`). */
export function readExchangeFilters(sent: SentExchangeFilters): {
  filters: ExchangeFilters;
  unknownValues: string[];
} {
  const read = meantBy(FILTERS, sent);
  return { ...read, filters: read.filters as ExchangeFilters };
}

/** Adds what the filters ask for. */
export function addExchangeFilters(conditions: Conditions, filters: ExchangeFilters): void {
  addMeant(conditions, FILTERS, filters);
}

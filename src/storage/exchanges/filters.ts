import type { SearchTerms } from '../../domain/listing/read-search.ts';
import { EXCHANGE_STATUSES } from '../../domain/orders/exchange.ts';
import {
  readForwardStatus,
  readListingStatus,
  readReturnListingStatus,
  readReturnStatus,
} from '../../domain/tracking/read-status.ts';
import {
  FORWARD_STATUSES,
  type ForwardStatus,
  GRANULAR_STATUSES,
  granularStatusesOf,
  RETURN_STATUSES,
  returnStatusesOf,
} from '../../domain/tracking/statuses.ts';
import { type Conditions, searchCondition } from '../listing/conditions.ts';
import { type FilterValues, filterSet } from '../listing/filter-set.ts';
import {
  anyKnown,
  anyOf,
  CHANNELS,
  inReturns,
  knownWords,
  notStored,
  ofCarriers,
  ofWarehouses,
  qcOf,
  REFUNDS,
  SEARCH,
  STORES,
  timeSpan,
  ZONE_FILTER,
} from '../listing/shared-filters.ts';
import { columnStatus } from '../tracking/column-status.ts';
import { EXCHANGE_STATUS } from './exchanges.ts';

/** Filters by the stored statuses of the forward shipment (`s`) and of the return (`r`). */
const GRANULAR = {
  s: (word: string): readonly ForwardStatus[] => {
    const status = readForwardStatus(word);
    return status === null ? [] : [status];
  },
  r: (word: string): readonly ForwardStatus[] => {
    const status = readReturnStatus(word);
    return status === null ? [] : [columnStatus(status)];
  },
};

/** Filters by listing statuses; they also accept granular statuses. */
const LISTED: typeof GRANULAR = {
  s: (word) => {
    const listed = readListingStatus(word);
    return listed === null ? GRANULAR.s(word) : granularStatusesOf(listed);
  },
  r: (word) => {
    const listed = readReturnListingStatus(word);
    return listed === null ? GRANULAR.r(word) : returnStatusesOf(listed).map(columnStatus);
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

const CREATED = timeSpan('x.created_at');
const UPDATED = timeSpan('greatest(s.updated_at, r.updated_at)');
const DISPLAY_ID = anyOf(
  'Any of these order ids, which both orders have, exactly.',
  'x.display_id = any(?::text[])',
);

/** All filters of the list of exchanges: on `exchanges x`, the new parcel (`s`) and the return (`r`). */
const FILTERS = {
  search: {
    ...SEARCH,
    where: (conditions: Conditions, terms: SearchTerms) => {
      const found = searchCondition(conditions, terms);
      conditions.addPlain(`(s.shipment_id in (select shipment_id from shipment_search where ${found})
    or r.shipment_id in (select shipment_id from returns where ${found}))`);
    },
  },
  status: anyKnown(
    knownWords('Any of these.', EXCHANGE_STATUSES),
    (word) => EXCHANGE_STATUSES.find((status) => status === word.trim().toLowerCase()) ?? null,
    `${EXCHANGE_STATUS} = any(?::text[])`,
  ),
  display_id: DISPLAY_ID,
  return_display_id: DISPLAY_ID,
  warehouse_id: ofWarehouses(['warehouse_ids'], ['s', 'r']),
  channel: CHANNELS,
  carrier_ids: {
    ...ofCarriers(['carrier_id']),
    where: '(s.carrier_id = any(?::text[]) or r.carrier_id = any(?::text[]))',
  },
  carrier_group_id: notStored('There are no groups of carriers: any value matches nothing.'),
  store_name: STORES,
  sku: anyOf(
    'An item of either order with any of these SKUs.',
    `(s.shipment_id in (select shipment_id from shipment_skus where account_id = $1 and sku = any(?::text[]))
    or ${inReturns('r', 'skus && ?::text[]')})`,
  ),
  zone: ZONE_FILTER,
  refund_status: REFUNDS,
  granular_status: anyStatus(
    knownWords('Either shipment has any of these granular statuses.', GRANULAR_STATUSES),
    ['s', 'r'],
    GRANULAR,
  ),
  qc_status: qcOf('r'),
  return_status: anyStatus('The return has any of these statuses.', ['r'], LISTED),
  forward_status: anyStatus('What goes out has any of these statuses.', ['s'], LISTED),
  return_shipment_status: anyStatus(
    knownWords('The return has any of these granular statuses.', RETURN_STATUSES),
    ['r'],
    GRANULAR,
  ),
  forward_shipment_status: anyStatus(
    knownWords('What goes out has any of these granular statuses.', FORWARD_STATUSES),
    ['s'],
    GRANULAR,
  ),
  created_at__gte: CREATED.from,
  created_at__lte: CREATED.until,
  updated_at__gte: UPDATED.from,
  updated_at__lte: UPDATED.until,
} as const;

export const EXCHANGE_FILTERS = filterSet(FILTERS, [
  { lower: 'created_at__gte', upper: 'created_at__lte', relation: 'after' },
  { lower: 'updated_at__gte', upper: 'updated_at__lte', relation: 'after' },
]);

export type ExchangeFilters = FilterValues<typeof FILTERS>;

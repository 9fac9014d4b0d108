import {
  boolean,
  decimal,
  earliestTime,
  latestTime,
  list,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '../../../reading/fields.ts';
import {
  DATE_FIELDS,
  isStatusWord,
  LISTING_STATUSES,
  ZONE_WORDS,
} from '../../../usecases/listing/listing-filters.ts';

const MOST_VALUES = 200;
const LONGEST_SEARCH = 20_000;
const MOST_ATTEMPTS = 32_767;

const words = (description: string) => optional(list(text({ max: 300, description }), { max: MOST_VALUES }));

/** Every filter of the listing (contract: listing). */
export const FILTER_FIELDS = {
  date_field: optional(
    oneOf(DATE_FIELDS, {
      description: 'What `start_time` and `end_time` are about; `created_at` by default.',
    }),
  ),
  start_time: optional(earliestTime({ description: 'Included.' })),
  end_time: optional(latestTime({ description: 'Included, with its whole second, or day.' })),
  search: optional(
    text({
      max: LONGEST_SEARCH,
      multiline: true,
      description:
        'Every word must match a part of 3 or more characters (or a shorter whole word) of tracking number, order id, external id, name, phone, email or city.',
    }),
  ),
  status: optional(
    list(
      text({
        max: 60,
        check: isStatusWord,
        checkSentence: `must be one of ${LISTING_STATUSES.join(', ')}`,
      }),
      { max: MOST_VALUES, description: 'Any of these statuses; granular ones are taken too.' },
    ),
  ),
  granular_status: words('Any of these granular statuses.'),
  carrier_id: words('Any of these carriers.'),
  warehouse_ids: words('Any of these warehouses.'),
  channel: words('Any of these channels.'),
  zone: optional(list(oneOf(ZONE_WORDS), { max: MOST_VALUES })),
  sku: words('An item with any of these SKUs.'),
  tags: words('Any of these tags.'),
  ndr_reason: words('Any of these NDR reasons.'),
  rto_reason: words('Any of these RTO reasons.'),
  store_name: words('Any of these stores, exactly.'),
  order_display_id: words('Any of these order ids, exactly.'),
  is_cod: optional(boolean()),
  applied_weight_min: optional(decimal({ atLeast: 0, unit: 'grams' })),
  applied_weight_max: optional(decimal({ atLeast: 0, unit: 'grams' })),
  attempts_count__gte: optional(wholeNumber({ atLeast: 0, atMost: MOST_ATTEMPTS })),
  attempts_count__lte: optional(wholeNumber({ atLeast: 0, atMost: MOST_ATTEMPTS })),
} as const;

/** Pairs of fields of which the first may not pass the second. */
export const FILTER_ORDERS = [
  { lower: 'start_time', upper: 'end_time', relation: 'after' },
  { lower: 'applied_weight_min', upper: 'applied_weight_max' },
  { lower: 'attempts_count__gte', upper: 'attempts_count__lte' },
] as const;

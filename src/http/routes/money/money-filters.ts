import { earliestTime, latestTime, list, optional, text } from '../../../reading/fields.ts';

const MOST_VALUES = 200;

const ofAny = (description: string, nearMisses: readonly string[]) =>
  optional(list(text({ max: 300, mayBeNumber: true }), { max: MOST_VALUES, description, nearMisses }));

/** Fields of lists about money that limit them to shipments of some carriers and stores. */
export const SHIPMENT_FIELDS = {
  carrier_id: ofAny('Any of these carriers.', ['carrier_ids', 'carrier']),
  store_name: ofAny('Any of these stores, exactly.', ['store', 'store_names']),
};

export const TRACKING_NUMBER = optional(text({ max: 100, mayBeNumber: true, aliases: ['awb'] }));

/** The fields of a time span. @param done what happened in it, such as `Recorded` */
export function spanFields(done: string) {
  return {
    start_time: optional(
      earliestTime({ description: `${done} then or later. A date means the whole day in India.` }),
    ),
    end_time: optional(
      latestTime({ description: `${done} then or earlier. A date means the whole day in India.` }),
    ),
  };
}

export const SPAN_IN_ORDER = { lower: 'start_time', upper: 'end_time', relation: 'after' } as const;

export function shipmentsOf(query: {
  readonly carrier_id?: readonly string[];
  readonly store_name?: readonly string[];
}) {
  return { carrierIds: query.carrier_id ?? null, stores: query.store_name ?? null };
}

export function spanOf({
  start_time,
  end_time,
}: {
  readonly start_time?: number;
  readonly end_time?: number;
}) {
  return { from: start_time ?? null, to: end_time ?? null };
}

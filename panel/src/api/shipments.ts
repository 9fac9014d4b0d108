import { queryOptions } from '@tanstack/react-query';
import { type Answer, answerOf, api } from './client.ts';
import { type CursorList, isPositionBehind, type Position } from './cursor-list.ts';

export type Listing = Answer<'/custom/api/v1/shipments', 'post'>;
export type ListedShipment = Listing['data'][number];
export type Shipment = Answer<'/custom/api/v1/shipments/{id}', 'get'>['data'];
export type Counts = Answer<'/custom/api/v1/shipments/counts', 'post'>['data'];
export type Job = Answer<'/custom/api/v1/jobs/{id}', 'get'>['data'];

/** A filter in the API's format. It is made from the address (`view.ts`), and the service checks it. */
export type Filter = Record<string, unknown>;

const PER_PAGE = 100;

/** A row of the table, with only the data of its columns, because there may be a hundred thousand. */
export interface ShipmentRow {
  readonly id: string;
  readonly tracking: string | null;
  readonly status: string;
  readonly also: string | null;
  readonly order: string;
  readonly orderDate: string;
  readonly created: string;
  readonly store: string | null;
  readonly channel: string | null;
  readonly customer: string;
  readonly phone: string;
  readonly city: string;
  readonly pincode: string;
  readonly carrier: string | null;
  readonly zone: string | null;
  readonly isCod: boolean;
  readonly cod: number;
  readonly price: number;
  readonly grams: number;
  readonly attempts: number;
  readonly ndr: string | null;
  readonly rto: string | null;
  readonly tags: string;
  readonly warehouse: string;
  readonly items: string;
  readonly due: string | null;
  readonly lastScan: string | null;
  readonly lastPlace: string | null;
  /** The customer's open request. */
  readonly input: NonNullable<ListedShipment['attributes']['customer_request']>['kind'] | null;
}

export function rowOf({ id, attributes: one }: ListedShipment): ShipmentRow {
  const last = one.tracking_details[0];
  return {
    id,
    tracking: one.tracking_number,
    status: one.status,
    also: one.sub_status,
    order: one.order.display_id,
    orderDate: one.order.order_date,
    created: one.created_at,
    store: one.order.store_name,
    channel: one.order.channel,
    customer: one.shipping_address.name,
    phone: one.shipping_address.phone,
    city: one.shipping_address.city,
    pincode: one.shipping_address.zip,
    carrier: one.carrier.name,
    zone: one.zone,
    isCod: one.is_cod,
    cod: one.cod_amount,
    price: one.total_price,
    grams: one.applied_weight.value,
    attempts: one.attempt_count,
    ndr: one.ndr_reason,
    rto: one.rto_reason,
    tags: one.tags.join(', '),
    warehouse: one.warehouse_id,
    items: one.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(' · '),
    due: one.expected_delivery_date,
    lastScan: one.last_scan_at,
    lastPlace: last?.last_location ?? null,
    input: one.customer_request?.kind ?? null,
  };
}

export type SortedBy = 'created_at' | 'last_scan_at';

/** The matching rows, a hundred at a time by cursor. */
export function shipmentsList(
  filter: Filter,
  order: 'asc' | 'desc',
  sortBy: SortedBy = 'created_at',
): CursorList<ShipmentRow, Position, { total: number }> {
  return {
    queryKey: ['shipments', filter, order, sortBy],
    ask: async (after, signal) => {
      const { data, meta } = await answerOf(
        api.POST('/custom/api/v1/shipments', {
          body: {
            ...filter,
            per_page: PER_PAGE,
            sort_by: sortBy,
            sort_order: order,
            ...(after && { search_after: after }),
          },
          signal,
        }),
      );
      return {
        rows: data.map(rowOf),
        meta: { total: meta.total },
        // A page that is not full is the last one.
        next: data.length < meta.per_page ? null : (meta.next_search_after as Position | null),
      };
    },
    isBehind: isPositionBehind(order),
  };
}

/** Counts matches by status. */
export function countsQuery(filter: Filter) {
  return queryOptions({
    queryKey: ['shipment counts', filter],
    queryFn: async ({ signal }): Promise<Counts> => {
      const { data } = await answerOf(api.POST('/custom/api/v1/shipments/counts', { body: filter, signal }));
      return data;
    },
  });
}

export function shipmentQuery(id: string) {
  return queryOptions({
    queryKey: ['shipment', id],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/custom/api/v1/shipments/{id}', { params: { path: { id } }, signal }))).data,
  });
}

/** The order that was typed last; null if there is none. */
export const lastTypedQuery = queryOptions({
  queryKey: ['newest order'],
  queryFn: async ({ signal }) => {
    const body = { per_page: 1, channel: ['manual_order'] };
    const { data } = await answerOf(api.POST('/custom/api/v1/shipments', { body, signal }));
    return data[0]?.attributes.order ?? null;
  },
});

/** Counts by value of each filter, given all other filters. */
export type Facets = Readonly<Record<string, ReadonlyMap<string, number>>>;

/** @param names of long facets to include, which are returned only on request */
export function facetsQuery(kind: 'shipments' | 'returns', filter: Filter, names?: readonly string[]) {
  return queryOptions({
    queryKey: ['facets', kind, filter, names],
    queryFn: async ({ signal }): Promise<Facets> => {
      const body: Filter = { ...filter, ...(names && { facets: names }) };
      const { data } = await answerOf(
        kind === 'shipments'
          ? api.POST('/custom/api/v1/shipments/facets', { body, signal })
          : api.POST('/custom/api/v1/returns/facets', { body, signal }),
      );
      return Object.fromEntries(
        Object.entries(data).map(([name, counts]) => [
          name,
          new Map(counts.map(({ value, count }) => [value, count])),
        ]),
      );
    },
  });
}

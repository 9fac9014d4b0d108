import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from './client.ts';
import { type CursorList, isPositionBehind, type Position } from './cursor-list.ts';

const PER_PAGE = 100;

async function askForReturns(filter: Record<string, unknown>, after: Position | null, signal: AbortSignal) {
  const body = { ...filter, per_page: PER_PAGE, ...(after && { search_after: after }) };
  return answerOf(api.POST('/custom/api/v1/returns', { body, signal }));
}

type ListedReturn = Awaited<ReturnType<typeof askForReturns>>['data'][number];

/** A row of the table, with only the data of its columns. */
export type ReturnRow = ReturnType<typeof rowOf>;

function rowOf({ id, attributes: one }: ListedReturn) {
  const { shipment } = one;
  return {
    id,
    order: one.display_id,
    status: one.status,
    also: one.sub_status ?? shipment.status,
    tracking: shipment.tracking_number,
    customer: one.shipping_address.name,
    city: one.shipping_address.city,
    carrier: shipment.carrier.name,
    items: one.return_items.map(({ name }) => name).join(' · '),
    reason: one.return_reason,
    qc: one.qc_status,
    due: shipment.expected_delivery_date,
    /** When the return got its status. */
    since:
      shipment.tracking_details.find(({ status }) => status === shipment.status)?.event_date_time ?? null,
    created: one.created_at,
  };
}

/** The matching returns, a hundred at a time by cursor. */
export function returnsList(
  filter: Record<string, unknown>,
): CursorList<ReturnRow, Position, { total: number }> {
  return {
    queryKey: ['returns', filter],
    ask: async (after, signal) => {
      const { data, meta } = await askForReturns(filter, after, signal);
      // A page that is not full is the last one.
      const next = data.length < meta.per_page ? null : (meta.next_search_after as Position | null);
      return { rows: data.map(rowOf), meta, next };
    },
    isBehind: isPositionBehind('desc'),
  };
}

export function returnCountsQuery(filter: Record<string, unknown>) {
  return queryOptions({
    queryKey: ['return counts', filter],
    queryFn: async ({ signal }) =>
      (await answerOf(api.POST('/custom/api/v1/returns/counts', { body: filter, signal }))).data,
  });
}

export function returnQuery(id: string) {
  return queryOptions({
    queryKey: ['return', id],
    queryFn: async ({ signal }) =>
      (await answerOf(api.GET('/custom/api/v1/returns/{id}', { params: { path: { id } }, signal }))).data,
  });
}

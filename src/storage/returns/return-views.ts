import type { ReturnView } from '../../domain/listing/return-view.ts';
import type { QcAnswer } from '../../domain/tracking/qc.ts';
import type { QcStatus } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { VIEW_COLUMNS, VIEW_JOINS, type ViewRow, viewOfRow } from '../listing/shipment-views.ts';
import { joinOne, leftJoinOne } from '../shipment-joins.ts';

/** SQL for the data of a return as shown: a `ReturnRow`, from `RETURN_JOINS`. `s` is a row of `shipments`. */
export const RETURN_COLUMNS = `${VIEW_COLUMNS}, r.return_reason, r.qc_status, r.forward_order_id,
    f.display_id as forward_display_id, f.channel as forward_channel,
    (select json_agg(json_build_object('position', q.position, 'productImage', q.product_image))
      from qc_items q where q.account_id = $1 and q.order_id = s.order_id) as qc_items,
    (select json_agg(json_build_object('eventId', a.event_id, 'status', a.qc_status, 'reason', a.reason,
        'images', a.images))
      from qc_answers a where a.account_id = $1 and a.shipment_id = s.shipment_id) as qc_answers`;

export const RETURN_JOINS = `${VIEW_JOINS}
    ${joinOne('returns', 'r', 'shipment_id = s.shipment_id')}
    ${leftJoinOne('orders', 'f', 'order_id = r.forward_order_id')}`;

export interface ReturnRow extends ViewRow {
  return_reason: string | null;
  qc_status: QcStatus | null;
  forward_order_id: string | null;
  forward_display_id: string | null;
  forward_channel: string | null;
  qc_items: ReturnView['qcItems'] | null;
  qc_answers: (QcAnswer & { eventId: string })[] | null;
}

export function returnOfRow(row: ReturnRow): ReturnView {
  const { forward_order_id: id, forward_display_id: displayId, forward_channel: channel } = row;
  return {
    ...viewOfRow(row),
    reason: row.return_reason,
    qcStatus: row.qc_status,
    qcItems: row.qc_items ?? [],
    qcAnswers: new Map((row.qc_answers ?? []).map(({ eventId, ...answer }) => [eventId, answer])),
    forwardOrder: id === null || displayId === null || channel === null ? null : { id, displayId, channel },
  };
}

const FIND = {
  name: 'view-return',
  text: `select ${RETURN_COLUMNS} from shipments s ${RETURN_JOINS}
    where s.account_id = $1 and s.shipment_id = $2`,
};

/** Reads a return of the account with all shown data; null if the shipment is not a return. */
export async function readReturnView(scope: AccountScope, shipmentId: string): Promise<ReturnView | null> {
  const [row] = await scope.read<ReturnRow>(FIND, [shipmentId]);
  return row === undefined ? null : returnOfRow(row);
}

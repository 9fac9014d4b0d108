import { validate as isUuid } from 'uuid';
import type { Contact, QcItem, ReturnDraft } from '../../domain/orders/order.ts';
import type { Units } from '../../domain/orders/returnable.ts';
import type { QcAnswer } from '../../domain/tracking/qc.ts';
import type { QcStatus } from '../../domain/tracking/statuses.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import { contactOfRow, rowOfContact } from '../booking/contact-rows.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';
import type { RowsInsert, Write, WriteShape } from '../writes.ts';

/** The data of a return that is not in its order or shipment. */
export interface NewReturn {
  readonly shipmentId: string;
  readonly createdAt: Date;
  readonly orderId: string;
  /** The order of the returned goods. */
  readonly forwardOrderId: string | null;
  readonly reason: string | null;
  /** The recipient; null if it is the warehouse. */
  readonly destination: Contact | null;
  readonly qcItems: readonly QcItem[];
  readonly skus: readonly string[];
  /** See `searchWords`. */
  readonly words: string;
}

const INSERT: WriteShape = {
  name: 'return',
  texts: [
    `insert into returns (account_id, shipment_id, created_at, order_id, forward_order_id, return_reason,
      qc_status, skus, words, destination)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  ],
};

const INSERT_QC_ITEMS: RowsInsert = {
  name: 'qc-items',
  table: 'qc_items',
  alike: { account_id: '$1', order_id: '$2' },
  each: {
    position: 'smallint',
    product_name: 'text',
    product_image: 'text',
    brand: 'text',
    size: 'text',
    color: 'text',
    questions: 'text[]',
  },
};

/** Writes the data of a return that is not in its order or shipment. The caller writes those. */
export function writeReturn(made: NewReturn): Write[] {
  const qcStatus: QcStatus | null = made.qcItems.length > 0 ? 'pending' : null;
  return [
    {
      shape: INSERT,
      parameters: [
        made.shipmentId,
        made.createdAt,
        made.orderId,
        made.forwardOrderId,
        made.reason,
        qcStatus,
        [...new Set(made.skus)],
        made.words,
        made.destination === null ? null : JSON.stringify(rowOfContact(made.destination)),
      ],
    },
    { insert: INSERT_QC_ITEMS, parameters: [made.orderId], rows: made.qcItems.map(rowOfQcItem) },
  ];
}

function rowOfQcItem(item: QcItem): Record<string, unknown> {
  return {
    position: item.position,
    product_name: item.productName,
    product_image: item.productImage,
    brand: item.brand,
    size: item.size,
    color: item.color,
    questions: item.questions,
  };
}

const FIND_DRAFT = `select r.return_reason as reason, r.forward_order_id as "forwardOrder", r.destination,
    (select coalesce(json_agg(json_build_object('position', q.position, 'productName', q.product_name,
        'productImage', q.product_image, 'brand', q.brand, 'size', q.size, 'color', q.color,
        'questions', q.questions) order by q.position), '[]')
      from qc_items q where q.account_id = $1 and q.order_id = $2) as "qcItems"
  from returns r where r.account_id = $1 and r.order_id = $2`;

/** Finds the additional data of a return's order; null for other orders. */
export async function findReturnDraft(scope: AccountScope, orderId: string): Promise<ReturnDraft | null> {
  type Row = Omit<ReturnDraft, 'destination'> & { readonly destination: object | null };
  const [row] = await scope.read<Row>(FIND_DRAFT, [orderId]);
  if (row === undefined) return null;
  return { ...row, destination: row.destination === null ? null : contactOfRow(row.destination) };
}

export interface ReturnableOrder {
  readonly orderId: string;
  readonly storeId: string | null;
  readonly isDelivered: boolean;
  readonly ordered: readonly Units[];
  /** The units in its returns, without cancelled returns. */
  readonly returning: readonly Units[];
}

const FIND_RETURNABLE = `select o.order_id as "orderId", o.store_id as "storeId",
    exists (
      select from shipments s
       where s.account_id = $1 and s.order_id = o.order_id and s.granular_status = 'delivered') as "isDelivered",
    (select coalesce(json_agg(json_build_object('sku', i.sku, 'units', i.units)), '[]')
      from order_items i where i.account_id = $1 and i.order_id = o.order_id) as ordered,
    (select coalesce(json_agg(json_build_object('sku', i.sku, 'units', i.units)), '[]')
      from dakiya.returns r
      join dakiya.shipments s on s.account_id = $1 and s.shipment_id = r.shipment_id and s.phase <> 'withdrawn'
      join order_items i on i.account_id = $1 and i.order_id = r.order_id
     where r.account_id = $1 and r.forward_order_id = o.order_id) as returning
  from orders o
 where o.account_id = $1 and o.journey = 'forward' and (o.display_id = $2 or o.order_id = $3)
 order by o.display_id = $2 desc
 limit 1`;

/** Finds the forward order with this id, either the merchant's id or ours. */
export async function findReturnableOrder(
  scope: AccountScope,
  named: string,
): Promise<ReturnableOrder | null> {
  const [row] = await scope.read<ReturnableOrder>(FIND_RETURNABLE, [named, isUuid(named) ? named : null]);
  return row ?? null;
}

/** Locks the order, so that other returns of it wait until the transaction ends. */
export async function lockForwardOrder(writer: AccountWriter, orderId: string): Promise<void> {
  await writer.read('select from orders where account_id = $1 and order_id = $2 for no key update', [
    orderId,
  ]);
}

const ANSWER = {
  name: 'add-qc-answers',
  text: `insert into qc_answers (account_id, shipment_id, event_id, qc_status, reason, images)
    select account_id, shipment_id, event_id, qc_status, reason, images
      from json_to_recordset($1) as a (account_id uuid, shipment_id uuid, event_id uuid, qc_status qc_status,
        reason text, images text[])`,
};

/** Stores results of the check together with the events that reported them. */
export async function addQcAnswers(
  transaction: ServiceTransaction,
  answers: readonly (ShipmentKey & QcAnswer & { readonly eventId: string })[],
): Promise<void> {
  await transaction.run(ANSWER, [
    JSON.stringify(
      answers.map((answer) => ({
        account_id: answer.accountId,
        shipment_id: answer.shipmentId,
        event_id: answer.eventId,
        qc_status: answer.status,
        reason: answer.reason,
        images: answer.images,
      })),
    ),
  ]);
}

/**
 * Takes the newest result of the events that applied. If there is none, goods that were picked up have
 * passed, because otherwise they would have stayed at the door.
 */
const SETTLE: RowsStatement = {
  name: 'settle-qc',
  account: 'k.account_id',
  text: (account) => `update returns r set qc_status = coalesce((
      select q.qc_status from qc_answers q
        join tracking_events e using (account_id, shipment_id, event_id)
       where q.account_id = ${account} and q.shipment_id = r.shipment_id and e.refusal is null
       order by e.event_at desc, e.arrival desc limit 1),
      case s.phase when 'moving' then 'passed'::qc_status when 'final' then 'passed' else 'pending' end)
      from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
      join shipments s on s.account_id = ${account} and s.shipment_id = k.shipment_id
     where r.account_id = ${account} and r.shipment_id = k.shipment_id and r.qc_status is not null`,
};

export async function settleQc(
  transaction: ServiceTransaction,
  returns: readonly ShipmentKey[],
): Promise<void> {
  await transaction.runFor(SETTLE, returns, keyLists);
}

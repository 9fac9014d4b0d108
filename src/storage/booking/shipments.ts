import { asSearched } from '../../domain/listing/search-words.ts';
import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { RowsInsert, Write, WriteShape } from '../writes.ts';
import { STATE_COLUMNS, type StateRow, stateOfRow, stateRow } from './shipment-state.ts';

export const PARCEL = columns({
  deadWeight: column<string>('dead_weight_g'),
  length: column<string>('length_cm'),
  width: column<string>('breadth_cm'),
  height: column<string>('height_cm'),
});

/** What follows from the order, and changes with it. */
const ORDERED = columns({
  warehouseId: column<string>(),
  storeId: column<string | null>(),
  orderDate: column<Date>(),
  totalPricePaise: column<number>(),
  /** 0 for prepaid orders. */
  codAmountPaise: column<number>(),
  /** The weight in units of 0.01 g. */
  appliedCentigrams: column<number>('applied_weight'),
  zone: column<Zone>(),
  isCod: column<boolean>(),
  channel: column<string>(),
});
const INSERTED = columns({
  shipmentId: column<string>(),
  orderId: column<string>(),
  /** The current booking, or the booking with an outcome that is still unknown. */
  bookingId: column<string | null>(),
  createdAt: column<Date>(),
  /** A date in India, such as `2026-11-15`. */
  expectedPickupDate: column<string | null>(),
  expectedDeliveryDate: column<string | null>(),
  /** The number of the last event, counted in order of arrival. */
  eventCount: column<number>(),
  journey: column<Journey>(),
  trackingNumber: column<string | null>(),
  carrierId: column<string | null>(),
  ...ORDERED.fields,
});
const SHIPMENT = columns({
  ...INSERTED.fields,
  /** Changes whenever its order changes. */
  updatedAt: column<Date>(),
});

/** A shipment with the state computed from its history. */
export type Shipment = RowOf<typeof SHIPMENT.fields> & { readonly state: ShipmentState };

/** A shipment to create, with the additional data that is stored with it. */
export interface NewShipment extends Omit<Shipment, 'updatedAt'> {
  /** The same as in the order. */
  readonly parcel: ParcelSize;
  readonly skus: readonly string[];
  readonly tags: readonly string[];
  /** See `searchWords`; null for a return, which has its own search data (see `writeReturn`). */
  readonly words: string | null;
}

const STATE_NAMES = Object.keys(STATE_COLUMNS) as (keyof StateRow)[];

const FIRST_VALUE = 7;
const FIRST_OF_STATE = FIRST_VALUE + Object.keys(INSERTED.fields).length;

const INSERT: WriteShape = {
  name: 'shipment',
  texts: [
    `insert into shipments (account_id, updated_at, ${INSERTED.columns}, ${STATE_NAMES.join(', ')})
    values ($1, $2, ${INSERTED.parameters(FIRST_VALUE)}, ${STATE_NAMES.map((_, index) => `$${FIRST_OF_STATE + index}`).join(', ')})`,
    `insert into parcels (account_id, shipment_id, ${PARCEL.columns}) values ($1, $${FIRST_VALUE}, ${PARCEL.parameters(3)})`,
  ],
};

const listed = (by: 'sku' | 'tag'): RowsInsert => ({
  name: `shipment-${by}s`,
  table: `shipment_${by}s`,
  alike: { account_id: '$1', shipment_id: '$2', created_at: '$3' },
  each: { [by]: 'text' },
});

const INSERT_SKUS = listed('sku');
const INSERT_TAGS = listed('tag');

const INSERT_WORDS: WriteShape = {
  name: 'shipment-words',
  texts: ['insert into shipment_search (account_id, shipment_id, created_at, words) values ($1, $2, $3, $4)'],
};

/** Writes a shipment with its parcel and its search data. The caller writes the events and the count. */
export function writeShipment(shipment: NewShipment): Write[] {
  const state = stateRow(shipment.state);
  const { shipmentId, createdAt, parcel, skus, tags, words } = shipment;
  const found = [shipmentId, createdAt];
  return [
    {
      shape: INSERT,
      parameters: [
        createdAt,
        ...PARCEL.values(parcel),
        ...INSERTED.values(shipment),
        ...STATE_NAMES.map((column) => state[column]),
      ],
    },
    ...(skus.length === 0
      ? []
      : [{ insert: INSERT_SKUS, parameters: found, rows: [...new Set(skus)].map((sku) => ({ sku })) }]),
    ...(tags.length === 0
      ? []
      : [{ insert: INSERT_TAGS, parameters: found, rows: [...new Set(tags)].map((tag) => ({ tag })) }]),
    ...(words === null ? [] : [{ shape: INSERT_WORDS, parameters: [...found, words] }]),
  ];
}

export type OrderedParts = RowOf<typeof ORDERED.fields> &
  Pick<NewShipment, 'shipmentId' | 'createdAt' | 'parcel' | 'skus' | 'tags' | 'words'>;

/** Uses UTC, because a cluster refuses changes that depend on the session's time zone. */
const A_MILLISECOND_LATER = "(updated_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'";

const UPDATE = `with resized as (
    update parcels set ${PARCEL.assignments(13)}
     where account_id = $1 and shipment_id = $2
  ), found as (
    update shipment_search set words = $12 where account_id = $1 and shipment_id = $2
  )
  update shipments set ${ORDERED.assignments(3)}, updated_at = greatest($17, ${A_MILLISECOND_LATER})
   where account_id = $1 and shipment_id = $2`;

export async function rewriteShipment(writer: AccountWriter, shipment: OrderedParts): Promise<void> {
  await writer.change(UPDATE, [
    shipment.shipmentId,
    ...ORDERED.values(shipment),
    shipment.words,
    ...PARCEL.values(shipment.parcel),
    writer.now,
  ]);
  await relist(writer, 'sku', shipment, shipment.skus);
  await relist(writer, 'tag', shipment, shipment.tags);
}

const TAGS = 'select tags from orders where account_id = $1 and order_id = $2';

export async function findTags(
  scope: AccountScope,
  { orderId }: Pick<Shipment, 'orderId'>,
): Promise<readonly string[]> {
  const [row] = await scope.read<{ tags: string[] }>(TAGS, [orderId]);
  return row?.tags ?? [];
}

const SET_TAGS = `with tagged as (update orders set tags = $3 where account_id = $1 and order_id = $2)
  update shipments set updated_at = $5 where account_id = $1 and shipment_id = $4`;

export async function writeTags(
  writer: AccountWriter,
  shipment: Pick<Shipment, 'shipmentId' | 'orderId' | 'createdAt'>,
  tags: readonly string[],
): Promise<void> {
  await writer.change(SET_TAGS, [shipment.orderId, tags, shipment.shipmentId, writer.now]);
  await relist(writer, 'tag', shipment, tags);
}

/** Rewrites the search data of a shipment. */
async function relist(
  writer: AccountWriter,
  by: 'sku' | 'tag',
  { shipmentId, createdAt }: Pick<Shipment, 'shipmentId' | 'createdAt'>,
  values: readonly string[],
): Promise<void> {
  const table = `shipment_${by}s`;
  const unlist = `delete from ${table} where account_id = $1 and created_at = $2 and shipment_id = $3 and not ${by} = any($4)`;
  const list = `insert into ${table} (account_id, ${by}, created_at, shipment_id)
    select $1, value, $2, $3 from unnest($4::text[]) as value on conflict do nothing`;
  const row = [createdAt, shipmentId, [...new Set(values)]];
  await writer.change(unlist, row);
  await writer.change(list, row);
}

type ShipmentRow = StateRow & { journey: Journey; created_at: Date };

const READ_COLUMNS = `${SHIPMENT.columns}, ${STATE_NAMES.join(', ')}`;

const FIND = {
  name: 'find-shipments',
  text: `select ${READ_COLUMNS} from shipments where account_id = $1 and shipment_id = any($2::uuid[])`,
};

/** Finds the account's shipments with these ids, in any order. */
export async function findShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Shipment[]> {
  const rows = await scope.read<ShipmentRow>(FIND, [shipmentIds]);
  return rows.map(shipmentOfRow);
}

const LOCK = {
  name: 'lock-shipments',
  text: `select ${READ_COLUMNS} from shipments where account_id = $1 and shipment_id = any($2::uuid[])
    order by shipment_id for no key update`,
};

/**
 * Reads shipments and locks them until the transaction ends. They are locked in the order of their ids, so
 * that two changes of the same shipments cannot deadlock.
 */
export async function lockShipments(
  writer: AccountWriter,
  shipmentIds: readonly string[],
): Promise<Map<string, Shipment>> {
  const rows = await writer.read<ShipmentRow>(LOCK, [shipmentIds]);
  return new Map(rows.map(shipmentOfRow).map((shipment) => [shipment.shipmentId, shipment]));
}

/** Sets the booking that a shipment waits for; null for none. It is not shown to anyone. */
export async function awaitBooking(
  writer: AccountWriter,
  shipmentId: string,
  bookingId: string | null,
): Promise<void> {
  await writer.change('update shipments set booking_id = $3 where account_id = $1 and shipment_id = $2', [
    shipmentId,
    bookingId,
  ]);
}

const ASSIGNED = columns({
  bookingId: column<string>(),
  trackingNumber: column<string>(),
  carrierId: column<string>(),
  zone: column<Zone>(),
  expectedPickupDate: column<string>(),
  expectedDeliveryDate: column<string>(),
});

const ASSIGN = `with found as (
    update shipment_search set words = words || $9 || ' ' where account_id = $1 and shipment_id = $2
  ), return_found as (
    update returns set words = words || $9 || ' ' where account_id = $1 and shipment_id = $2
  )
  update shipments set ${ASSIGNED.assignments(3)}, updated_at = $10 where account_id = $1 and shipment_id = $2`;

/** Assigns a booking to a shipment, and makes it searchable by its tracking number. */
export async function assignBooking(
  writer: AccountWriter,
  shipmentId: string,
  assignment: RowOf<typeof ASSIGNED.fields>,
): Promise<void> {
  await writer.change(ASSIGN, [
    shipmentId,
    ...ASSIGNED.values(assignment),
    asSearched(assignment.trackingNumber),
    writer.now,
  ]);
}

const FIND_PARCEL = `select ${PARCEL.selected()} from parcels where account_id = $1 and shipment_id = $2`;

export async function findParcel(scope: AccountScope, shipmentId: string): Promise<ParcelSize | null> {
  const [row] = await scope.read<ParcelSize>(FIND_PARCEL, [shipmentId]);
  return row ?? null;
}

function shipmentOfRow(row: ShipmentRow): Shipment {
  return { ...SHIPMENT.ofRow(row), state: stateOfRow(row, row.created_at) };
}

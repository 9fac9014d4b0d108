import { asSearched } from '../../domain/listing/search-words.ts';
import type { ParcelSize } from '../../domain/rates/parcel.ts';
import type { ShipmentState } from '../../domain/tracking/state.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import type { AccountScope, AccountWriter } from '../account-scope.ts';
import type { RowsInsert, Write, WriteShape } from '../writes.ts';
import { STATE_COLUMNS, type StateRow, stateOfRow, stateRow } from './shipment-state.ts';

/** A shipment with the state computed from its history. */
export interface Shipment {
  readonly shipmentId: string;
  readonly orderId: string;
  readonly warehouseId: string;
  readonly storeId: string | null;
  /** The current booking, or the booking with an outcome that is still unknown. */
  readonly bookingId: string | null;
  readonly createdAt: Date;
  /** Changes whenever its order changes. */
  readonly updatedAt: Date;
  readonly orderDate: Date;
  readonly totalPricePaise: number;
  /** 0 for prepaid orders. */
  readonly codAmountPaise: number;
  /** The weight in units of 0.01 g. */
  readonly appliedCentigrams: number;
  /** A date in India, such as `2026-11-15`. */
  readonly expectedPickupDate: string | null;
  readonly expectedDeliveryDate: string | null;
  readonly journey: Journey;
  readonly zone: Zone;
  readonly isCod: boolean;
  readonly trackingNumber: string | null;
  readonly carrierId: string | null;
  readonly channel: string;
  readonly state: ShipmentState;
  /** The number of the last event, counted in order of arrival. */
  readonly eventCount: number;
}

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

const INSERTED_COLUMNS = [
  'shipment_id',
  'order_id',
  'warehouse_id',
  'store_id',
  'booking_id',
  'created_at',
  'order_date',
  'total_price_paise',
  'cod_amount_paise',
  'applied_weight',
  'expected_pickup_date',
  'expected_delivery_date',
  'event_count',
  'journey',
  'zone',
  'is_cod',
  'tracking_number',
  'carrier_id',
  'channel',
  ...STATE_NAMES,
] as const;

const FIRST_VALUE = 7;

const INSERT: WriteShape = {
  name: 'shipment',
  texts: [
    `insert into shipments (account_id, updated_at, ${INSERTED_COLUMNS.join(', ')})
    values ($1, $2, ${INSERTED_COLUMNS.map((_, index) => `$${FIRST_VALUE + index}`).join(', ')})`,
    `insert into parcels (account_id, shipment_id, dead_weight_g, length_cm, breadth_cm, height_cm)
    values ($1, $${FIRST_VALUE}, $3, $4, $5, $6)`,
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
  const row = { ...stateRow(shipment.state), ...ownRow(shipment) };
  const { shipmentId, createdAt, parcel, skus, tags, words } = shipment;
  const found = [shipmentId, createdAt];
  return [
    {
      shape: INSERT,
      parameters: [
        createdAt,
        parcel.deadWeight,
        parcel.length,
        parcel.width,
        parcel.height,
        ...INSERTED_COLUMNS.map((column) => row[column]),
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

export type OrderedParts = Pick<
  NewShipment,
  | 'shipmentId'
  | 'createdAt'
  | 'warehouseId'
  | 'storeId'
  | 'orderDate'
  | 'totalPricePaise'
  | 'codAmountPaise'
  | 'appliedCentigrams'
  | 'zone'
  | 'isCod'
  | 'channel'
  | 'parcel'
  | 'skus'
  | 'tags'
  | 'words'
>;

/** Uses UTC, because a cluster refuses changes that depend on the session's time zone. */
const A_MILLISECOND_LATER = "(updated_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'";

const UPDATE = `with resized as (
    update parcels set dead_weight_g = $13, length_cm = $14, breadth_cm = $15, height_cm = $16
     where account_id = $1 and shipment_id = $2
  ), found as (
    update shipment_search set words = $12 where account_id = $1 and shipment_id = $2
  )
  update shipments set warehouse_id = $3, store_id = $4, order_date = $5, total_price_paise = $6,
      cod_amount_paise = $7, applied_weight = $8, zone = $9, is_cod = $10, channel = $11,
      updated_at = greatest($17, ${A_MILLISECOND_LATER})
   where account_id = $1 and shipment_id = $2`;

export async function rewriteShipment(writer: AccountWriter, shipment: OrderedParts): Promise<void> {
  const { parcel } = shipment;
  await writer.change(UPDATE, [
    shipment.shipmentId,
    shipment.warehouseId,
    shipment.storeId,
    shipment.orderDate,
    shipment.totalPricePaise,
    shipment.codAmountPaise,
    shipment.appliedCentigrams,
    shipment.zone,
    shipment.isCod,
    shipment.channel,
    shipment.words,
    parcel.deadWeight,
    parcel.length,
    parcel.width,
    parcel.height,
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

function ownRow(shipment: Omit<Shipment, 'updatedAt'>) {
  return {
    shipment_id: shipment.shipmentId,
    order_id: shipment.orderId,
    warehouse_id: shipment.warehouseId,
    store_id: shipment.storeId,
    booking_id: shipment.bookingId,
    created_at: shipment.createdAt,
    order_date: shipment.orderDate,
    total_price_paise: shipment.totalPricePaise,
    cod_amount_paise: shipment.codAmountPaise,
    applied_weight: shipment.appliedCentigrams,
    expected_pickup_date: shipment.expectedPickupDate,
    expected_delivery_date: shipment.expectedDeliveryDate,
    event_count: shipment.eventCount,
    journey: shipment.journey,
    zone: shipment.zone,
    is_cod: shipment.isCod,
    tracking_number: shipment.trackingNumber,
    carrier_id: shipment.carrierId,
    channel: shipment.channel,
  };
}

interface ShipmentRow extends StateRow {
  shipment_id: string;
  order_id: string;
  warehouse_id: string;
  store_id: string | null;
  booking_id: string | null;
  created_at: Date;
  updated_at: Date;
  order_date: Date;
  total_price_paise: string;
  cod_amount_paise: string;
  applied_weight: string;
  expected_pickup_date: string | null;
  expected_delivery_date: string | null;
  event_count: number;
  journey: Journey;
  zone: Zone;
  is_cod: boolean;
  tracking_number: string | null;
  carrier_id: string | null;
  channel: string;
}

const READ_COLUMNS = ['updated_at', ...INSERTED_COLUMNS]
  .map((column) => (column.endsWith('_date') && column !== 'order_date' ? `${column}::text` : column))
  .join(', ');

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
  return new Map(rows.map((row) => [row.shipment_id, shipmentOfRow(row)]));
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

export interface Assignment {
  readonly bookingId: string;
  readonly trackingNumber: string;
  readonly carrierId: string;
  readonly zone: Zone;
  readonly expectedPickupDate: string;
  readonly expectedDeliveryDate: string;
}

const ASSIGN = `with found as (
    update shipment_search set words = words || $9 || ' ' where account_id = $1 and shipment_id = $2
  ), return_found as (
    update returns set words = words || $9 || ' ' where account_id = $1 and shipment_id = $2
  )
  update shipments set booking_id = $3, tracking_number = $4, carrier_id = $5, zone = $6,
      expected_pickup_date = $7, expected_delivery_date = $8, updated_at = $10
    where account_id = $1 and shipment_id = $2`;

/** Assigns a booking to a shipment, and makes it searchable by its tracking number. */
export async function assignBooking(
  writer: AccountWriter,
  shipmentId: string,
  assignment: Assignment,
): Promise<void> {
  await writer.change(ASSIGN, [
    shipmentId,
    assignment.bookingId,
    assignment.trackingNumber,
    assignment.carrierId,
    assignment.zone,
    assignment.expectedPickupDate,
    assignment.expectedDeliveryDate,
    asSearched(assignment.trackingNumber),
    writer.now,
  ]);
}

const PARCEL = `select dead_weight_g as "deadWeight", length_cm as length, breadth_cm as width, height_cm as height
  from parcels where account_id = $1 and shipment_id = $2`;

export async function findParcel(scope: AccountScope, shipmentId: string): Promise<ParcelSize | null> {
  const [row] = await scope.read<ParcelSize>(PARCEL, [shipmentId]);
  return row ?? null;
}

function shipmentOfRow(row: ShipmentRow): Shipment {
  return {
    shipmentId: row.shipment_id,
    orderId: row.order_id,
    warehouseId: row.warehouse_id,
    storeId: row.store_id,
    bookingId: row.booking_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    orderDate: row.order_date,
    totalPricePaise: Number(row.total_price_paise),
    codAmountPaise: Number(row.cod_amount_paise),
    appliedCentigrams: Number(row.applied_weight),
    expectedPickupDate: row.expected_pickup_date,
    expectedDeliveryDate: row.expected_delivery_date,
    journey: row.journey,
    zone: row.zone,
    isCod: row.is_cod,
    trackingNumber: row.tracking_number,
    carrierId: row.carrier_id,
    channel: row.channel,
    state: stateOfRow(row, row.created_at),
    eventCount: row.event_count,
  };
}

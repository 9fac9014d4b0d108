import { validate as isUuid } from 'uuid';
import { asSearched, searchWords } from '../../../src/domain/listing/search-words.ts';
import { NDR_REASONS, RTO_REASONS } from '../../../src/domain/tracking/reasons.ts';
import { FORWARD_STATUSES, listingStatusOf } from '../../../src/domain/tracking/statuses.ts';
import { ZONES } from '../../../src/domain/zones/zone.ts';
import type { TestApp } from '../app.ts';

/** A test shipment: its database values, and the values for the reference. */
export interface MadeShipment {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly orderId: string;
  readonly warehouseId: string;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly createdAt: number;
  /** Unix milliseconds of each date that a listing can filter by. */
  readonly dates: Readonly<Record<string, number | null>>;
  readonly journey: 'forward' | 'return';
  readonly granularStatus: (typeof FORWARD_STATUSES)[number];
  readonly zone: (typeof ZONES)[number];
  readonly ndrReason: string | null;
  readonly rtoReason: string | null;
  readonly attempts: number;
  readonly isCod: boolean;
  /** Paise; 0 for prepaid. */
  readonly codAmount: number;
  /** 0.01 g. */
  readonly weight: number;
  readonly trackingNumber: string | null;
  readonly carrierId: string | null;
  readonly channel: string;
  readonly displayId: string;
  readonly externalId: string;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly phone: string;
  readonly email: string | null;
  readonly city: string;
  readonly skus: readonly string[];
  readonly tags: readonly string[];
  /** Something about the order is odd. */
  readonly isOdd: boolean;
}

/** Of all made-up customers. */
const PINCODE = '560038';

/** Words from small sets, so that random filters match random shipments. */
export const WORDS = {
  carriers: ['k4tq9m2x', 'h7vd3r8c', 'p2ns6w5j', 'b9xf4t7z'],
  channels: ['manual_order', 'shopify', 'woocommerce', 'amazon'],
  skus: ['CHAI-250', 'CHAI-500', 'CUP', 'cup', 'A%', 'É'],
  tags: ['gift', 'fragile', 'vip', 'बड़ा', "o'clock"],
  stores: ['chai', 'chai-two', 'closed-shop'],
  firstNames: ['Asha', 'Björn', 'Priya Devi', 'JO', 'ﬁona', '100%_sure', 'राम', 'O’Neil 😀'],
  lastNames: [null, 'Rao', 'de Souza', 'Rao-Iyer', 'İzmir'],
  cities: ['Bengaluru', 'Hubli  Dharwad', 'New Delhi', 'Leh'],
} as const;

/** A small, fast generator whose numbers are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The stores and warehouses of an account's shipments. */
export interface Belongings {
  readonly accountId: string;
  readonly warehouseIds: readonly string[];
  /** By name. */
  readonly stores: Readonly<Record<string, string>>;
}

const SPAN_MS = 40 * 86_400_000;
const START = Date.UTC(2026, 8, 1);

/** Makes varied shipments, many of them with exactly the same time. */
export function makeShipments(
  random: () => number,
  belongings: Belongings,
  count: number,
  moments: readonly number[] = momentsOf(random, Math.ceil(count / 4)),
): MadeShipment[] {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const sometimes = <T>(share: number, value: () => T): T | null => (random() < share ? value() : null);
  const some = <T>(values: readonly T[], share: number) => values.filter(() => random() < share);
  const later = (from: number) =>
    from + Math.floor(random() * 20) * 43_200_000 + Math.floor(random() * 3) * 500;
  return Array.from({ length: count }, () => {
    const createdAt = pick(moments);
    const granularStatus = pick(FORWARD_STATUSES);
    const storeName = sometimes(0.5, () => pick(WORDS.stores));
    const digits = String(Math.floor(random() * 1e9)).padStart(9, '0');
    const phone = `${pick([6, 7, 8, 9])}${String(Math.floor(random() * 1e9)).padStart(9, '0')}`;
    const isCod = random() < 0.5;
    const milestone = () => sometimes(0.4, () => later(createdAt));
    return {
      accountId: belongings.accountId,
      shipmentId: uuidOf(random),
      orderId: uuidOf(random),
      warehouseId: pick(belongings.warehouseIds),
      storeId: storeName === null ? null : (belongings.stores[storeName] ?? null),
      storeName,
      createdAt,
      dates: {
        created_at: createdAt,
        order_date: createdAt - Math.floor(random() * 86_400_000),
        updated_at: later(createdAt),
        last_scan_at: Number(digits) % 3 === 0 ? null : createdAt + (Number(digits) % 40) * 43_200_250,
        ...Object.fromEntries(MILESTONES.map((name) => [name, milestone()])),
      },
      journey: random() < 0.1 ? 'return' : 'forward',
      granularStatus,
      zone: pick(ZONES),
      ndrReason: sometimes(0.4, () => pick(NDR_REASONS)),
      rtoReason: sometimes(0.3, () => pick(RTO_REASONS)),
      attempts: Math.floor(random() * 5),
      isCod,
      codAmount: isCod ? 20_000 + (Number(digits) % 5) * 9_950 : 0,
      weight: pick([5_000, 50_000, 50_001, 100_000, Math.floor(random() * 1_000_000)]),
      trackingNumber: sometimes(0.8, () => `DKY${digits}`),
      carrierId: sometimes(0.8, () => pick(WORDS.carriers)),
      channel: pick(WORDS.channels),
      displayId: pick([
        `#${digits}`,
        `${digits.slice(0, 4)}-${digits.slice(4, 7)}-${digits.slice(7)}`,
        `ord ${digits}`,
      ]),
      externalId: `X/${digits.slice(0, 6)}`,
      firstName: pick(WORDS.firstNames),
      lastName: pick(WORDS.lastNames),
      phone,
      email: sometimes(0.7, () => `u${digits.slice(0, 5)}@example.in`),
      city: pick(WORDS.cities),
      skus: some(WORDS.skus, 0.25),
      tags: some(WORDS.tags, 0.2),
      isOdd: Number(digits) % 5 === 0,
    };
  });
}

const MILESTONES = [
  'picked_up_at',
  'out_for_delivery_at',
  'delivered_at',
  'ndr_raised_at',
  'rto_initiated_at',
  'rto_delivered_at',
  'cancelled_at',
];

function momentsOf(random: () => number, count: number): number[] {
  return Array.from({ length: count }, () => {
    const second = START + Math.floor((random() * SPAN_MS) / 1000) * 1000;
    return second + ([0, 0, 1, 500, 999][Math.floor(random() * 5)] ?? 0);
  });
}

function uuidOf(random: () => number): string {
  const hex = () => Math.floor(random() * 16).toString(16);
  const text = '00000000-0000-7000-8000-000000000000'.replace(/0/g, hex);
  if (!isUuid(text)) throw new Error(`${text} is no UUID`);
  return text;
}

/**
 * Writes shipments as orders would, all at once. Half of the counts are changes that are not yet added up.
 */
export async function insertShipments({ database }: TestApp, made: readonly MadeShipment[]): Promise<void> {
  const forward = made.filter(({ journey }) => journey === 'forward');
  const insert = (table: string, rows: readonly object[]) =>
    database.sql(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await insert('orders', made.map(orderRow));
  await insert('order_contacts', made.map(contactRow));
  await insert('order_items', made.flatMap(itemRows));
  await insert('shipments', made.map(shipmentRow));
  await insert('shipment_search', forward.map(searchRow));
  const keys = (shipment: MadeShipment) => ({
    account_id: shipment.accountId,
    created_at: new Date(shipment.createdAt),
    shipment_id: shipment.shipmentId,
  });
  await insert(
    'shipment_skus',
    forward.flatMap((one) => one.skus.map((sku) => ({ ...keys(one), sku }))),
  );
  await insert(
    'shipment_tags',
    forward.flatMap((one) => one.tags.map((tag) => ({ ...keys(one), tag }))),
  );
  const counted = made.map(({ accountId, journey, granularStatus }) => ({
    accountId,
    journey,
    granularStatus,
  }));
  await database.sql(
    `insert into shipment_count_deltas (account_id, journey, status, change)
     select (c->>'accountId')::uuid, (c->>'journey')::journey, (c->>'granularStatus')::granular_status, 1
       from json_array_elements($1) as c`,
    [JSON.stringify(counted)],
  );
}

const ODD = {
  ...{ field: 'weight', code: 'weight_in_grams', template: 'weight_in_grams', values: {} },
  message: 'weight 450 kg looks like grams: weight is in kilograms',
};

function orderRow(made: MadeShipment) {
  return {
    account_id: made.accountId,
    order_id: made.orderId,
    store_id: made.storeId,
    created_at: new Date(made.createdAt),
    order_date: new Date(made.dates.order_date ?? made.createdAt),
    ...{ sub_total_paise: 49_900, total_discount_paise: 0, other_amount_paise: 0 },
    ...{ shipping_charges_paise: 0, giftwrap_charges_paise: 0, transaction_charges_paise: 0 },
    warnings: made.isOdd ? [ODD] : [],
    cod_collectible_paise: made.isCod ? 49_900 : 0,
    is_cod: made.isCod,
    is_demo: false,
    journey: 'forward',
    display_id: `${made.displayId}`,
    external_id: made.externalId,
    channel: made.channel,
    tags: made.tags,
  };
}

function contactRow(made: MadeShipment) {
  return {
    account_id: made.accountId,
    order_id: made.orderId,
    role: 'billing',
    first_name: made.firstName,
    last_name: made.lastName,
    phone: made.phone,
    email: made.email,
    address: '12, 4th Cross',
    city: made.city,
    pincode: PINCODE,
    state: 'Karnataka',
    country: 'India',
  };
}

function itemRows({ accountId, orderId, skus }: MadeShipment) {
  return skus.map((sku, position) => ({
    account_id: accountId,
    order_id: orderId,
    position,
    item_id: orderId,
    selling_price_paise: 49_900,
    units: 1,
    name: sku,
    sku,
  }));
}

function shipmentRow(made: MadeShipment) {
  const { last_scan_at, ...own } = made.dates;
  const dates = Object.entries({ ...own, newest_event_at: last_scan_at ?? null }).map(([name, at]) => [
    name,
    at === null ? null : new Date(at),
  ]);
  return {
    ...Object.fromEntries(dates),
    account_id: made.accountId,
    shipment_id: made.shipmentId,
    order_id: made.orderId,
    warehouse_id: made.warehouseId,
    store_id: made.storeId,
    status_at: new Date(made.createdAt),
    total_price_paise: 49_900,
    cod_amount_paise: made.codAmount,
    applied_weight: made.weight,
    event_count: 0,
    journey: made.journey,
    status: listingStatusOf(made.granularStatus),
    granular_status: made.granularStatus,
    phase: 'moving',
    zone: made.zone,
    ndr_reason: made.ndrReason,
    rto_reason: made.rtoReason,
    attempt_count: made.attempts,
    is_cod: made.isCod,
    ndr_reason_is_newer: false,
    tracking_number: made.trackingNumber,
    carrier_id: made.carrierId,
    channel: made.channel,
  };
}

function searchRow(made: MadeShipment) {
  return {
    account_id: made.accountId,
    shipment_id: made.shipmentId,
    created_at: new Date(made.createdAt),
    words: searchWords(made.trackingNumber, {
      ...made,
      billing: { ...made, pincode: PINCODE },
      shipping: null,
      items: made.skus.map((sku) => ({ name: sku, sku })),
    }),
  };
}

/** Every word by which a search can find a shipment, in compared form. */
export function wordsOf(made: MadeShipment): string[] {
  const { trackingNumber, displayId, externalId, firstName, lastName, phone, email, city, skus } = made;
  const values = [trackingNumber, displayId, externalId, firstName, lastName, phone, email, city, PINCODE];
  return [...values, ...skus]
    .flatMap((value) => asSearched(value ?? '').split(' '))
    .filter((word) => word !== '');
}

/** Changes the states of the forward shipments as scans do, including counters, and returns the new ones. */
export async function rescan(
  { database }: TestApp,
  random: () => number,
  made: readonly MadeShipment[],
): Promise<MadeShipment[]> {
  const changed = made.map((shipment) => ({
    ...shipment,
    granularStatus: FORWARD_STATUSES[
      Math.floor(random() * FORWARD_STATUSES.length)
    ] as MadeShipment['granularStatus'],
  }));
  const rows = changed.map(({ shipmentId, granularStatus }) => ({
    shipmentId,
    status: listingStatusOf(granularStatus),
    granularStatus,
  }));
  await database.sql(
    `with new as (
       select (c->>'shipmentId')::uuid as shipment_id, (c->>'status')::listing_status as status,
           (c->>'granularStatus')::granular_status as granular_status
         from json_array_elements($1) as c
     ), before as (
       select s.account_id, s.journey, s.granular_status from shipments s join new using (shipment_id)
     ), after as (
       update shipments s set status = new.status, granular_status = new.granular_status, updated_at = now()
         from new where s.shipment_id = new.shipment_id
       returning s.account_id, s.journey, s.granular_status
     )
     insert into shipment_count_deltas (account_id, journey, status, change)
     select account_id, journey, granular_status, -1 from before
     union all select account_id, journey, granular_status, 1 from after`,
    [JSON.stringify(rows)],
  );
  return changed;
}

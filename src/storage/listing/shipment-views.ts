import type {
  ChargesView,
  EventView,
  ShipmentView,
  WaitingRequest,
} from '../../domain/listing/shipment-view.ts';
import type { Contact } from '../../domain/orders/order.ts';
import { activityText } from '../../domain/tracking/activity-text.ts';
import type { NdrReason, RtoReason } from '../../domain/tracking/reasons.ts';
import { milestonesReached } from '../../domain/tracking/state.ts';
import type { ForwardStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { Zone } from '../../domain/zones/zone.ts';
import type { AccountScope } from '../account-scope.ts';
import { type ContactRole, contactOfRow } from '../booking/contact-rows.ts';
import { STATE_COLUMNS, type StateRow, stateOfRow } from '../booking/shipment-state.ts';
import { BOOKED_ONE_BY_ONE, joinOne, leftJoinOne } from '../shipment-joins.ts';
import { readOrNull } from '../stored-sentence.ts';
import { statusOfColumn } from '../tracking/column-status.ts';

/** SQL that is true for an exchange, even if the reader may not see the other parcel. */
const IS_EXCHANGE = `case when s.journey = 'return'
      then exists (select from dakiya.exchanges e where e.account_id = $1 and e.return_shipment_id = s.shipment_id)
      else exists (select from dakiya.exchanges e where e.account_id = $1 and e.forward_shipment_id = s.shipment_id) end`;

/**
 * SQL for the data of a shipment as shown: a `ViewRow`, from `VIEW_JOINS`. `s` is a row of `shipments`, and
 * `$1` is the account. Lists have no field names, which took a third of the statement's time.
 */
export const VIEW_COLUMNS = `s.shipment_id, s.order_id, s.warehouse_id, s.created_at, s.updated_at, s.total_price_paise, s.cod_amount_paise,
    s.is_cod, s.zone, s.applied_weight, s.expected_pickup_date::text, s.expected_delivery_date::text,
    s.journey, s.tracking_number, s.carrier_id, ${IS_EXCHANGE} as is_exchange, w.city as warehouse_city, ${Object.keys(
      STATE_COLUMNS,
    )
      .map((name) => `s.${name}`)
      .join(', ')},
    b.expected_delivery_date::text as first_expected_delivery_date,
    o.order_date, o.channel, o.display_id, o.external_id, o.tags, st.store_name, b.carrier_name, b.courier_name, b.helpline,
    b.forward_freight_paise, b.cod_charges_paise, b.rto_charges_paise, b.qc_charges_paise, b.total_charges_paise, b.platform_fee_paise,
    case when s.journey = 'return' then coalesce(
        (select r.destination from returns r where r.account_id = $1 and r.shipment_id = s.shipment_id)::json,
        json_build_object('first_name', w.contact_person, 'last_name', null,
        'phone', w.phone, 'email', w.email, 'address', w.street_address, 'address_2', null, 'city', w.city,
        'pincode', w.zip, 'state', w.state, 'country', w.country)) end as home,
    (select json_agg(json_build_array(c.role, c.first_name, c.last_name, c.phone, c.email, c.address, c.address_2,
        c.city, c.pincode, c.state, c.country))
      from order_contacts c where c.account_id = $1 and c.order_id = s.order_id) as contacts,
    (select json_agg(json_build_array(i.item_id, i.units, i.name, i.sku, i.selling_price_paise) order by i.position)
      from order_items i where i.account_id = $1 and i.order_id = s.order_id) as items,
    (select json_agg(json_build_array(e.event_id, e.status, e.reason, e.location, e.description,
        (extract(epoch from e.event_at) * 1000)::bigint, e.actor_kind = 'carrier', e.carrier_reason) order by e.event_at desc, e.arrival desc)
      from tracking_events e
     where e.account_id = $1 and e.shipment_id = s.shipment_id and e.refusal is null) as events,
    (select json_build_object('id', q.request_id, 'kind', q.kind, 'isAtOnce', q.is_at_once, 'deliveryDate', q.delivery_date,
        'landmark', q.landmark, 'phone', q.phone, 'note', q.note, 'returnReason', q.return_reason, 'createdAt', q.created_at)
      from customer_requests q
     where q.account_id = $1 and q.shipment_id = s.shipment_id and q.state = 'waiting') as request`;

export const VIEW_JOINS = `${joinOne('orders', 'o', 'order_id = s.order_id')}
    ${joinOne('warehouses', 'w', 'warehouse_id = s.warehouse_id')}
    ${leftJoinOne('stores', 'st', 'store_id = s.store_id')}
    ${BOOKED_ONE_BY_ONE}`;

const FIND = {
  name: 'view-shipments',
  text: `select ${VIEW_COLUMNS}
    from unnest($2::uuid[]) as wanted (shipment_id)
    ${joinOne('shipments', 's', 'shipment_id = wanted.shipment_id')}
    ${VIEW_JOINS}`,
};

/** Reads all shown data of the account's shipments with these ids, in the order of the ids. */
export async function readShipmentViews(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<ShipmentView[]> {
  const rows = await scope.read<ViewRow>(FIND, [shipmentIds]);
  const views = new Map(rows.map((row) => [row.shipment_id, viewOfRow(row)]));
  return shipmentIds.flatMap((id) => views.get(id) ?? []);
}

export interface ViewRow extends StateRow {
  shipment_id: string;
  order_id: string;
  warehouse_id: string;
  journey: Journey;
  is_exchange: boolean;
  warehouse_city: string;
  /** For a return: its destination if set, else the warehouse. */
  home: object | null;
  created_at: Date;
  updated_at: Date;
  total_price_paise: number;
  cod_amount_paise: number;
  is_cod: boolean;
  zone: Zone;
  applied_weight: number;
  expected_pickup_date: string | null;
  expected_delivery_date: string | null;
  first_expected_delivery_date: string | null;
  tracking_number: string | null;
  carrier_id: string | null;
  order_date: Date;
  channel: string;
  display_id: string;
  external_id: string;
  tags: string[];
  store_name: string | null;
  carrier_name: string | null;
  courier_name: string | null;
  helpline: string | null;
  /** Null without a booking; the other charges are then null too. */
  forward_freight_paise: number | null;
  cod_charges_paise: number;
  rto_charges_paise: number;
  qc_charges_paise: number;
  total_charges_paise: number;
  platform_fee_paise: number;
  /** Null if the contacts were erased. */
  contacts: ListedContact[] | null;
  items: ListedItem[] | null;
  /** Null if nothing has happened yet. */
  events: ListedEvent[] | null;
  request: WaitingRequest | null;
}

type ListedContact = [
  role: ContactRole,
  firstName: string,
  lastName: string | null,
  phone: string,
  email: string | null,
  address: string,
  address2: string | null,
  city: string,
  pincode: string,
  state: string,
  country: string,
];

type Item = ShipmentView['items'][number];
type ListedItem = [
  itemId: string,
  units: Item['units'],
  name: Item['name'],
  sku: Item['sku'],
  paise: Item['sellingPricePaise'],
];

type ListedEvent = [
  eventId: string,
  status: ForwardStatus,
  reason: NdrReason | RtoReason | null,
  location: string | null,
  description: string | null,
  milliseconds: number,
  isOfCarrier: boolean,
  carrierReason: string | null,
];

/** The placeholder for an erased customer. */
const ERASED: Contact = {
  firstName: '',
  lastName: null,
  phone: '',
  email: null,
  address: '',
  address2: null,
  city: '',
  pincode: '',
  state: '',
  country: '',
};

export function viewOfRow(row: ViewRow): ShipmentView {
  const state = stateOfRow(row, row.created_at);
  const contact = (wanted: ContactRole) => contactOfView(row, wanted);
  const billing = contact('billing') ?? ERASED;
  return {
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    status: state.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    warehouseId: row.warehouse_id,
    originCity: row.journey === 'return' ? billing.city : row.warehouse_city,
    journey: row.journey,
    isExchange: row.is_exchange,
    totalPricePaise: row.total_price_paise,
    codAmountPaise: row.cod_amount_paise,
    isCod: row.is_cod,
    zone: row.zone,
    appliedCentigrams: row.applied_weight,
    attemptCount: row.attempt_count,
    ndrReason: row.ndr_reason,
    rtoReason: row.rto_reason,
    expectedPickupDate: row.expected_pickup_date,
    expectedDeliveryDate: row.expected_delivery_date,
    firstExpectedDeliveryDate: row.first_expected_delivery_date,
    carrier:
      row.carrier_id === null
        ? null
        : {
            id: row.carrier_id,
            name: row.carrier_name ?? row.carrier_id,
            courierName: row.courier_name,
            helpline: row.helpline,
          },
    order: {
      id: row.order_id,
      orderDate: row.order_date,
      channel: row.channel,
      displayId: row.display_id,
      externalId: row.external_id,
      storeName: row.store_name,
      tags: row.tags,
    },
    items: (row.items ?? []).map(([itemId, units, name, sku, sellingPricePaise]) => ({
      itemId,
      units,
      name,
      sku,
      sellingPricePaise,
    })),
    billing,
    shipping: row.home === null ? contact('shipping') : contactOfRow(row.home),
    milestones: milestonesReached(state).map(({ milestone, at }) => ({ milestone, at: new Date(at) })),
    lastScanAt: row.newest_event_at,
    events: (row.events ?? []).map((event) => eventOf(event, row.journey)),
    charges: chargesOf(row),
    request: row.request,
  };
}

/** The contact of a row in this role; null if there is none. */
export function contactOfView({ contacts }: Pick<ViewRow, 'contacts'>, wanted: ContactRole): Contact | null {
  const found = contacts?.find(([role]) => role === wanted);
  return found === undefined ? null : contactOf(found);
}

function contactOf([
  ,
  firstName,
  lastName,
  phone,
  email,
  address,
  address2,
  ...place
]: ListedContact): Contact {
  const [city, pincode, state, country] = place;
  return {
    firstName,
    lastName,
    phone,
    email,
    address,
    address2,
    city,
    pincode,
    state,
    country,
    gstin: null,
  };
}

function eventOf(
  [eventId, kept, reason, location, stored, milliseconds, isOfCarrier, carrierReason]: ListedEvent,
  journey: Journey,
): EventView {
  const status = statusOfColumn(kept, journey);
  const ours = isOfCarrier ? null : readOrNull(stored);
  const description = ours?.text ?? stored;
  const { text, sentence } = activityText({ status, reason, carrierReason, description, isOfCarrier });
  return {
    eventId,
    status,
    location,
    description: text,
    sentence: sentence ?? ours,
    at: new Date(milliseconds),
  };
}

function chargesOf(row: ViewRow): ChargesView | null {
  if (row.forward_freight_paise === null) return null;
  return {
    forwardFreightPaise: row.forward_freight_paise,
    codChargesPaise: row.cod_charges_paise,
    rtoChargesPaise: row.rto_charges_paise,
    qcChargesPaise: row.qc_charges_paise,
    totalChargesPaise: row.total_charges_paise,
    platformFeePaise: row.platform_fee_paise,
  };
}

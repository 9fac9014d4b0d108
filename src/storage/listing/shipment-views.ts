import type {
  ChargesView,
  ContactView,
  EventView,
  ItemView,
  ShipmentView,
} from '../../domain/listing/shipment-view.ts';
import { milestonesReached } from '../../domain/tracking/state.ts';
import { type GranularStatus, listingStatusOf, subStatusOf } from '../../domain/tracking/statuses.ts';
import { type Zone, zoneWord } from '../../domain/zones/zone.ts';
import type { AccountScope, PreparedQuery } from '../account-scope.ts';
import { type ContactRow, contactOfRow } from '../booking/orders.ts';
import { STATE_COLUMNS, type StateRow, stateOfRow } from '../booking/shipment-state.ts';
import type { ContactRole } from '../tables.ts';

const SHIPMENTS: PreparedQuery = {
  name: 'view-shipments',
  text: `select s.shipment_id, s.order_id, s.warehouse_id, s.created_at, s.total_price_paise, s.cod_amount_paise,
      s.is_cod, s.zone, s.applied_weight, s.expected_pickup_date::text, s.expected_delivery_date::text,
      s.tracking_number, s.carrier_id, w.city as origin_city, ${Object.keys(STATE_COLUMNS)
        .map((name) => `s.${name}`)
        .join(', ')},
      o.order_date, o.channel, o.display_id, o.external_id, o.tags, stores.store_name, b.carrier_name,
      b.forward_freight_paise, b.cod_charges_paise, b.rto_charges_paise, b.total_charges_paise, b.platform_fee_paise
    from shipments s
    join orders o on o.account_id = $1 and o.order_id = s.order_id
    join warehouses w on w.account_id = $1 and w.warehouse_id = s.warehouse_id
    left join stores on stores.account_id = $1 and stores.store_id = s.store_id
    left join bookings b on b.account_id = $1 and b.shipment_id = s.shipment_id and b.booking_id = s.booking_id
      and b.state = 'booked'
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

const CONTACTS: PreparedQuery = {
  name: 'view-contacts',
  text: `select s.shipment_id, c.role, c.first_name, c.last_name, c.phone, c.email, c.address, c.address_2, c.city,
      c.pincode, c.state, c.country
    from shipments s
    join order_contacts c on c.account_id = $1 and c.order_id = s.order_id
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

const ITEMS: PreparedQuery = {
  name: 'view-items',
  text: `select s.shipment_id, i.item_id, i.units, i.selling_price_paise, i.name, i.sku
    from shipments s
    join order_items i on i.account_id = $1 and i.order_id = s.order_id
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])
    order by i.order_id, i.position`,
};

const EVENTS: PreparedQuery = {
  name: 'view-events',
  text: `select shipment_id, event_id, status, event_at, reason, location, description
    from tracking_events
    where account_id = $1 and shipment_id = any($2::uuid[]) and refusal is null
    order by shipment_id, event_at desc, arrival desc`,
};

/** The account's shipments with these ids, with all that is shown of them, in the order of the ids. */
export async function readShipmentViews(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<ShipmentView[]> {
  const [shipments, contacts, items, events] = await Promise.all([
    scope.preparedQuery<ShipmentRow>(SHIPMENTS, [shipmentIds]),
    scope.preparedQuery<ShipmentContactRow>(CONTACTS, [shipmentIds]),
    scope.preparedQuery<ItemRow>(ITEMS, [shipmentIds]),
    scope.preparedQuery<EventRow>(EVENTS, [shipmentIds]),
  ]);
  const rows = new Map(shipments.map((row) => [row.shipment_id, row]));
  const contactsOf = grouped(contacts);
  const itemsOf = grouped(items);
  const eventsOf = grouped(events);
  return shipmentIds.flatMap((id) => {
    const row = rows.get(id);
    const billing = contactsOf.get(id)?.find(({ role }) => role === 'billing');
    if (row === undefined || billing === undefined) return [];
    const shipping = contactsOf.get(id)?.find(({ role }) => role === 'shipping') ?? billing;
    return [
      viewOf(row, {
        billing: contactOfRow(billing),
        shipping: contactOfRow(shipping),
        items: (itemsOf.get(id) ?? []).map(itemOfRow),
        events: (eventsOf.get(id) ?? []).map(eventOfRow),
      }),
    ];
  });
}

interface ShipmentRow extends StateRow {
  shipment_id: string;
  order_id: string;
  warehouse_id: string;
  origin_city: string;
  created_at: Date;
  total_price_paise: string;
  cod_amount_paise: string;
  is_cod: boolean;
  zone: Zone;
  applied_weight: string;
  expected_pickup_date: string | null;
  expected_delivery_date: string | null;
  tracking_number: string | null;
  carrier_id: string | null;
  order_date: Date;
  channel: string;
  display_id: string;
  external_id: string;
  tags: string[];
  store_name: string | null;
  carrier_name: string | null;
  forward_freight_paise: string | null;
  cod_charges_paise: string | null;
  rto_charges_paise: string | null;
  total_charges_paise: string | null;
  platform_fee_paise: string | null;
}

interface ShipmentContactRow extends ContactRow {
  shipment_id: string;
  role: ContactRole;
}

interface ItemRow {
  shipment_id: string;
  item_id: string;
  units: number;
  selling_price_paise: string;
  name: string;
  sku: string | null;
}

interface EventRow {
  shipment_id: string;
  event_id: string;
  status: GranularStatus;
  event_at: Date;
  reason: EventView['reason'];
  location: string | null;
  description: string | null;
}

function viewOf(
  row: ShipmentRow,
  rest: { billing: ContactView; shipping: ContactView; items: ItemView[]; events: EventView[] },
): ShipmentView {
  const state = stateOfRow(row, row.created_at);
  return {
    shipmentId: row.shipment_id,
    trackingNumber: row.tracking_number,
    status: listingStatusOf(state.status),
    subStatus: subStatusOf(state.status),
    createdAt: row.created_at,
    warehouseId: row.warehouse_id,
    originCity: row.origin_city,
    totalPricePaise: Number(row.total_price_paise),
    codAmountPaise: Number(row.cod_amount_paise),
    isCod: row.is_cod,
    zone: zoneWord(row.zone),
    appliedWeight: Number(row.applied_weight),
    attemptCount: row.attempt_count,
    ndrReason: row.ndr_reason,
    rtoReason: row.rto_reason,
    expectedPickupDate: row.expected_pickup_date,
    expectedDeliveryDate: row.expected_delivery_date,
    carrier:
      row.carrier_id === null ? null : { id: row.carrier_id, name: row.carrier_name ?? row.carrier_id },
    order: {
      id: row.order_id,
      orderDate: row.order_date,
      channel: row.channel,
      displayId: row.display_id,
      externalId: row.external_id,
      storeName: row.store_name,
      tags: row.tags,
    },
    milestones: milestonesReached(state).map(({ milestone, at }) => ({ milestone, at: new Date(at) })),
    charges: chargesOf(row),
    ...rest,
  };
}

function chargesOf(row: ShipmentRow): ChargesView | null {
  if (row.forward_freight_paise === null) return null;
  return {
    forwardFreightPaise: Number(row.forward_freight_paise),
    codChargesPaise: Number(row.cod_charges_paise),
    rtoChargesPaise: Number(row.rto_charges_paise),
    totalChargesPaise: Number(row.total_charges_paise),
    platformFeePaise: Number(row.platform_fee_paise),
  };
}

function itemOfRow(row: ItemRow): ItemView {
  return {
    id: row.item_id,
    quantity: row.units,
    pricePaise: Number(row.selling_price_paise),
    name: row.name,
    sku: row.sku,
  };
}

function eventOfRow(row: EventRow): EventView {
  return {
    id: row.event_id,
    status: row.status,
    at: row.event_at,
    reason: row.reason,
    location: row.location,
    description: row.description,
  };
}

function grouped<Row extends { shipment_id: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.shipment_id);
    if (group === undefined) groups.set(row.shipment_id, [row]);
    else group.push(row);
  }
  return groups;
}

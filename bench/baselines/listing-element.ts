/** A row of `statementOf`, as `pg` gives it: bigints as text. */
export interface Row extends Record<`${string}_at`, Date | null> {
  readonly total: string;
  readonly shipment_id: string;
  readonly created_at: Date;
  readonly [column: string]: unknown;
}

interface Item {
  readonly item_id: string;
  readonly units: number;
  readonly paise: number;
  readonly name: string;
  readonly sku: string | null;
}

interface Event {
  readonly event_id: string;
  readonly status: string;
  readonly location: string | null;
  readonly event_at: string;
  readonly description: string | null;
}

const MILESTONES = [
  'created',
  'ready_for_pickup',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'ndr_raised',
  'rto_initiated',
  'rto_in_transit',
  'rto_delivered',
  'cancelled',
] as const;

/** A row as the listing's element, without the label link. */
export function elementOf(row: Row) {
  return {
    id: row.shipment_id,
    type: 'shipment',
    attributes: {
      tracking_number: row.tracking_number,
      status: row.status,
      sub_status: row.granular_status === row.status ? null : row.granular_status,
      created_at: row.created_at,
      warehouse_id: row.warehouse_id,
      total_price: Number(row.total_price_paise) / 100,
      cod_amount: Number(row.cod_amount_paise) / 100,
      is_cod: row.is_cod,
      zone: `zone_${String(row.zone).toLowerCase()}`,
      applied_weight: { value: Number(row.applied_weight) / 100, metric_unit: 'g' },
      attempt_count: row.attempt_count,
      carrier: { id: row.carrier_id, name: row.carrier_name ?? row.carrier_id },
      order: {
        id: row.order_id,
        order_date: row.order_date,
        channel: row.channel,
        display_id: row.display_id,
        external_id: row.external_id,
        store_name: row.store_name,
      },
      items: (row.items as Item[]).map((item) => ({
        id: item.item_id,
        quantity: item.units,
        price: item.paise / 100,
        name: item.name,
        sku: item.sku,
      })),
      shipping_address: {
        name: row.last_name === null ? row.first_name : `${row.first_name} ${row.last_name}`,
        phone: row.phone,
        city: row.city,
        state: row.state,
        zip: row.pincode,
      },
      shipment_milestones: MILESTONES.flatMap((milestone) => {
        const at = row[`${milestone}_at`];
        return at === null ? [] : [{ milestone, milestone_at: at as Date }];
      }).sort((a, b) => a.milestone_at.getTime() - b.milestone_at.getTime()),
      tracking_details: ((row.events ?? []) as Event[]).map((event) => ({
        id: event.event_id,
        status: event.status,
        last_location: event.location,
        event_date_time: new Date(event.event_at),
        description: event.description,
      })),
      ndr_reason: row.ndr_reason,
      rto_reason: row.rto_reason,
      tags: row.tags,
      expected_pickup_date: row.expected_pickup_date,
      expected_delivery_date: row.expected_delivery_date,
    },
  };
}

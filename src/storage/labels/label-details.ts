import type { AccountScope } from '../account-scope.ts';
import { BOOKED } from '../shipment-joins.ts';

/** The details of a label that the listing does not have, and its brand. */
export interface LabelDetails {
  readonly shipmentId: string;
  readonly warehouse: {
    readonly name: string;
    readonly phone: string;
    readonly streetAddress: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  /** The sides in centimetres. */
  readonly dimensions: { readonly length: number; readonly breadth: number; readonly height: number };
  /** The courier's sort code, such as `PNQ/VAD`; null if the courier gave none. */
  readonly routingCode: string | null;
  /** The courier's name; null if there is no courier. */
  readonly adapter: string | null;
  readonly gstin: { readonly ofStore: string | null; readonly ofWarehouse: string | null };
  /** The valid invoice; null if there is none. */
  readonly invoice: { readonly number: string; readonly valuePaise: number } | null;
}

interface Row {
  shipment_id: string;
  name: string;
  phone: string;
  street_address: string;
  city: string;
  state: string;
  zip: string;
  length_cm: string;
  breadth_cm: string;
  height_cm: string;
  routing_code: string | null;
  adapter: string | null;
  store_gstin: string | null;
  warehouse_gstin: string | null;
  invoice: LabelDetails['invoice'];
}

const DETAILS = {
  name: 'label-details',
  text: `select s.shipment_id, w.name, w.phone, w.street_address, w.city, w.state, w.zip, p.length_cm, p.breadth_cm, p.height_cm,
      b.routing_code, b.adapter, st.gstin as store_gstin, w.gst_no as warehouse_gstin,
      (select json_build_object('number', i.number, 'valuePaise', i.value_paise) from invoices i
        where i.account_id = $1 and i.shipment_id = s.shipment_id and i.kind = 'invoice'
          and not exists (select from invoices n where n.account_id = $1 and n.credits_id = i.invoice_id)) as invoice
    from shipments s
    join warehouses w on w.account_id = $1 and w.warehouse_id = s.warehouse_id
    join parcels p on p.account_id = $1 and p.shipment_id = s.shipment_id
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    ${BOOKED}
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

export async function readLabelDetails(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, LabelDetails>> {
  const rows = await scope.read<Row>(DETAILS, [shipmentIds]);
  return new Map(rows.map((row) => [row.shipment_id, detailsOfRow(row)]));
}

function detailsOfRow(row: Row): LabelDetails {
  return {
    shipmentId: row.shipment_id,
    warehouse: {
      name: row.name,
      phone: row.phone,
      streetAddress: row.street_address,
      city: row.city,
      state: row.state,
      zip: row.zip,
    },
    dimensions: {
      length: Number(row.length_cm),
      breadth: Number(row.breadth_cm),
      height: Number(row.height_cm),
    },
    routingCode: row.routing_code,
    adapter: row.adapter,
    gstin: { ofStore: row.store_gstin, ofWarehouse: row.warehouse_gstin },
    invoice: row.invoice,
  };
}

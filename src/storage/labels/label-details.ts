import { columns, type RowOf } from '../../resources/columns.ts';
import { WAREHOUSE } from '../../resources/warehouse.ts';
import type { AccountScope } from '../account-scope.ts';
import { BOOKED } from '../shipment-joins.ts';

const { name, phone, streetAddress, city, state, zip } = WAREHOUSE.fields;
const ORIGIN = columns({ name, phone, streetAddress, city, state, zip });

/** The details of a label that the listing does not have, and its brand. */
export interface LabelDetails {
  readonly shipmentId: string;
  readonly warehouse: RowOf<typeof ORIGIN.fields>;
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

interface Row extends Omit<LabelDetails, 'warehouse' | 'dimensions' | 'gstin'>, RowOf<typeof ORIGIN.fields> {
  readonly length: string;
  readonly breadth: string;
  readonly height: string;
  readonly ofStore: string | null;
  readonly ofWarehouse: string | null;
}

const DETAILS = {
  name: 'label-details',
  text: `select s.shipment_id as "shipmentId", ${ORIGIN.selected('w')}, p.length_cm as length, p.breadth_cm as breadth,
      p.height_cm as height, b.routing_code as "routingCode", b.adapter, st.gstin as "ofStore", w.gst_no as "ofWarehouse",
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
  return new Map(rows.map((row) => [row.shipmentId, detailsOfRow(row)]));
}

function detailsOfRow(row: Row): LabelDetails {
  const { name, phone, streetAddress, city, state, zip, length, breadth, height, ...others } = row;
  const { ofStore, ofWarehouse, ...details } = others;
  return {
    ...details,
    warehouse: { name, phone, streetAddress, city, state, zip },
    dimensions: { length: Number(length), breadth: Number(breadth), height: Number(height) },
    gstin: { ofStore, ofWarehouse },
  };
}

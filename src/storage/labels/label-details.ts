import type { AccountScope, PreparedQuery } from '../account-scope.ts';

/** What a label shows of a shipment beside what the listing shows. */
export interface LabelDetails {
  readonly shipmentId: string;
  readonly accountName: string;
  readonly storeId: string | null;
  readonly storeName: string | null;
  readonly brandName: string | null;
  readonly logoHash: string | null;
  readonly warehouse: {
    readonly name: string;
    readonly phone: string;
    readonly streetAddress: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  /** Centimetres. */
  readonly dimensions: { readonly length: number; readonly breadth: number; readonly height: number };
}

interface Row {
  shipment_id: string;
  account_name: string;
  store_id: string | null;
  store_name: string | null;
  brand_name: string | null;
  logo_hash: string | null;
  name: string;
  phone: string;
  street_address: string;
  city: string;
  state: string;
  zip: string;
  length_cm: string;
  breadth_cm: string;
  height_cm: string;
}

const DETAILS: PreparedQuery = {
  name: 'label-details',
  text: `select s.shipment_id, a.name as account_name, st.store_id, st.store_name, st.brand_name, st.logo_hash,
      w.name, w.phone, w.street_address, w.city, w.state, w.zip, p.length_cm, p.breadth_cm, p.height_cm
    from shipments s
    join accounts a on a.account_id = $1
    join warehouses w on w.account_id = $1 and w.warehouse_id = s.warehouse_id
    join parcels p on p.account_id = $1 and p.shipment_id = s.shipment_id
    left join stores st on st.account_id = $1 and st.store_id = s.store_id
    where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
};

/** By shipment. */
export async function readLabelDetails(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, LabelDetails>> {
  const rows = await scope.preparedQuery<Row>(DETAILS, [shipmentIds]);
  return new Map(rows.map((row) => [row.shipment_id, detailsOfRow(row)]));
}

function detailsOfRow(row: Row): LabelDetails {
  return {
    shipmentId: row.shipment_id,
    accountName: row.account_name,
    storeId: row.store_id,
    storeName: row.store_name,
    brandName: row.brand_name,
    logoHash: row.logo_hash,
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
  };
}

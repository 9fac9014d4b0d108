import type { Invoiced } from '../../domain/invoices/draft-invoice.ts';
import type { Charges, OrderItem } from '../../domain/orders/order.ts';
import type { GranularStatus, Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { contactOfRow } from '../booking/contact-rows.ts';
import { BRAND_NAME, storeAndAccount } from '../shipment-joins.ts';

export interface InvoicedShipment
  extends Charges,
    Pick<Invoiced, 'terms' | 'brandName' | 'items' | 'subTotalPaise' | 'totalDiscountPaise'> {
  readonly shipmentId: string;
  readonly orderId: string;
  readonly displayId: string;
  readonly orderDate: Date;
  readonly journey: Journey;
  readonly status: GranularStatus;
  readonly trackingNumber: string | null;
  readonly codAmountPaise: number;
  readonly invoicePrefix: string;
  readonly warehouse: {
    readonly name: string;
    readonly gstin: string | null;
    readonly streetAddress: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
  };
  /** Null if the data was erased. */
  readonly billing: ReturnType<typeof contactOfRow> | null;
  /** Null if it is the same as the billing contact. */
  readonly shipping: ReturnType<typeof contactOfRow> | null;
}

interface Row extends Charges {
  shipmentId: string;
  orderId: string;
  displayId: string;
  orderDate: Date;
  journey: Journey;
  status: GranularStatus;
  trackingNumber: string | null;
  codAmountPaise: number;
  subTotalPaise: number;
  totalDiscountPaise: number;
  brandName: string;
  invoicePrefix: string | null;
  terms: Invoiced['terms'];
  warehouse: InvoicedShipment['warehouse'];
  contacts: { role: string }[] | null;
  items: OrderItem[] | null;
}

export async function readInvoicedShipments(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, InvoicedShipment>> {
  const rows = await scope.read<Row>(
    `select s.shipment_id as "shipmentId", s.order_id as "orderId", o.display_id as "displayId", o.order_date as "orderDate",
       s.journey, s.granular_status as status, s.tracking_number as "trackingNumber",
       s.cod_amount_paise as "codAmountPaise", o.sub_total_paise as "subTotalPaise", o.total_discount_paise as "totalDiscountPaise",
       o.shipping_charges_paise as "shippingChargesPaise", o.giftwrap_charges_paise as "giftwrapChargesPaise",
       o.transaction_charges_paise as "transactionChargesPaise", ${BRAND_NAME} as "brandName",
       st.invoice_prefix as "invoicePrefix",
       json_build_object('gstin', st.gstin, 'legalName', st.legal_name, 'legalAddress', st.legal_address, 'gstRate', st.gst_rate,
         'chargesAtHighestRate', coalesce(st.charges_at_highest_rate, false)) as terms,
       json_build_object('name', w.name, 'gstin', w.gst_no, 'streetAddress', w.street_address, 'city', w.city,
         'state', w.state, 'zip', w.zip) as warehouse,
       (select json_agg(json_build_object('role', c.role, 'first_name', c.first_name, 'last_name', c.last_name,
           'phone', c.phone, 'email', c.email, 'address', c.address, 'address_2', c.address_2, 'city', c.city,
           'pincode', c.pincode, 'state', c.state, 'country', c.country, 'gstin', c.gstin, 'note', c.note))
         from order_contacts c where c.account_id = $1 and c.order_id = s.order_id) as contacts,
       (select json_agg(json_build_object('name', i.name, 'sku', i.sku, 'hsn', i.hsn, 'units', i.units,
           'sellingPricePaise', i.selling_price_paise, 'discountPaise', i.discount_paise, 'tax', i.tax::text, 'options', i.options) order by i.position)
         from order_items i where i.account_id = $1 and i.order_id = s.order_id) as items
     from shipments s
     join orders o on o.account_id = s.account_id and o.order_id = s.order_id
     join warehouses w on w.account_id = s.account_id and w.warehouse_id = s.warehouse_id
     ${storeAndAccount()}
     where s.account_id = $1 and s.shipment_id = any($2::uuid[])`,
    [shipmentIds],
  );
  return new Map(rows.map((row) => [row.shipmentId, shipmentOfRow(row)]));
}

function shipmentOfRow(row: Row): InvoicedShipment {
  const { contacts, items, invoicePrefix, ...rest } = row;
  const contact = (role: string) => {
    const found = contacts?.find((one) => one.role === role);
    return found === undefined ? null : contactOfRow(found);
  };
  return {
    ...rest,
    invoicePrefix: invoicePrefix ?? '',
    billing: contact('billing'),
    shipping: contact('shipping'),
    items: items ?? [],
  };
}

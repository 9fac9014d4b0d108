import {
  type Invoice,
  type InvoiceKind,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTotals,
  totalsOf,
} from '../../domain/invoices/invoice.ts';
import { column, columns, type RowOf } from '../../resources/columns.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions } from '../listing/conditions.ts';
import { addOfShipments } from '../listing/of-shipments.ts';
import {
  type Newest,
  type NewestList,
  type NewestPage,
  readAllRows,
  readNewest,
  timeColumn,
} from '../newest-page.ts';
import { SUMMED_LISTS, summedRows } from '../old-rows.ts';
import type { RowsStatement, ServiceTransaction } from '../service-transaction.ts';
import { keyLists, type ShipmentKey } from '../tracking/tracking-events.ts';

const INVOICE = columns({
  invoiceId: column<string>(),
  issuedAt: timeColumn(),
  shipmentId: column<string>(),
  orderId: column<string>(),
  kind: column<InvoiceKind>(),
  /** 1 for the shipment's first invoice. */
  copyNumber: column<number>(),
  prefix: column<string>(),
  gstin: column<string>(),
  financialYear: column<string>(),
  number: column<string>(),
  fromState: column<string>(),
  placeOfSupply: column<string>(),
  supplier: column<InvoiceParty>(),
  billTo: column<InvoiceParty>(),
  shipTo: column<InvoiceParty | null>(),
  lines: {
    ...column<readonly InvoiceLine[]>(),
    write: (lines: readonly InvoiceLine[]) => JSON.stringify(lines),
  },
  reason: column<string | null>(),
});
const INSERTED = columns({
  ...INVOICE.fields,
  creditsId: column<string | null>(),
  serial: column<number>(),
  valuePaise: column<number>(),
  taxablePaise: column<number>(),
  cgstPaise: column<number>(),
  sgstPaise: column<number>(),
  igstPaise: column<number>(),
  actorName: column<string>(),
});

export type NewInvoice = Omit<
  RowOf<typeof INSERTED.fields>,
  'issuedAt' | 'actorName' | keyof InvoiceTotals
> & { readonly accountId: string };
export type InvoiceSeries = Pick<NewInvoice, 'gstin' | 'financialYear' | 'prefix' | 'kind'>;

/** Takes the next number of a series. Other transactions wait for this one; a rollback frees the number. */
export async function nextSerial(
  transaction: ServiceTransaction,
  accountId: string,
  { gstin, financialYear, prefix, kind }: InvoiceSeries,
): Promise<number> {
  const [row] = await transaction.run<{ serial: number }>(
    {
      name: 'next-invoice-serial',
      text: `insert into invoice_series as s (account_id, gstin, financial_year, prefix, kind, last_serial)
        values ($1, $2, $3, $4, $5, 1)
        on conflict (account_id, gstin, financial_year, prefix, kind) do update set last_serial = s.last_serial + 1
        returning last_serial as serial`,
    },
    [accountId, gstin, financialYear, prefix, kind],
  );
  if (row === undefined) throw new Error('A series gave no number');
  return row.serial;
}

/** Writes an invoice. It can never be changed or removed. */
export async function insertInvoice(transaction: ServiceTransaction, invoice: NewInvoice): Promise<void> {
  const { now: issuedAt, actor } = transaction;
  await transaction.run(
    {
      name: 'insert-invoice',
      text: `insert into invoices (account_id, ${INSERTED.columns}) values ($1, ${INSERTED.parameters(2)})`,
    },
    [
      invoice.accountId,
      ...INSERTED.values({ ...invoice, ...totalsOf(invoice.lines), issuedAt, actorName: actor.name }),
    ],
  );
}

const JOINS = `join orders o on o.account_id = $1 and o.order_id = i.order_id
  join shipments s on s.account_id = $1 and s.shipment_id = i.shipment_id
  left join invoices c on c.account_id = $1 and c.invoice_id = i.credits_id
  left join invoices n on n.account_id = $1 and n.credits_id = i.invoice_id`;
const FROM = `from invoices i ${JOINS} where i.account_id = $1`;

const COLUMNS = `${INVOICE.selected('i')}, o.display_id as "orderDisplayId", o.order_date as "orderDate", s.tracking_number as "trackingNumber",
  case when c.invoice_id is not null then json_build_object('invoiceId', c.invoice_id, 'number', c.number, 'issuedAt', c.issued_at) end as credits,
  case when n.invoice_id is not null then json_build_object('invoiceId', n.invoice_id, 'number', n.number) end as "creditedBy"`;

/** An invoice with the additional data that a credit note needs. */
export type StoredInvoice = Invoice & RowOf<typeof INVOICE.fields>;

type Row = Omit<StoredInvoice, 'orderDate' | 'credits' | 'totals'> & {
  readonly orderDate: Date | string;
  readonly credits: { readonly invoiceId: string; readonly number: string; readonly issuedAt: string } | null;
};

/** Limits a list of invoices and credit notes. Null means any. */
export interface InvoiceFilters {
  readonly shipmentId: string | null;
  readonly kind: InvoiceKind | null;
  readonly stores: readonly string[] | null;
  /** Times of issue in epoch milliseconds; both bounds are included. */
  readonly from: number | null;
  readonly to: number | null;
}

/** Sums of all matching invoices less their credit notes, in paise. */
export interface InvoiceSums {
  /** Of the invoices, and of the credit notes. */
  readonly invoicedPaise: number;
  readonly creditedPaise: number;
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

const lessCredited = (column: string) =>
  `coalesce(sum(case kind when 'invoice' then ${column} else -${column} end), 0)`;
const ofKind = (kind: InvoiceKind) => `coalesce(sum(value_paise) filter (where kind = '${kind}'), 0)`;
const SUMS = `json_build_object('invoicedPaise', ${ofKind('invoice')}, 'creditedPaise', ${ofKind('credit_note')},
  'taxablePaise', ${lessCredited('taxable_paise')}, 'cgstPaise', ${lessCredited('cgst_paise')},
  'sgstPaise', ${lessCredited('sgst_paise')}, 'igstPaise', ${lessCredited('igst_paise')})`;

function invoiceList({ shipmentId, kind, stores, from, to }: InvoiceFilters): NewestList {
  const conditions = new Conditions('i.account_id = $1');
  if (shipmentId !== null) conditions.add('i.shipment_id = ?::uuid', shipmentId);
  if (kind !== null) conditions.add('i.kind = ?::invoice_kind', kind);
  if (from !== null) conditions.add('i.issued_at >= ?::timestamptz', new Date(from));
  if (to !== null) conditions.add('i.issued_at <= ?::timestamptz', new Date(to));
  addOfShipments(conditions, 'i', { carrierIds: null, stores });
  const isByKind = [shipmentId, stores, from, to].every((value) => value === null);
  return {
    from: `from invoices i where ${conditions.sql}`,
    summed: isByKind ? `from ${summedRows(SUMMED_LISTS.invoices)} i where ${conditions.sql}` : undefined,
    sums: SUMS,
    columns: COLUMNS,
    id: 'i.invoice_id',
    joins: JOINS,
    parameters: conditions.parameters,
  };
}

/** Lists the account's invoices and credit notes, newest first. */
export async function listInvoices(
  scope: AccountScope,
  filters: InvoiceFilters,
  page: NewestPage,
): Promise<Newest<Invoice, InvoiceSums>> {
  const found = await readNewest<Row, InvoiceSums>(scope, invoiceList(filters), page);
  return { ...found, rows: found.rows.map(invoiceOfRow) };
}

export async function* readInvoices(
  scope: AccountScope,
  filters: InvoiceFilters,
): AsyncGenerator<readonly Invoice[], void, undefined> {
  for await (const rows of readAllRows<Row>(scope, invoiceList(filters))) yield rows.map(invoiceOfRow);
}

/** Finds an invoice or credit note of the account; null if none has this id. */
export async function findInvoice(scope: AccountScope, invoiceId: string): Promise<StoredInvoice | null> {
  const [row] = await scope.read<Row>(`select ${COLUMNS} ${FROM} and i.invoice_id = $2`, [invoiceId]);
  return row === undefined ? null : invoiceOfRow(row);
}

/** Finds the newest invoice of each of these shipments, by shipment, even if it was cancelled. */
export async function newestInvoices(
  scope: AccountScope,
  shipmentIds: readonly string[],
): Promise<Map<string, StoredInvoice>> {
  const rows = await scope.read<Row>(
    `select ${COLUMNS} ${FROM} and i.kind = 'invoice' and i.shipment_id = any($2::uuid[]) order by i.copy_number`,
    [shipmentIds],
  );
  return new Map(rows.map((row) => [row.shipmentId, invoiceOfRow(row)]));
}

const STANDING: RowsStatement = {
  name: 'standing-invoices',
  account: 'k.account_id',
  text: (account) => `select k.account_id as "accountId", found.*
      from unnest($1::uuid[], $2::uuid[]) as k (account_id, shipment_id)
      cross join lateral (select ${COLUMNS} ${FROM.replaceAll('$1', account)}
         and i.shipment_id = k.shipment_id and i.kind = 'invoice' and n.invoice_id is null) found
      order by k.account_id, found.gstin, found.prefix, found."invoiceId"`,
};

/** Finds the invoices of shipments of any accounts that are not cancelled, to write credit notes for them. */
export async function standingInvoices(
  transaction: ServiceTransaction,
  shipments: readonly ShipmentKey[],
): Promise<(StoredInvoice & { readonly accountId: string })[]> {
  const rows = await transaction.runFor<Row & { accountId: string }, ShipmentKey>(
    STANDING,
    shipments,
    keyLists,
  );
  return rows.map((row) => ({ ...invoiceOfRow(row), accountId: row.accountId }));
}

function invoiceOfRow(row: Row): StoredInvoice {
  const { orderDate, credits } = row;
  return {
    ...INVOICE.read(row),
    orderDate: new Date(orderDate),
    credits: credits === null ? null : { ...credits, issuedAt: new Date(credits.issuedAt) },
    totals: totalsOf(row.lines),
  };
}

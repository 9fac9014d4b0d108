import Papa from 'papaparse';

/** How a file is written, as the service has told. */
export interface FileForm {
  readonly form: string;
  readonly encoding: string | null;
  readonly separator: string | null;
  readonly sheet: string | null;
  readonly header_line: number;
  readonly totals: number;
}

/** A file of orders while it is being corrected: its header, and its rows as texts. */
export interface OrderFile {
  readonly name: string;
  readonly head: readonly string[];
  /** Columns that somebody has added here. */
  readonly added?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line in the file where each row begins, as the service counts it. */
  readonly lines: readonly number[];
  /** How the file is written; null for rows that the service itself has written. */
  readonly reading: FileForm | null;
}

/** The rows of a file as the service has read them, in whatever form it is. */
export interface FileRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly reading: FileForm;
}

/** The file that was read. A file of rejected rows is read without its reasons. */
export function openedRows(name: string, { columns, rows, lines, reading }: FileRows): OrderFile {
  const isRejected = columns.at(-1)?.trim() === ERRORS;
  const head = (isRejected ? columns.slice(0, -1) : columns).map((one) => one.trim());
  return { name, head, rows: isRejected ? rows.map((row) => row.slice(0, -1)) : rows, lines, reading };
}

/** The fields of a new order that a file may contain, with headings by which the service knows them. */
export const HEADINGS = {
  order_id: 'Order ID',
  order_date: 'Order date',
  store_name: 'Store',
  warehouse_name: 'Warehouse',
  payment_method: 'Payment',
  cod_collectible: 'COD amount',
  billing_customer_name: 'Customer name',
  billing_phone: 'Phone',
  billing_email: 'Email',
  billing_address: 'Address',
  billing_address_2: 'Address line 2',
  billing_pincode: 'Pincode',
  billing_city: 'City',
  billing_state: 'State',
  item_name: 'Product',
  sku: 'SKU',
  units: 'Quantity',
  selling_price: 'Price',
  discount: 'Discount',
  tax: 'Tax %',
  hsn: 'HSN',
  options: 'Options',
  weight: 'Weight (kg)',
  length: 'Length (cm)',
  breadth: 'Breadth (cm)',
  height: 'Height (cm)',
  shipping_charges: 'Delivery charge',
  giftwrap_charges: 'Gift wrap charge',
  transaction_charges: 'Payment fee',
  total_discount: 'Discount on order',
  other_amount: 'Other amount',
  sub_total: 'Order total',
  tags: 'Tags',
  customer_note: 'Customer note',
  carrier_id: 'Courier ID',
  replaces_cancelled: 'Replaces cancelled order',
} as const;

export type FileField = keyof typeof HEADINGS;
export const FILE_FIELDS = Object.keys(HEADINGS) as readonly FileField[];

/** The last column of a file of rejected rows: why they were rejected. */
const ERRORS = 'errors';

/** Reads a file; blank lines are skipped, as in the service. A file of rejected rows is read without its reasons. */
export function readOrderFile(name: string, text: string): OrderFile | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimitersToGuess: [',', ';', '\t', '|'],
  });
  const [first, ...rest] = data;
  if (first === undefined || first.length < 2) return null;
  const columns = first.at(-1)?.trim() === ERRORS ? first.length - 1 : first.length;
  const head = first.slice(0, columns);
  const rows: string[][] = [];
  const lines: number[] = [];
  let line = 1 + newlinesIn(head) + 1;
  for (const row of rest) {
    if (row.some((cell) => cell.trim() !== '')) {
      rows.push(row.slice(0, columns));
      lines.push(line);
    }
    line += 1 + newlinesIn(row);
  }
  return { name, head: head.map((one) => one.trim()), rows, lines, reading: null };
}

function newlinesIn(row: readonly string[]): number {
  return row.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
}

/** Writes the file to send. */
export function writeOrderFile({ head, rows }: OrderFile): string {
  const data = rows.map((row) => head.map((_, at) => row[at] ?? ''));
  return Papa.unparse({ fields: [...head], data }, { newline: '\n' });
}

/** The line of each row in the file that `writeOrderFile` writes. */
export function writtenLines({ rows }: OrderFile): number[] {
  const lines: number[] = [];
  let line = 2;
  for (const row of rows) {
    lines.push(line);
    line += 1 + newlinesIn(row);
  }
  return lines;
}

export function withCell(file: OrderFile, row: number, column: number, text: string): OrderFile {
  const rows = [...file.rows];
  const changed = [...(rows[row] ?? [])];
  changed[column] = text;
  rows[row] = changed;
  return { ...file, rows };
}

export function withColumn(file: OrderFile, name: string): OrderFile {
  return { ...file, head: [...file.head, name], added: [...(file.added ?? []), name] };
}

/** Not in the template. */
const RARE: readonly FileField[] = [
  ...(['carrier_id', 'replaces_cancelled', 'hsn', 'tax', 'discount', 'sub_total'] as const),
  ...(['options', 'customer_note'] as const),
  ...([
    'shipping_charges',
    'giftwrap_charges',
    'transaction_charges',
    'total_discount',
    'other_amount',
  ] as const),
];

/** A template file with an order of two items. */
export function template(warehouse: string): string {
  const fields = FILE_FIELDS.filter((name) => !RARE.includes(name));
  const one: Record<string, string> = {
    order_id: 'WEB-1001',
    warehouse_name: warehouse,
    payment_method: 'COD',
    cod_collectible: '648',
    billing_customer_name: 'Asha Rao',
    billing_phone: '9876543210',
    billing_address: '12, 4th Cross, Indiranagar',
    billing_pincode: '560038',
    item_name: 'Masala chai 250 g',
    sku: 'CHAI-250',
    units: '2',
    selling_price: '249',
    weight: '0.6',
    length: '20',
    breadth: '15',
    height: '10',
  };
  const other: Record<string, string> = {
    order_id: 'WEB-1001',
    item_name: 'Clay cup',
    sku: 'CUP-1',
    units: '1',
    selling_price: '150',
  };
  return Papa.unparse({
    fields: fields.map((name) => HEADINGS[name]),
    data: [one, other].map((row) => fields.map((name) => row[name] ?? '')),
  });
}

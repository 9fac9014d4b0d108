import Papa from 'papaparse';
import { sendFile } from '../../parts/download.ts';

export type Kind = 'remittance' | 'courier_invoice';

/** What the first rows of a courier's file tell. */
export interface CourierFile {
  readonly head: readonly string[];
  readonly kind: Kind;
  /** The first tracking numbers. */
  readonly numbers: readonly string[];
}

/** The rows of a workbook, as the service has read them. */
interface ReadRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const TRACKING = /awb|way ?bill|tracking|consignment|shipment\s*(?:no|number|id)/i;
/** Only an invoice has weights. */
const WEIGHT = /weight|wt\b/i;
/** The beginning of a workbook. */
const ZIP = 'PK\u0003\u0004';
const BYTES_READ = 64 * 1024;
const ROWS_READ = 20;
const MOST_NUMBERS = 3;

/** Reads the first rows of a file, however large it is; null if it is no table. A workbook is read by the service. */
export async function lookInto(file: File): Promise<CourierFile | null> {
  if ((await file.slice(0, ZIP.length).text()) !== ZIP) {
    return readCourierFile(await file.slice(0, BYTES_READ).text());
  }
  const { columns, rows } = (await sendFile<{ data: ReadRows }>('/orders/import/rows', file)).data;
  return courierFileOf([columns, ...rows.slice(0, ROWS_READ)]);
}

export function readCourierFile(text: string): CourierFile | null {
  return courierFileOf(Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: ROWS_READ + 1 }).data);
}

/** Titles may be above the names of the columns. */
function courierFileOf(data: readonly (readonly string[])[]): CourierFile | null {
  const names = data.findIndex((row) => row.length > 1 && row.some((name) => TRACKING.test(name)));
  const [first, ...rows] = data.slice(Math.max(0, names));
  const head = first?.map((name) => name.trim()) ?? [];
  if (head.length < 2) return null;
  const at = head.findIndex((name) => TRACKING.test(name));
  const numbers = rows.map((row) => row[at]?.trim() ?? '').filter((number) => number !== '');
  return {
    head,
    kind: head.some((name) => WEIGHT.test(name)) ? 'courier_invoice' : 'remittance',
    numbers: [...new Set(numbers)].slice(0, MOST_NUMBERS),
  };
}

import Papa from 'papaparse';

export type Kind = 'remittance' | 'courier_invoice';

/** What the first rows of a courier's file tell. */
export interface CourierFile {
  readonly head: readonly string[];
  readonly kind: Kind;
  /** The first tracking numbers. */
  readonly numbers: readonly string[];
}

const TRACKING = /awb|way ?bill|tracking|consignment|shipment\s*(?:no|number|id)/i;
/** Only an invoice has weights. */
const WEIGHT = /weight|wt\b/i;
const BYTES_READ = 64 * 1024;
const ROWS_READ = 20;
const MOST_NUMBERS = 3;

/** Reads the first rows of a file, however large it is; null if it is not CSV. */
export async function lookInto(file: Blob): Promise<CourierFile | null> {
  return readCourierFile(await file.slice(0, BYTES_READ).text());
}

export function readCourierFile(text: string): CourierFile | null {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: ROWS_READ + 1 });
  const [first, ...rows] = data;
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

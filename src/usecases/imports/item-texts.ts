import { parseForeignJson, USUAL_JSON } from '../../problems/foreign-json.ts';
import { readNumberCell, readRupeesCell } from '../../reading/cells.ts';
import type { FileItem } from './order-rows.ts';

/** Our fields by the names in the texts of items. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'item_name',
  sku: 'sku',
  quantity: 'units',
  qty: 'units',
  total: 'line_total',
  price: 'selling_price',
  hsn: 'hsn',
};

/** Reads the items of a cell such as `name:Tea|sku:TEA|quantity:2|total:499.00`, a line or a part of JSON for each; any other item is itself. */
export function readItemTexts(item: FileItem): FileItem[] {
  const { item_text: text, ...values } = item.values as Record<string, unknown>;
  if (typeof text !== 'string') return [item];
  const read = text.startsWith('[') || text.startsWith('{') ? fromJson(text) : fromLines(text);
  return read.length === 0
    ? [{ ...item, values }]
    : read.map((one) => ({ ...item, values: { ...values, ...one } }));
}

function fromLines(text: string): Record<string, unknown>[] {
  return text.split(/\n|;(?=\s*name:)/).flatMap((line) => {
    const pairs = line.split('|').flatMap((part) => {
      const at = part.indexOf(':');
      return at < 0 ? [] : [[part.slice(0, at), part.slice(at + 1)] as const];
    });
    const item = fieldsOf(pairs);
    return Object.keys(item).length === 0 ? [] : [item];
  });
}

function fromJson(text: string): Record<string, unknown>[] {
  let sent: unknown;
  try {
    sent = parseForeignJson(text, { ...USUAL_JSON, levels: 8 });
  } catch {
    return [];
  }
  return [sent]
    .flat()
    .flatMap((one) => (typeof one === 'object' && one !== null ? [fieldsOf(Object.entries(one))] : []));
}

function fieldsOf(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [name, value] of pairs) {
    const field = FIELDS[name.trim().toLowerCase()];
    const isTold = typeof value === 'string' || typeof value === 'number';
    const text = isTold ? String(value).trim() : '';
    if (field === undefined || text === '' || item[field] !== undefined) continue;
    item[field] =
      (field === 'units' ? readNumberCell(text) : /price|total/.test(field) ? readRupeesCell(text) : null) ??
      text;
  }
  return item;
}

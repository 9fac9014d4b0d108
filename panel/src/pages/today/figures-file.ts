import { saveFile } from '../../parts/download.ts';
import type { FigureRow } from './figure-table.tsx';

const CSV_COLUMNS = [
  'shipments',
  'delivered',
  'promised',
  'delivered_on_time',
  'on_time_share',
  'ndr',
  'rto',
  'hours_to_deliver_p50',
  'hours_to_deliver_p90',
  'cod_outstanding',
  'freight',
] as const;

/** Saves a table as a CSV file, with API names. */
export function saveFigures(name: string, of: string, rows: readonly FigureRow[]): void {
  saveFile(new Blob(['\ufeff', figuresCsv(of, rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}

export function figuresCsv(of: string, rows: readonly Pick<FigureRow, 'name' | 'figures'>[]): string {
  const lines = [
    [of, ...CSV_COLUMNS],
    ...rows.map(({ name, figures }) => [cell(name), ...CSV_COLUMNS.map((column) => figures[column] ?? '')]),
  ];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}

/** Names may come from customers, so a cell that looks like a formula gets an apostrophe in front. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

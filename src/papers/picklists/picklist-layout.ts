import { type Cell, CONTENT_WIDTH, type Column, PageFlow, TICK_BOX } from '../a4/page-flow.ts';
import type { PaperTheme } from '../a4/theme.ts';
import type { Mark } from '../layout/marks.ts';
import { minuteInWords } from '../paper-figures.ts';
import type { PicklistPaper } from './picklist-paper.ts';

const COLUMNS: readonly Column[] = [
  { title: '', width: 70 },
  { title: 'UNITS', width: 120, align: 'right' },
  { title: 'SKU', width: 330 },
  { title: 'ITEM', width: 530 },
  { title: 'ORDERS', width: 470 },
];
/** The most orders that a pick lists; further orders are only counted. */
const MOST_ORDERS = 12;

/** Lays out a picklist on A4: a table for each warehouse, with each SKU once and tick boxes. */
export function layoutPicklist(
  { warehouses, shipments, madeAt }: PicklistPaper,
  dress: PaperTheme,
): Mark[][] {
  const made = `${shipments} ${shipments === 1 ? 'shipment' : 'shipments'}, made ${minuteInWords(madeAt)} IST`;
  const flow = new PageFlow(dress, 'PICKLIST', made);
  for (const { warehouse, picks } of warehouses) {
    const units = picks.reduce((sum, pick) => sum + pick.units, 0);
    const counted = `${picks.length} ${picks.length === 1 ? 'SKU' : 'SKUs'}, ${units} ${units === 1 ? 'unit' : 'units'}`;
    flow.row([
      {
        width: CONTENT_WIDTH,
        text: [
          { text: warehouse, weight: 'bold' },
          { text: counted, weight: 'regular' },
        ],
      },
    ]);
    flow.table(
      COLUMNS,
      picks.map(({ sku, name, units, orders }): Cell[] => [
        TICK_BOX,
        [{ text: String(units), weight: 'bold', scale: 1.25 }],
        [{ text: sku ?? '-', weight: 'bold' }],
        name,
        [{ text: ordersText(orders), weight: 'regular', scale: 0.85 }],
      ]),
    );
    flow.skip(30);
  }
  return flow.finish();
}

function ordersText(orders: readonly { readonly displayId: string; readonly units: number }[]): string {
  const shown = orders
    .slice(0, MOST_ORDERS)
    .map(({ displayId, units }) => (units === 1 ? displayId : `${displayId} (${units})`));
  const rest = orders.length - shown.length;
  return [...shown, ...(rest > 0 ? [`+${rest} more`] : [])].join(', ');
}

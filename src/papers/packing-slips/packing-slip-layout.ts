import { type Cell, CONTENT_WIDTH, type Column, PageFlow, TICK_BOX } from '../a4/page-flow.ts';
import { MARGIN, type PaperTheme } from '../a4/theme.ts';
import type { LabelParty } from '../labels/label-content.ts';
import { barsWithin } from '../layout/barcode-marks.ts';
import type { Mark } from '../layout/marks.ts';
import { setText } from '../layout/place-text.ts';
import { cityAndState, dayInWords, phoneInGroups } from '../paper-figures.ts';
import type { Paragraph } from '../text/fit.ts';
import type { PackingSlip } from './packing-slip.ts';

const COLUMNS: readonly Column[] = [
  { title: '', width: 70 },
  { title: 'QTY', width: 110, align: 'right' },
  { title: 'ITEM', width: 960 },
  { title: 'SKU', width: 380 },
];

const BARS_HEIGHT = 70;
const BARS_WIDTH = 620;

/** Lays out a packing slip on A4: barcodes of order and parcel, the recipient, and items with tick boxes. */
export function layoutPackingSlip(slip: PackingSlip, dress: PaperTheme): Mark[][] {
  const { orderDisplayId, orderDate, trackingNumber, items, note, support } = slip;
  const flow = new PageFlow(dress, 'PACKING SLIP', `Order ${orderDisplayId}`);
  const third = CONTENT_WIDTH / 3;
  flow.row([
    {
      width: third,
      title: 'ORDER',
      text: [bold(orderDisplayId), plain(dayInWords(orderDate))],
    },
    { width: third, title: 'DELIVER TO', text: partyText(slip.to) },
    { width: third, title: 'PACKED AT', text: partyText(slip.from) },
  ]);
  flow.skip(10);
  flow.add(BARS_HEIGHT + 56, (y) => [
    ...codeMarks(orderDisplayId, `Order ${orderDisplayId}`, MARGIN, y),
    ...(trackingNumber === null
      ? []
      : codeMarks(trackingNumber, trackingNumber, MARGIN + CONTENT_WIDTH - BARS_WIDTH, y)),
  ]);
  flow.skip(10);
  if (note !== null) {
    flow.row([
      { width: CONTENT_WIDTH, title: 'NOTE FROM THE CUSTOMER', text: [bold(note.replaceAll(/\s+/g, ' '))] },
    ]);
    flow.skip(10);
  }
  flow.table(
    COLUMNS,
    items.map(({ name, sku, quantity, options }): Cell[] => [
      TICK_BOX,
      [bold(String(quantity))],
      options === null ? name : [plain(name), bold(options)],
      sku ?? '-',
    ]),
  );
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  flow.row([{ width: CONTENT_WIDTH, text: [bold(`${units} ${units === 1 ? 'piece' : 'pieces'} in all`)] }]);
  if (support.length > 0) {
    flow.skip(30);
    flow.row([{ width: CONTENT_WIDTH, title: 'QUESTIONS ABOUT YOUR ORDER', text: support.map(plain) }]);
  }
  return flow.finish();
}

/** Returns a barcode with its text below. If a barcode cannot hold the order id, there is only the text. */
function codeMarks(code: string, text: string, x: number, y: number): Mark[] {
  const bars = /^[\x20-\x7e]+$/.test(code)
    ? barsWithin(code, { x, y, width: BARS_WIDTH, height: BARS_HEIGHT })
    : null;
  const below = { x, y: y + BARS_HEIGHT + 4, width: BARS_WIDTH, height: 40 };
  return [
    ...(bars ?? []),
    ...setText([{ text, weight: 'regular', oneLine: true }], below, 22, { align: 'centre' }),
  ];
}

function partyText(party: LabelParty): Paragraph[] {
  const { name, addressLines, pincode, phone } = party;
  const place = [cityAndState(party), pincode].filter((part) => part !== '').join(' - ');
  const call = phone ? [plain(`Phone ${phoneInGroups(phone)}`)] : [];
  return [bold(name), ...addressLines.map(plain), plain(place), ...call];
}

function plain(text: string): Paragraph {
  return { text, weight: 'regular' };
}

function bold(text: string): Paragraph {
  return { text, weight: 'bold' };
}

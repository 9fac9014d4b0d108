import { rupees } from '../../domain/rupees.ts';
import { line } from '../a4/page-flow.ts';
import { HEAD_END, headMarks, MARGIN, type PaperTheme } from '../a4/theme.ts';
import { barcodeMarks } from '../layout/barcode-marks.ts';
import { belowCaption, CAPTION_LINE, CAPTION_SIZE, caption } from '../layout/captions.ts';
import { A4_HEIGHT, A4_WIDTH, PADDING, RULE } from '../layout/dots.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import { cityAndState, dayInWords, minuteInWords, phoneInGroups, weight } from '../paper-figures.ts';
import { type ManifestPage, type ManifestRow, ROWS_PER_PAGE } from './manifest-page.ts';

const HEADER_HEIGHT = 190;
const HEADINGS_HEIGHT = 44;
const ROW_HEIGHT = 130;
const BARS_HEIGHT = 76;
const SIGNATURES_HEIGHT = 220;
const FOOTER_HEIGHT = 40;

/** The columns from left to right. The sum of the widths is the page's width. */
const COLUMNS = [
  ['NO.', 80],
  ['TRACKING NUMBER', 660],
  ['ORDER', 230],
  ['RECEIVER', 310],
  ['WEIGHT', 110],
  ['COD', 130],
] as const;

/** Lays out a page: the brand, warehouse and carrier, then the parcels, and the signatures at the foot. */
export function layoutManifestPage(page: ManifestPage, dress: PaperTheme): Mark[] {
  const width = A4_WIDTH - 2 * MARGIN;
  const at = (y: number, height: number): Area => ({ x: MARGIN, y, width, height });
  const header = at(HEAD_END, HEADER_HEIGHT);
  const headings = at(header.y + HEADER_HEIGHT, HEADINGS_HEIGHT);
  const firstRow = headings.y + HEADINGS_HEIGHT;
  const footer = at(A4_HEIGHT - MARGIN - FOOTER_HEIGHT, FOOTER_HEIGHT);
  return [
    ...headMarks(dress, 'MANIFEST'),
    ...headerMarks(page, header),
    { kind: 'fill', ...headings, color: dress.fill },
    ...COLUMNS.flatMap(([title], column) =>
      setText([{ text: title, weight: 'bold' }], inset(cell(headings, column), PADDING / 2, 8), 20, {
        upright: 'middle',
        colour: dress.onFill,
      }),
    ),
    ...page.rows
      .slice(0, ROWS_PER_PAGE)
      .flatMap((row, index) =>
        rowMarks(row, page.firstRow + index, at(firstRow + index * ROW_HEIGHT, ROW_HEIGHT)),
      ),
    ...signatureMarks(page, at(footer.y - SIGNATURES_HEIGHT, SIGNATURES_HEIGHT)),
    ...setText(
      [{ text: `Manifest ${page.manifestId}, made ${minuteInWords(page.madeAt)} IST`, weight: 'regular' }],
      footer,
      CAPTION_SIZE,
      { upright: 'bottom' },
    ),
    ...setText([{ text: `Page ${page.page} of ${page.pages}`, weight: 'regular' }], footer, CAPTION_SIZE, {
      align: 'right',
      upright: 'bottom',
    }),
  ];
}

function headerMarks({ sender, carrierName, day, parcels }: ManifestPage, area: Area): Mark[] {
  const inside = inset(area, 0, 12);
  const part = (from: number, to: number): Area => ({
    ...inside,
    x: inside.x + inside.width * from,
    width: inside.width * (to - from) - 20,
  });
  const [left, middle, right] = [part(0, 0.5), part(0.5, 0.85), part(0.85, 1)];
  const lines = [
    ...sender.addressLines,
    `${cityAndState(sender)} - ${sender.pincode}`,
    ...(sender.phone ? [`Phone ${phoneInGroups(sender.phone)}`] : []),
  ];
  return [
    ...caption('HANDED OVER AT', left),
    ...setText(
      [{ text: sender.name, weight: 'bold' }, ...lines.map((text) => ({ text, weight: 'regular' as const }))],
      belowCaption(left),
      30,
    ),
    ...caption('TO', middle),
    ...setText(
      [
        { text: carrierName, weight: 'bold' },
        { text: dayInWords(day), weight: 'regular' },
      ],
      belowCaption(middle),
      30,
    ),
    ...caption('PARCELS', right),
    ...setText([{ text: String(parcels), weight: 'bold' }], belowCaption(right), 72),
  ];
}

function rowMarks(row: ManifestRow, number: number, area: Area): Mark[] {
  const [numberArea, barcode, order, receiver, weighs, cod] = COLUMNS.map((_, column) =>
    inset(cell(area, column), PADDING / 2, 8),
  ) as [Area, Area, Area, Area, Area, Area];
  const bars = { ...barcode, height: BARS_HEIGHT };
  const below = {
    ...barcode,
    y: barcode.y + BARS_HEIGHT + 4,
    height: barcode.height - BARS_HEIGHT - 4,
  };
  const middle = { upright: 'middle' } as const;
  return [
    line(area.y + area.height),
    ...setText([{ text: String(number), weight: 'regular', oneLine: true }], numberArea, 28, middle),
    ...barcodeMarks(row.trackingNumber, bars),
    ...setText([{ text: row.trackingNumber, weight: 'bold', oneLine: true }], below, 28, {
      align: 'centre',
      upright: 'middle',
    }),
    ...setText([{ text: row.orderDisplayId, weight: 'bold' }], order, 28, middle),
    ...setText(
      [
        { text: row.receiver, weight: 'regular' },
        { text: row.place, weight: 'regular', scale: 0.85 },
      ],
      receiver,
      28,
      middle,
    ),
    ...setText([{ text: weight(row.weightGrams), weight: 'regular', oneLine: true }], weighs, 26, middle),
    ...setText(
      [{ text: row.codPaise > 0 ? rupees(row.codPaise) : '-', weight: 'regular', oneLine: true }],
      cod,
      26,
      middle,
    ),
  ];
}

/** Returns the places for signatures: both sides sign for the parcels of the page. */
function signatureMarks({ carrierName, rows }: ManifestPage, area: Area): Mark[] {
  const wide = area.width / 2 - 40;
  const sides: [string, number][] = [
    ['HANDED OVER BY (NAME, SIGNATURE)', area.x],
    [`RECEIVED FOR ${carrierName}: NAME, SIGNATURE, DATE AND TIME`, area.x + area.width - wide],
  ];
  return [
    blackArea(area.x, area.y, area.width, RULE),
    ...setText(
      [{ text: `${rows.length} ${rows.length === 1 ? 'parcel' : 'parcels'} on this page`, weight: 'bold' }],
      inset({ ...area, height: 50 }, 0, 8),
      26,
    ),
    ...sides.flatMap(([text, x]) => {
      const line = area.y + area.height - CAPTION_LINE - 24;
      const under = { x, y: line + 8, width: wide, height: CAPTION_LINE };
      return [blackArea(x, line, wide, RULE), ...caption(text, under)];
    }),
  ];
}

function cell(row: Area, column: number): Area {
  const x = COLUMNS.slice(0, column).reduce((sum, [, width]) => sum + width, row.x);
  return { ...row, x, width: COLUMNS[column]?.[1] ?? 0 };
}

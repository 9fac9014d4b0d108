import { refused } from '../../problems/problem.ts';
import { code128, QUIET_ZONE_MODULES } from '../barcode.ts';
import type { LabelContent } from '../label-content.ts';
import type { Paragraph } from '../text/fit.ts';
import { PADDING, RULE } from './dots.ts';
import { blackArea, type Mark } from './marks.ts';
import { type Area, inset, setText } from './place-text.ts';

const ROUTING_WIDTH = 300;
/** 19 mm. */
const BARS_HEIGHT = 150;
/** 0.5 mm: wider bars scan no better. */
const WIDEST_MODULE = 4;
/** What a printer's own choice of code sets may need beyond ours: one character. */
const SPARE_MODULES = 11;

/** The carrier and its service, and where the parcel is sorted to. */
export function carrierMarks(content: LabelContent, area: Area): Mark[] {
  const inside = inset(area, PADDING, 6);
  const routing = { ...inside, x: inside.x + inside.width - ROUTING_WIDTH, width: ROUTING_WIDTH };
  const name = { ...inside, width: inside.width - ROUTING_WIDTH - PADDING };
  const names: Paragraph[] = [{ text: content.carrierName, weight: 'bold' }];
  if (content.serviceName) names.push({ text: content.serviceName, weight: 'regular', scale: 0.7 });
  const zone = `ZONE ${content.routing.zone}`;
  const code = content.routing.code;
  return [
    ...setText(names, name, 36, { upright: 'middle' }),
    ...setText([{ text: code ? `${code} | ${zone}` : zone, weight: 'bold' }], routing, 36, {
      align: 'right',
      upright: 'middle',
    }),
  ];
}

/** The tracking number in writing, below its bars, or below what says that nobody shall ship the parcel. */
export function numberMarks({ trackingNumber, outcome }: LabelContent, area: Area): Mark[] {
  const above = { ...area, height: BARS_HEIGHT };
  const below = { ...area, y: area.y + BARS_HEIGHT + 4, height: area.height - BARS_HEIGHT - 4 };
  return [
    ...(outcome === 'withdrawn' ? cancelledMarks(above) : barcodeMarks(trackingNumber, above)),
    ...setText([{ text: trackingNumber, weight: 'bold', oneLine: true }], inset(below, PADDING, 4), 40, {
      align: 'centre',
      upright: 'middle',
    }),
  ];
}

/** Across the label, white on black. Without bars no scan takes the parcel for one to be shipped. */
function cancelledMarks(area: Area): Mark[] {
  return [
    blackArea(area.x, area.y, area.width, area.height),
    ...setText([{ text: 'CANCELLED', weight: 'bold', oneLine: true }], inset(area, PADDING, 0), 120, {
      align: 'centre',
      upright: 'middle',
      colour: 'white',
    }),
  ];
}

/** Bars as wide as they go. Refuses a number that is too long. */
export function barcodeMarks(trackingNumber: string, area: Area): Mark[] {
  const barcode = code128(trackingNumber);
  const needed = barcode.modules + SPARE_MODULES + 2 * QUIET_ZONE_MODULES;
  const moduleWidth = Math.min(WIDEST_MODULE, Math.floor((area.width - 2 * RULE) / needed));
  if (moduleWidth < 1) {
    throw refused(`The tracking number ${barcode.text} is too long for a barcode on paper of this width`);
  }
  const width = barcode.modules * moduleWidth;
  return [
    {
      kind: 'bars',
      barcode,
      x: Math.round(area.x + (area.width - width) / 2),
      y: area.y,
      height: area.height,
      moduleWidth,
    },
  ];
}

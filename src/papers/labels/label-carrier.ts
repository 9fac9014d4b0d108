import { barcodeMarks } from '../layout/barcode-marks.ts';
import { PADDING } from '../layout/dots.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import type { Paragraph } from '../text/fit.ts';
import type { LabelContent, LabelRouting } from './label-content.ts';

const HEIGHT = 76;
const ZONE_WIDTH = 300;
/** Sorters read the courier's code from an arm's length, so its letters are 5 mm high. */
const HEIGHT_WITH_CODE = 112;
const CODE_WIDTH = 400;
const LARGEST_CODE = 80;
/** 19 mm. */
const BARS_HEIGHT = 150;

export function carrierHeight({ code }: LabelRouting): number {
  return code ? HEIGHT_WITH_CODE : HEIGHT;
}

/** Returns the carrier, its service and, in large letters, the courier's sorting code if one exists. */
export function carrierMarks(content: LabelContent, area: Area): Mark[] {
  const { code } = content.routing;
  const inside = inset(area, PADDING, 6);
  const width = code ? CODE_WIDTH : ZONE_WIDTH;
  const routing = { ...inside, x: inside.x + inside.width - width, width };
  const name = { ...inside, width: inside.width - width - PADDING };
  const names: Paragraph[] = [{ text: content.carrierName, weight: 'bold' }];
  if (content.serviceName) names.push({ text: content.serviceName, weight: 'regular', scale: 0.7 });
  const zone: Paragraph = { text: `ZONE ${content.routing.zone}`, weight: 'bold' };
  if (code) names.push({ ...zone, scale: 0.7 });
  const sorted: Paragraph = code ? { text: code, weight: 'bold', oneLine: true } : zone;
  return [
    ...setText(names, name, 36, { upright: 'middle' }),
    ...setText([sorted], routing, code ? LARGEST_CODE : 36, { align: 'right', upright: 'middle' }),
  ];
}

/** Returns the tracking number below its barcode, or below the note that nobody may ship the parcel. */
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

/** Returns a white-on-black band across the label. Without a barcode, no scanner accepts the parcel. */
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

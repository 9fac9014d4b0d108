import type { LabelContent } from '../label-content.ts';
import { minuteInWords } from '../label-figures.ts';
import type { PreparedLogo } from '../logo.ts';
import { CAPTION_SIZE } from './captions.ts';
import { carrierMarks, numberMarks } from './carrier.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, PADDING, RULE } from './dots.ts';
import { headerMarks } from './header.ts';
import { itemMarks, itemsHeight } from './items.ts';
import { blackArea, type Fill, type Mark } from './marks.ts';
import { orderMarks } from './order.ts';
import { partyMarks } from './parties.ts';
import { type Area, inset, setText } from './place-text.ts';
import { receiverMarks } from './receiver.ts';

/** 2.5 mm, within which few printers reach. */
const MARGIN = 20;
const HEADER_HEIGHT = 118;
const CARRIER_HEIGHT = 76;
const BARCODE_HEIGHT = 214;
const ORDER_HEIGHT = 82;
const PARTIES_HEIGHT = 170;
const FOOTER_HEIGHT = 34;

/**
 * Where everything stands on a label. From the top: brand and payment, carrier and barcode, receiver,
 * order, items, sender and return address. Few items leave their room to the receiver. Refuses a
 * tracking number that no barcode on the label can hold.
 */
export function layoutLabel(content: LabelContent, logo: PreparedLogo | null): Mark[] {
  const whole = inset({ x: 0, y: 0, width: LABEL_WIDTH, height: LABEL_HEIGHT }, MARGIN);
  const header = { ...whole, height: HEADER_HEIGHT };
  const carrier = below(header, CARRIER_HEIGHT);
  const barcode = below(carrier, BARCODE_HEIGHT);
  const footer = { ...whole, y: whole.y + whole.height - FOOTER_HEIGHT, height: FOOTER_HEIGHT };
  const parties = above(footer, PARTIES_HEIGHT);
  const items = above(parties, itemsHeight(content.items));
  const order = above(items, ORDER_HEIGHT);
  const receiverTop = barcode.y + barcode.height;
  const receiver = { ...whole, y: receiverTop, height: order.y - receiverTop };
  return [
    ...frame(whole),
    ...[carrier, receiver, order, items, parties, footer].map(ruleAbove),
    ...headerMarks(content, logo, header),
    ...carrierMarks(content, carrier),
    ...numberMarks(content, barcode),
    ...receiverMarks(content.receiver, receiver),
    ...orderMarks(content, order),
    ...itemMarks(content.items, items),
    ...partyMarks(content, parties),
    ...footerMarks(content.printedAt, footer),
  ];
}

function footerMarks(printedAt: number, area: Area): Mark[] {
  const text = `Printed ${minuteInWords(printedAt)} IST`;
  return setText([{ text, weight: 'regular' }], inset(area, PADDING, 4), CAPTION_SIZE, { upright: 'middle' });
}

function below(area: Area, height: number): Area {
  return { ...area, y: area.y + area.height, height };
}

function above(area: Area, height: number): Area {
  return { ...area, y: area.y - height, height };
}

function ruleAbove(area: Area): Fill {
  return blackArea(area.x, area.y, area.width, RULE);
}

function frame({ x, y, width, height }: Area): Fill[] {
  return [
    blackArea(x, y, width, RULE),
    blackArea(x, y + height - RULE, width, RULE),
    blackArea(x, y, RULE, height),
    blackArea(x + width - RULE, y, RULE, height),
  ];
}

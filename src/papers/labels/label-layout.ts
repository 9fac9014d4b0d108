import { CAPTION_SIZE } from '../layout/captions.ts';
import { LABEL_HEIGHT, LABEL_WIDTH, PADDING, RULE } from '../layout/dots.ts';
import { blackArea, type Fill, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import type { PreparedLogo } from '../logo.ts';
import { minuteInWords } from '../paper-figures.ts';
import { headerMarks } from './header.ts';
import { itemMarks, itemsHeight, MOST_ITEM_LINES } from './items.ts';
import { carrierHeight, carrierMarks, numberMarks } from './label-carrier.ts';
import type { LabelContent } from './label-content.ts';
import { orderMarks } from './label-order.ts';
import { partyMarks } from './parties.ts';
import { receiverMarks } from './receiver.ts';
import { requiredDetailsHeight, requiredDetailsMarks } from './required-details.ts';

/** 2.5 mm, the margin that most printers need. */
const MARGIN = 20;
const HEADER_HEIGHT = 118;
const BARCODE_HEIGHT = 214;
const ORDER_HEIGHT = 82;
const PARTIES_HEIGHT = 170;
const FOOTER_HEIGHT = 34;

/** 3 mm. If the address would be smaller, it gets room from the items. */
const READABLE = 24;
/** The least height, so that the recipient's name and pincode keep a distance. */
const LEAST_RECEIVER = 270;

/**
 * Lays out a label. From the top: brand and payment, carrier and barcode, recipient, order, items, sender and
 * return address. Room that few items do not need goes to the recipient. If the address is long, the items
 * give up lines: the address matters more than the contents.
 *
 * @throws Problem if the tracking number is too long for a barcode on the label
 */
export function layoutLabel(content: LabelContent, logo: PreparedLogo | null): Mark[] {
  const whole = inset({ x: 0, y: 0, width: LABEL_WIDTH, height: LABEL_HEIGHT }, MARGIN);
  const header = { ...whole, height: HEADER_HEIGHT };
  const carrier = below(header, carrierHeight(content.routing));
  const barcode = below(carrier, BARCODE_HEIGHT);
  const footer = { ...whole, y: whole.y + whole.height - FOOTER_HEIGHT, height: FOOTER_HEIGHT };
  const parties = above(footer, PARTIES_HEIGHT);
  const receiverTop = barcode.y + barcode.height;
  const middle = (most: number) => {
    const items = above(parties, itemsHeight(content.items, most));
    const requiredDetails = above(items, requiredDetailsHeight(content.requiredDetails));
    const order = above(requiredDetails, ORDER_HEIGHT);
    const receiver = { ...whole, y: receiverTop, height: order.y - receiverTop };
    return { most, items, requiredDetails, order, receiver, to: receiverMarks(content.receiver, receiver) };
  };
  let { most, items, requiredDetails, order, receiver, to } = middle(
    Math.min(MOST_ITEM_LINES, content.items.length),
  );
  const isTight = () => receiver.height < LEAST_RECEIVER || to.addressSize < READABLE;
  while (isTight() && most > 0) ({ most, items, requiredDetails, order, receiver, to } = middle(most - 1));
  return [
    ...frame(whole),
    ...[carrier, receiver, order, requiredDetails, items, parties, footer].filter(isShown).map(ruleAbove),
    ...headerMarks(content, logo, header),
    ...carrierMarks(content, carrier),
    ...numberMarks(content, barcode),
    ...to.marks,
    ...orderMarks(content, order),
    ...requiredDetailsMarks(content, requiredDetails),
    ...itemMarks(content.items, most, items),
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

function isShown({ height }: Area): boolean {
  return height > 0;
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

import { rupees } from '../../domain/rupees.ts';
import type { LabelContent } from '../label-content.ts';
import type { PreparedLogo } from '../logo.ts';
import type { Paragraph } from '../text/fit.ts';
import { PADDING, RULE } from './dots.ts';
import { fill, type Mark } from './marks.ts';
import { type Area, inset, setText } from './place-text.ts';

const PAYMENT_WIDTH = 250;

/** The brand with its logo, and what there is to collect. */
export function headerMarks(content: LabelContent, logo: PreparedLogo | null, area: Area): Mark[] {
  const payment = {
    x: area.x + area.width - PAYMENT_WIDTH,
    y: area.y,
    width: PAYMENT_WIDTH,
    height: area.height,
  };
  const inside = inset({ ...area, width: area.width - PAYMENT_WIDTH }, PADDING);
  const marks: Mark[] = [];
  let brand = inside;
  if (logo) {
    marks.push({
      kind: 'logo',
      logo,
      x: inside.x,
      y: Math.round(inside.y + (inside.height - logo.height) / 2),
    });
    const taken = logo.width + PADDING;
    brand = { ...inside, x: inside.x + taken, width: inside.width - taken };
  }
  marks.push(
    ...setText([{ text: content.brandName, weight: 'bold' }], brand, logo ? 34 : 44, { upright: 'middle' }),
  );
  marks.push(...paymentMarks(content.payment, payment));
  return marks;
}

/** Cash to collect is white on black, so that it cannot be overlooked. */
function paymentMarks(payment: LabelContent['payment'], area: Area): Mark[] {
  if (payment === 'prepaid') {
    return [
      fill(area.x, area.y, RULE, area.height),
      ...setText([{ text: 'PREPAID', weight: 'bold', oneLine: true }], inset(area, PADDING), 46, {
        align: 'centre',
        upright: 'middle',
      }),
    ];
  }
  const paragraphs: Paragraph[] = [
    { text: 'COD - COLLECT', weight: 'bold', scale: 0.6 },
    { text: rupees(payment.cod), weight: 'bold', oneLine: true },
  ];
  return [
    fill(area.x, area.y, area.width, area.height),
    ...setText(paragraphs, inset(area, PADDING), 46, { align: 'centre', upright: 'middle', colour: 'white' }),
  ];
}

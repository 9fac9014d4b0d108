import { rupees } from '../../domain/rupees.ts';
import type { Outcome } from '../../domain/tracking/outcome.ts';
import { PADDING, RULE } from '../layout/dots.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import { isWordMark, type PreparedLogo } from '../logo.ts';
import type { Paragraph } from '../text/fit.ts';
import type { LabelContent, LabelPayment } from './label-content.ts';

const PAYMENT_WIDTH = 250;

const OUTCOMES: Record<Outcome, string> = {
  withdrawn: 'CANCELLED',
  delivered: 'DELIVERED',
  returning: 'RETURN',
  returned: 'RETURNED',
  lost: 'LOST',
  damaged: 'DAMAGED',
};

/** Returns the brand with its logo, and the amount to collect. */
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
  if (logo === null || !isWordMark(logo)) {
    const name = { text: content.brandName, weight: 'bold' } as const;
    marks.push(...setText([name], brand, logo ? 34 : 44, { upright: 'middle' }));
  }
  marks.push(...paymentMarks(content, payment));
  return marks;
}

/** Returns the payment. Cash to collect is white on black, so that nobody overlooks it. */
function paymentMarks({ payment, outcome }: LabelContent, area: Area): Mark[] {
  const standing = { align: 'centre', upright: 'middle' } as const;
  const inside = inset(area, PADDING);
  if (typeof payment === 'string' || outcome !== null) {
    const rule = blackArea(area.x, area.y, RULE, area.height);
    return [rule, ...setText(nothingToCollect(payment, outcome), inside, 46, standing)];
  }
  const paragraphs: Paragraph[] = [
    { text: 'COD - COLLECT', weight: 'bold', scale: 0.6 },
    { text: rupees(payment.cod), weight: 'bold', oneLine: true },
    ...partPayment(payment.partOf ?? null),
  ];
  return [
    blackArea(area.x, area.y, area.width, area.height),
    ...setText(paragraphs, inside, 46, { ...standing, colour: 'white' }),
  ];
}

/** Else a rider who knows the price may collect all of it. */
function partPayment(total: number | null): Paragraph[] {
  if (total === null) return [];
  return [{ text: `PART PAYMENT OF ${rupees(total)}`, weight: 'bold', scale: 0.4, oneLine: true }];
}

function nothingToCollect(payment: LabelPayment, outcome: Outcome | null): Paragraph[] {
  if (outcome === null && payment !== 'return') return [{ text: 'PREPAID', weight: 'bold', oneLine: true }];
  return [
    { text: outcome === null ? 'RETURN' : OUTCOMES[outcome], weight: 'bold', oneLine: true },
    { text: 'NOTHING TO COLLECT', weight: 'bold', scale: 0.5, oneLine: true },
  ];
}

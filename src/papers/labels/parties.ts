import { belowCaption, caption } from '../layout/captions.ts';
import { PADDING, RULE } from '../layout/dots.ts';
import { blackArea, type Mark } from '../layout/marks.ts';
import { type Area, inset, setText } from '../layout/place-text.ts';
import { cityAndState, phoneInGroups } from '../paper-figures.ts';
import type { Paragraph } from '../text/fit.ts';
import type { LabelContent, LabelParty } from './label-content.ts';

/** Returns the sender (for a return, the customer's door) and the return address. */
export function partyMarks(content: LabelContent, area: Area): Mark[] {
  const middle = Math.round(area.x + area.width / 2);
  const left = inset({ ...area, width: middle - area.x }, PADDING, 6);
  const right = inset({ ...area, x: middle, width: area.x + area.width - middle }, PADDING, 6);
  return [
    blackArea(middle, area.y, RULE, area.height),
    ...caption(content.payment === 'return' ? 'PICKED UP FROM' : 'SHIPPED BY', left),
    ...partyText(content.sender, left),
    ...caption('IF UNDELIVERED, RETURN TO', right),
    ...partyText(content.returnTo ?? content.sender, right),
  ];
}

function partyText(party: LabelParty, area: Area): Mark[] {
  const lines = [
    ...party.addressLines,
    `${cityAndState(party)} - ${party.pincode}`,
    ...(party.phone ? [`Phone ${phoneInGroups(party.phone)}`] : []),
  ];
  return setText(
    [{ text: party.name, weight: 'bold' }, ...lines.map((text): Paragraph => ({ text, weight: 'regular' }))],
    belowCaption(area),
    22,
  );
}

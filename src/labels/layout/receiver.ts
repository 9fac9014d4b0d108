import type { LabelParty } from '../label-content.ts';
import { cityAndState, phoneInGroups } from '../label-figures.ts';
import { fitText, type Paragraph } from '../text/fit.ts';
import { CAPTION_LINE, caption } from './captions.ts';
import { PADDING } from './dots.ts';
import type { Mark } from './marks.ts';
import { type Area, inset, placeText, setText } from './place-text.ts';

const NAME_HEIGHT = 92;
const DESTINATION_HEIGHT = 96;
const PINCODE_WIDTH = 270;

/** Name and address, the address in all the room there is, and a line of pincode, city and phone. */
export function receiverMarks(receiver: LabelParty, area: Area): Mark[] {
  const inside = inset(area, PADDING, 8);
  const destination = {
    x: inside.x,
    y: area.y + area.height - DESTINATION_HEIGHT,
    width: inside.width,
    height: DESTINATION_HEIGHT - 8,
  };
  const top = inside.y + CAPTION_LINE;
  const name = fitText([{ text: receiver.name, weight: 'bold' }], { ...inside, height: NAME_HEIGHT }, 40);
  const address = {
    x: inside.x,
    y: top + name.height,
    width: inside.width,
    height: destination.y - top - name.height,
  };
  const pincode = { ...destination, width: PINCODE_WIDTH };
  const rest = {
    ...destination,
    x: destination.x + PINCODE_WIDTH + PADDING,
    width: destination.width - PINCODE_WIDTH - PADDING,
  };
  const place: Paragraph[] = [{ text: cityAndState(receiver), weight: 'bold' }];
  if (receiver.phone) place.push({ text: `Phone ${phoneInGroups(receiver.phone)}`, weight: 'bold' });
  return [
    ...caption('DELIVER TO', inside),
    ...placeText(name, { ...inside, y: top }),
    ...setText(
      receiver.addressLines.map((text): Paragraph => ({ text, weight: 'regular' })),
      address,
      36,
    ),
    ...setText([{ text: receiver.pincode, weight: 'bold', oneLine: true }], pincode, 76, {
      upright: 'middle',
    }),
    ...setText(place, rest, 30, { upright: 'middle', align: 'right' }),
  ];
}

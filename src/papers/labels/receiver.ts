import { CAPTION_LINE, caption } from '../layout/captions.ts';
import { PADDING } from '../layout/dots.ts';
import type { Mark } from '../layout/marks.ts';
import { type Area, inset, placeText, setText } from '../layout/place-text.ts';
import { cityAndState, phoneInGroups } from '../paper-figures.ts';
import { fitText, type Paragraph } from '../text/fit.ts';
import type { LabelParty } from './label-content.ts';

const NAME_HEIGHT = 92;
const DESTINATION_HEIGHT = 96;
const PINCODE_WIDTH = 270;
const LARGEST_ADDRESS = 36;

/** The recipient, with the letter size of the address in dots. */
export interface ReceiverMarks {
  readonly marks: Mark[];
  readonly addressSize: number;
}

/** Returns the name, the address at the largest size that fits, and a line with pincode, city and phone. */
export function receiverMarks(receiver: LabelParty, area: Area): ReceiverMarks {
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
  // Sorters may not be able to read the customer's script.
  if (receiver.latinPlace) place.push({ text: receiver.latinPlace, weight: 'bold' });
  if (receiver.phone) place.push({ text: `Phone ${phoneInGroups(receiver.phone)}`, weight: 'bold' });
  const fitted = fitText(
    receiver.addressLines.map((text): Paragraph => ({ text, weight: 'regular' })),
    address,
    LARGEST_ADDRESS,
  );
  return {
    addressSize: fitted.lines[0]?.size ?? LARGEST_ADDRESS,
    marks: [
      ...caption('DELIVER TO', inside),
      ...placeText(name, { ...inside, y: top }),
      ...placeText(fitted, address),
      ...setText([{ text: receiver.pincode, weight: 'bold', oneLine: true }], pincode, 76, {
        upright: 'middle',
      }),
      ...setText(place, rest, 30, { upright: 'middle', align: 'right' }),
    ],
  };
}

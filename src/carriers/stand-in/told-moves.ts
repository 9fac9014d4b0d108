import { textOf } from '../answer-fields.ts';
import { type StandInTold, ToldWrong } from './stand-in.ts';

/**
 * `POST /_stand-in/move`: has a parcel go through steps of its life.
 *
 * @param steps by name, each as the scans that a courier was seen to make of it
 * @param scan makes one scan of a parcel; throws `ToldWrong` where there is no such parcel
 */
export function moves<Step>(
  steps: Readonly<Record<string, readonly Step[]>>,
  scan: (trackingNumber: string, step: Step) => void,
): { readonly told: StandInTold; move(trackingNumber: string, ...names: readonly string[]): void } {
  const move = (trackingNumber: string, ...names: readonly string[]) => {
    const found = names.map((name) => {
      if (!Object.hasOwn(steps, name)) throw new ToldWrong(`steps are: ${Object.keys(steps).join(', ')}`);
      return steps[name] ?? [];
    });
    for (const step of found.flat()) scan(trackingNumber, step);
  };
  return {
    move,
    told: {
      help: `scan a parcel; steps are ${Object.keys(steps).join(', ')}`,
      example: { waybill: '...', steps: Object.keys(steps).slice(0, 2) },
      tell: (told) => {
        if (!Array.isArray(told.steps)) throw new ToldWrong('steps must be a list');
        move(textOf(told.waybill) ?? '', ...told.steps.map((name) => textOf(name) ?? ''));
      },
    },
  };
}

/** `POST /_stand-in/pincodes`: which pincodes it does not serve. */
export function toldPincodes(notServed: Set<string>): StandInTold {
  return {
    help: 'serve a pincode, or not; every one is served that it was not told of',
    example: { pin: '781001', served: false },
    tell: ({ pin, served }) => {
      const text = textOf(pin);
      if (text === null || typeof served !== 'boolean') throw new ToldWrong('pin and served must be there');
      if (served) notServed.delete(text);
      else notServed.add(text);
      return { not_served: [...notServed] };
    },
  };
}

/** `POST /_stand-in/token`: the token that it gave out counts no more. */
export function toldTokenEnd(end: () => void): StandInTold {
  return { help: 'end the token before its time', example: {}, tell: end };
}

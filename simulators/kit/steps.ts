import { textOf } from '../../src/partners/answer-fields.ts';
import { BadInstruction, type StandInInstruction } from './stand-in.ts';

/** The steps that a parcel can be moved through, by name, each with its scans. */
export type Steps<Scan> = Readonly<Record<string, readonly Scan[]>>;

/** The scans of the named steps. @throws BadInstruction */
export function scansOf<Scan>(steps: Steps<Scan>, names: readonly string[]): Scan[] {
  return names.flatMap((name) => {
    if (!Object.hasOwn(steps, name)) throw new BadInstruction(`steps are: ${Object.keys(steps).join(', ')}`);
    return steps[name] ?? [];
  });
}

/** `POST /_stand-in/move`: moves a parcel through named steps. */
export function moveInstruction(
  steps: Steps<unknown>,
  move: (waybill: string, names: readonly string[]) => unknown,
  example = { waybill: '...', steps: Object.keys(steps).slice(0, 2) },
): StandInInstruction {
  return {
    help: `scan a parcel; steps are ${Object.keys(steps).join(', ')}`,
    example,
    run: ({ waybill, steps: names }) => {
      if (!Array.isArray(names)) throw new BadInstruction('steps must be a list');
      return move(
        textOf(waybill) ?? '',
        names.map((name) => textOf(name) ?? ''),
      );
    },
  };
}

import { textOf } from '../answer-fields.ts';
import { BadInstruction, type StandInClock, type StandInInstruction } from './stand-in.ts';

/** A scan at its moment, in epoch milliseconds. */
export type Scanned<Scan> = Scan & { readonly at: number };

/** The common part of a parcel of every stand-in. */
export interface ScannedParcel<Scan> {
  /** Oldest first. */
  readonly scans: Scanned<Scan>[];
}

export interface ParcelBookParts<Scan, Parcel> {
  readonly clock: StandInClock;
  /** The steps that a parcel can be told to take, by name, each with its scans. */
  readonly steps: Readonly<Record<string, readonly Scan[]>>;
  /** Two scans of a parcel are so far apart at least. */
  readonly apartMs: number;
  /** Called after each scan: it is pushed. */
  readonly scanned: (parcel: Parcel, scan: Scanned<Scan>) => void;
}

/** The parcels of a stand-in by their numbers, which are scanned now or told to be. */
export class ParcelBook<Scan, Parcel extends ScannedParcel<Scan>> {
  readonly #parts: ParcelBookParts<Scan, Parcel>;
  readonly #parcels = new Map<string, Parcel>();

  constructor(parts: ParcelBookParts<Scan, Parcel>) {
    this.#parts = parts;
  }

  /** Oldest first. */
  get all(): readonly Parcel[] {
    return [...this.#parcels.values()];
  }

  get(number: string): Parcel | undefined {
    return this.#parcels.get(number);
  }

  add(number: string, parcel: Parcel): void {
    this.#parcels.set(number, parcel);
  }

  /** Scans a parcel now, and later than the last time at any rate. @throws ToldWrong */
  scan(number: string, scan: Scan): void {
    const parcel = this.#parcels.get(number);
    if (parcel === undefined) throw new BadInstruction(`there is no parcel ${number}`);
    const { clock, apartMs, scanned } = this.#parts;
    const last = parcel.scans.at(-1)?.at ?? 0;
    const at = Math.max(clock.now().getTime(), last + apartMs);
    const scannedNow = { ...scan, at };
    parcel.scans.push(scannedNow);
    scanned(parcel, scannedNow);
  }

  /** Has a parcel go through steps of its life. @throws ToldWrong */
  move(number: string, ...names: readonly string[]): void {
    const { steps } = this.#parts;
    const scans = names.flatMap((name) => {
      if (!Object.hasOwn(steps, name))
        throw new BadInstruction(`steps are: ${Object.keys(steps).join(', ')}`);
      return steps[name] ?? [];
    });
    for (const scan of scans) this.scan(number, scan);
  }

  /** `POST /_stand-in/move`. */
  get told(): StandInInstruction {
    const names = Object.keys(this.#parts.steps);
    return {
      help: `scan a parcel; steps are ${names.join(', ')}`,
      example: { waybill: '...', steps: names.slice(0, 2) },
      tell: ({ waybill, steps }) => {
        if (!Array.isArray(steps)) throw new BadInstruction('steps must be a list');
        this.move(textOf(waybill) ?? '', ...steps.map((name) => textOf(name) ?? ''));
      },
    };
  }
}

/** `POST /_stand-in/pincodes`: which pincodes it does not serve. */
export function pincodeInstruction(notServed: Set<string>): StandInInstruction {
  return {
    help: 'serve a pincode, or not; every one is served that it was not told of',
    example: { pin: '781001', served: false },
    tell: ({ pin, served }) => {
      const text = textOf(pin);
      if (text === null || typeof served !== 'boolean')
        throw new BadInstruction('pin and served must be there');
      if (served) notServed.delete(text);
      else notServed.add(text);
      return { not_served: [...notServed] };
    },
  };
}

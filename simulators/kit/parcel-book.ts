import { textOf } from '../../src/partners/answer-fields.ts';
import { BadInstruction, type StandInClock, type StandInInstruction } from './stand-in.ts';
import { moveInstruction, type Steps, scansOf } from './steps.ts';

/** A scan with its time in epoch milliseconds. */
export type Scanned<Scan> = Scan & { readonly at: number };

/** The common part of a parcel of every stand-in. */
export interface ScannedParcel<Scan> {
  /** Oldest first. */
  readonly scans: Scanned<Scan>[];
}

export interface ParcelBookParts<Scan, Parcel> {
  readonly clock: StandInClock;
  readonly steps: Steps<Scan>;
  /** The shortest time between two scans of a parcel. */
  readonly apartMs: number;
  /** Called after each scan, to push it. */
  readonly scanned: (parcel: Parcel, scan: Scanned<Scan>) => void;
}

/** The parcels of a stand-in, indexed by number. */
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

  /** Scans a parcel now, but always later than its last scan. @throws BadInstruction */
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

  /** Moves a parcel through the named steps. @throws BadInstruction */
  move(number: string, ...names: readonly string[]): void {
    for (const scan of scansOf(this.#parts.steps, names)) this.scan(number, scan);
  }

  /** `POST /_stand-in/move`. */
  get moveInstruction(): StandInInstruction {
    return moveInstruction(this.#parts.steps, (number, names) => this.move(number, ...names));
  }
}

/** `POST /_stand-in/pincodes`: sets which pincodes are not served. */
export function pincodeInstruction(notServed: Set<string>): StandInInstruction {
  return {
    help: 'serve a pincode, or not; every one is served that it was not told of',
    example: { pin: '781001', served: false },
    run: ({ pin, served }) => {
      const text = textOf(pin);
      if (text === null || typeof served !== 'boolean')
        throw new BadInstruction('pin and served must be there');
      if (served) notServed.delete(text);
      else notServed.add(text);
      return { not_served: [...notServed] };
    },
  };
}

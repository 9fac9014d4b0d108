import type { Pushes } from '../../kit/pushes.ts';
import type { StandInClock } from '../../kit/stand-in.ts';
import type { Step } from './journeys.ts';
import {
  type Account,
  expectedAt,
  lastScan,
  naive,
  type Parcel,
  type Scan,
  type Warehouse,
} from './parcels.ts';
import { STAND_IN_TOKEN } from './settings.ts';

/** Kinds of pincodes that the stand-in can simulate; all others are served. */
export const PIN_KINDS = ['not_served', 'embargo', 'full', 'no_cod', 'no_pickup'] as const;
export type PinKind = (typeof PIN_KINDS)[number];

/** A number that was given out before there is a parcel. */
interface Allotted {
  readonly client: string;
  /** The time from which it can be used. */
  readonly restedAt: number;
}

/** A token that is valid only in the courier's other environment. */
export const OTHER_ENVIRONMENT_TOKEN = 'made-up-token-of-its-other-environment-1';

/** Numbers of a larger fetch cannot be used at once. */
const USABLE_AT_ONCE = 25;

/** The shortest time between two scans of a parcel: two with the same code and second look like one sent twice. */
const SCANS_APART_MS = 1_000;

export class Books {
  readonly accounts = new Map<string, Account>();
  readonly parcels = new Map<string, Parcel>();
  readonly pins = new Map<string, PinKind>();
  /** If true, a parcel is created although the answer says that it was not. */
  savesPartially = false;
  /** Numbers of a large fetch can be used after this time; the real courier's time is not known. */
  restMs = 60_000;
  readonly #warehouses = new Map<string, Warehouse>();
  readonly #allotted = new Map<string, Allotted>();
  readonly #byOrder = new Map<string, string[]>();
  readonly #sixFields = new Set<string>();
  readonly #clock: StandInClock;
  readonly #pushes: Pushes;
  #serial = 0;

  constructor(clock: StandInClock, pushes: Pushes) {
    this.#clock = clock;
    this.#pushes = pushes;
    const account = { isActive: true, hasSeries: true, walletRupees: 10_000, isOnAutoPickup: false };
    for (const [token, client, isOfOtherEnvironment] of [
      [STAND_IN_TOKEN, 'MADEUP SURFACE', false],
      [OTHER_ENVIRONMENT_TOKEN, 'MADEUP LIVE', true],
    ] as const) {
      this.accounts.set(token, { ...account, token, client, isOfOtherEnvironment, modesOff: new Set() });
    }
  }

  now(): number {
    return this.#clock.now().getTime();
  }

  serial(): number {
    this.#serial += 1;
    return this.#serial;
  }

  warehouse(client: string, name: string): Warehouse | null {
    return this.#warehouses.get(`${client}\n${name}`) ?? null;
  }

  addWarehouse(warehouse: Warehouse): void {
    this.#warehouses.set(`${warehouse.client}\n${warehouse.name}`, warehouse);
  }

  allot(client: string, count: number): string[] {
    const restedAt = count > USABLE_AT_ONCE ? this.now() + this.restMs : 0;
    return Array.from({ length: count }, () => {
      const waybill = String(31_321_100_000_000 + this.serial());
      this.#allotted.set(waybill, { client, restedAt });
      return waybill;
    });
  }

  /** Tells whether the number belongs to this client, is unused, and can be used already. */
  canConsume(client: string, waybill: string): boolean {
    const allotted = this.#allotted.get(waybill);
    return allotted?.client === client && allotted.restedAt <= this.now();
  }

  /** Tells whether a parcel with the same six fields exists. */
  isDuplicate(fields: SixFields): boolean {
    return this.#sixFields.has(keyOf(fields));
  }

  addParcel(parcel: Parcel): void {
    this.parcels.set(parcel.waybill, parcel);
    this.#allotted.delete(parcel.waybill);
    this.#sixFields.add(keyOf(parcel));
    const key = `${parcel.client}\n${parcel.order}`;
    this.#byOrder.set(key, [...(this.#byOrder.get(key) ?? []), parcel.waybill]);
    for (const scan of parcel.scans) this.#push(parcel, scan);
  }

  /** The parcel of this client; null for another client's parcel and for an unknown number. */
  parcel(client: string, waybill: string): Parcel | null {
    const parcel = this.parcels.get(waybill);
    return parcel?.client === client ? parcel : null;
  }

  parcelsOfOrder(client: string, order: string): Parcel[] {
    return (this.#byOrder.get(`${client}\n${order}`) ?? []).flatMap(
      (waybill) => this.parcel(client, waybill) ?? [],
    );
  }

  /** Adds a scan to a parcel now, and pushes it. */
  scan(parcel: Parcel, step: Step): void {
    this.scanAll(parcel, [step]);
  }

  /** Adds several scans, spread over the time since the last scan, and pushes them. */
  scanAll(parcel: Parcel, steps: readonly Step[]): void {
    const from = lastScan(parcel).at;
    const apart = Math.max(SCANS_APART_MS, (this.now() - from) / steps.length);
    for (const [index, step] of steps.entries()) {
      const scan = { ...step, at: Math.floor(from + apart * (index + 1)) };
      parcel.scans.push(scan);
      this.#push(parcel, scan);
    }
  }

  #push(parcel: Parcel, scan: Scan): void {
    this.#pushes.push(pushOf(parcel, scan));
  }
}

/** The fields by which the courier recognises a repeated order: a repeat has the same values in all. */
export type SixFields = Pick<Parcel, 'client' | 'order' | 'totalAmount' | 'products' | 'mode' | 'name'>;

function keyOf({ client, order, totalAmount, products, mode, name }: SixFields): string {
  return JSON.stringify([client, order, totalAmount, products, mode, name]);
}

/** A scan in the default body of a push. */
export function pushOf(parcel: Parcel, { at, status, type, code, location, instructions }: Scan): unknown {
  return {
    Shipment: {
      Status: {
        Status: status,
        StatusDateTime: naive(at),
        StatusType: type,
        StatusLocation: location,
        Instructions: instructions,
      },
      PickUpDate: naive(parcel.createdAt).replace('T', ' '),
      NSLCode: code,
      Sortcode: sortCodeOf(parcel.pin),
      ReferenceNo: parcel.order,
      AWB: parcel.waybill,
      EDD: expectedAt(parcel),
    },
  };
}

/** The sort code of the courier's hubs: made up from the pincode. */
export function sortCodeOf(pin: string): string {
  const letters = [...pin].map((digit) => 'BCDFGHJKLM'.charAt(Number(digit)));
  return `${letters.slice(0, 3).join('')}/${letters.slice(3).join('')}`;
}

import type { SerialPermutation } from '../domain/orders/serial-permutation.ts';
import { BLUE_DART } from './blue-dart/blue-dart.ts';
import type { Courier } from './courier.ts';
import { DelhiveryCourier } from './delhivery/delhivery-courier.ts';
import { EKART } from './ekart/ekart.ts';
import { OfflineCourier } from './offline/offline-courier.ts';
import type { OfflineLedger } from './offline/offline-ledger.ts';
import { SHIPROCKET } from './shiprocket/shiprocket.ts';

export interface CourierDependencies {
  readonly offlineLedger: OfflineLedger;
  readonly serialPermutation: SerialPermutation;
}

/** The couriers that can be connected. Each has a stand-in in `simulators/couriers`. */
export const CONNECTABLE: readonly Courier[] = [new DelhiveryCourier(), EKART, SHIPROCKET, BLUE_DART];

export class CourierRegistry {
  readonly couriers: readonly Courier[];

  constructor(couriers: readonly Courier[]) {
    this.couriers = couriers;
  }

  /** The couriers that accounts connect; the others need no settings. */
  get connectable(): readonly Courier[] {
    return this.couriers.filter(({ settings }) => settings.length > 0);
  }

  /** Returns null if this installation does not support the courier. */
  named(name: string): Courier | null {
    return this.couriers.find((courier) => courier.name === name) ?? null;
  }
}

/** The registry of the service. @param more couriers in addition to the built-in ones */
export function openCouriers(
  { offlineLedger, serialPermutation }: CourierDependencies,
  more: readonly Courier[] = [],
): CourierRegistry {
  const offline = new OfflineCourier(offlineLedger, serialPermutation);
  return new CourierRegistry([offline, ...CONNECTABLE, ...more]);
}

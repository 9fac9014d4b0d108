import type { SerialPermutation } from '../domain/orders/serial-permutation.ts';
import type { CarrierAdapter } from './carrier.ts';
import { OfflineCarrier } from './offline/offline-carrier.ts';
import type { OfflineLedger } from './offline/offline-ledger.ts';

/** What the adapters are made with. */
export interface CarrierDependencies {
  readonly offlineLedger: OfflineLedger;
  readonly serialPermutation: SerialPermutation;
}

/** The adapters, in the order in which they are asked whether a carrier is theirs. */
const ADAPTERS: readonly ((dependencies: CarrierDependencies) => CarrierAdapter)[] = [
  // Serves every carrier of the rate book that no adapter before it does.
  ({ offlineLedger, serialPermutation }) => new OfflineCarrier(offlineLedger, serialPermutation),
];

/** Finds the adapter of a carrier. */
export class CarrierRegistry {
  readonly adapters: readonly CarrierAdapter[];

  constructor(adapters: readonly CarrierAdapter[]) {
    this.adapters = adapters;
  }

  /** @throws Error where no adapter serves the carrier: a defect, since the last one serves all */
  adapterOf(carrierId: string): CarrierAdapter {
    const adapter = this.adapters.find((candidate) => candidate.serves(carrierId));
    if (adapter === undefined) throw new Error(`No adapter serves the carrier ${carrierId}`);
    return adapter;
  }
}

/** The registry of the service. */
export function openCarriers(dependencies: CarrierDependencies): CarrierRegistry {
  return new CarrierRegistry(ADAPTERS.map((make) => make(dependencies)));
}

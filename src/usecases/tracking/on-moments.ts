import type { Moment } from '../../domain/tracking/moments.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';

/** An event of one shipment that a customer may be notified of. */
export interface ShipmentMoment {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly moment: Moment;
  /** The number of the delivery attempt; with shipment, moment and channel it is the key of a message. */
  readonly attempt: number;
  /** When it happened, by the carrier: epoch milliseconds. */
  readonly eventAt: number;
}

/**
 * Called with the moments that shipments reach, in the transaction of the change: what it writes is kept or
 * rolled back with the change. From an `AccountWriter`, pass `writer.acrossAccounts`.
 */
export type OnMoments = (
  transaction: ServiceTransaction,
  moments: readonly ShipmentMoment[],
) => Promise<void>;

/** Tells nobody. */
export const NO_ONE: OnMoments = async () => undefined;

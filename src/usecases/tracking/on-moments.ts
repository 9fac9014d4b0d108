import type { Moment } from '../../domain/tracking/moments.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';

/** Something that a customer may be told of, as it happened to one shipment. */
export interface ShipmentMoment {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly moment: Moment;
  /** Which time out for delivery; with shipment, moment and channel the key of a message. */
  readonly attempt: number;
  /** When the carrier says that it happened: epoch milliseconds. */
  readonly eventAt: number;
}

/**
 * Told of the moments that shipments come to, in the transaction that brings them there: what it writes is
 * kept or rolled back with the change. From an `AccountWriter`, give `writer.acrossAccounts`.
 */
export type OnMoments = (
  transaction: ServiceTransaction,
  moments: readonly ShipmentMoment[],
) => Promise<void>;

/** Tells nobody. */
export const NO_ONE: OnMoments = async () => undefined;

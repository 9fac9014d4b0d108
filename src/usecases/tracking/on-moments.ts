import type { EventEmitter } from 'node:events';
import type { Moment } from '../../domain/tracking/moments.ts';
import type { ServiceTransaction } from '../../storage/service-transaction.ts';
import type { EmitWebhooks } from '../webhooks/emit-webhooks.ts';
import type { ScansTaken } from './scan-result.ts';

export interface ShipmentMoment {
  readonly accountId: string;
  readonly shipmentId: string;
  readonly moment: Moment;
  /** The number of the delivery attempt. Shipment, moment, channel and attempt are the key of a message. */
  readonly attempt: number;
  /** The time of the event according to the carrier, in epoch milliseconds. */
  readonly eventAt: number;
}

/**
 * Called with the moments that shipments reach, in the transaction of the change: its writes are kept or
 * rolled back with the change. With an `AccountWriter`, pass `writer.acrossAccounts`.
 */
export type OnMoments = (
  transaction: ServiceTransaction,
  moments: readonly ShipmentMoment[],
) => Promise<void>;

export const NO_ONE: OnMoments = async () => undefined;

/** Whom changes of shipments are told to. */
export interface AnnouncementParts {
  /** Called with events that customers may be told about. */
  readonly onMoments: OnMoments;
  /** Called with events that merchants' webhooks may receive. */
  readonly emitWebhooks: EmitWebhooks;
  readonly scansTaken: EventEmitter<{ taken: [ScansTaken] }>;
}

import type { QcItem } from '../orders/order.ts';
import type { QcAnswer } from '../tracking/qc.ts';
import type { QcStatus } from '../tracking/statuses.ts';
import type { ShipmentView } from './shipment-view.ts';

/** The data of a return as shown: its shipment, and what only a return has. */
export interface ReturnView extends ShipmentView {
  readonly reason: string | null;
  /** Null if no check was requested. */
  readonly qcStatus: QcStatus | null;
  readonly qcItems: readonly Pick<QcItem, 'position' | 'productImage'>[];
  /** Answers of the quality check, by the id of their event. */
  readonly qcAnswers: ReadonlyMap<string, QcAnswer>;
  /** The order of the returned goods, if known. */
  readonly forwardOrder: {
    readonly id: string;
    readonly displayId: string;
    readonly channel: string;
  } | null;
}

import type { QcItem } from '../orders/order.ts';
import type { QcAnswer } from '../tracking/qc.ts';
import type { QcStatus } from '../tracking/statuses.ts';
import type { ShipmentView } from './shipment-view.ts';

/** All that is shown of a return: its shipment, and what only a return has. */
export interface ReturnView extends ShipmentView {
  readonly reason: string | null;
  /** Null where no check is asked for. */
  readonly qcStatus: QcStatus | null;
  readonly qcItems: readonly Pick<QcItem, 'position' | 'productImage'>[];
  /** Answers of the quality check, by the id of their event. */
  readonly qcAnswers: ReadonlyMap<string, QcAnswer>;
  /** The order that it brings back, where that is known. */
  readonly forwardOrder: {
    readonly id: string;
    readonly displayId: string;
    readonly channel: string;
  } | null;
}

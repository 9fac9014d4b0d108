import type { OrderDraft } from '../../src/domain/orders/order.ts';
import { amountsOf } from '../../src/domain/orders/order-sums.ts';
import type { QcAnswer } from '../../src/domain/tracking/qc.ts';
import type { Scan } from '../../src/domain/tracking/scan.ts';
import type { ReturnStatus } from '../../src/domain/tracking/statuses.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;
const REASONS = ['Too small', 'Too large', 'Not as described', 'Damaged', 'No longer wanted'];

/** The outcomes of made-up returns. They are drawn in turn, so that a few returns show all outcomes. */
export const RETURN_ENDS = [
  'return_delivered',
  'return_in_transit',
  'return_qc_failed',
  'return_delivered',
  'return_pickup_scheduled',
  'return_not_picked',
  'return_delivered',
  'return_cancelled',
  'return_ndr_raised',
  'return_lost',
] as const satisfies readonly ReturnStatus[];

export type ReturnEnd = (typeof RETURN_ENDS)[number];

/** Draws the return of one item of an order; its outcome decides whether it is checked at the door. */
export function drawReturn(
  random: Random,
  order: OrderDraft,
  { displayId, at, end }: { readonly displayId: string; readonly at: number; readonly end: ReturnEnd },
): OrderDraft {
  const items = order.items.slice(0, 1).map((item) => ({ ...item, units: 1 }));
  const isChecked = end === 'return_qc_failed' || random.chance(0.5);
  const image = `https://shop.example/images/${items[0]?.sku ?? 'item'}.jpg`;
  return {
    ...order,
    displayId,
    externalId: displayId,
    orderDate: new Date(at),
    tags: [],
    billing: order.shipping ?? order.billing,
    shipping: null,
    items,
    isCod: false,
    ...amountsOf({ items, isCod: false }),
    returned: {
      destination: null,
      reason: REASONS[random.below(REASONS.length)] ?? null,
      forwardOrder: order.displayId,
      qcItems: isChecked
        ? [
            {
              position: 1,
              productName: items[0]?.name ?? null,
              productImage: image,
              brand: null,
              size: null,
              color: null,
              questions: [],
            },
          ]
        : [],
    },
  };
}

export interface ReturnGround {
  /** Epoch milliseconds. */
  readonly bookedAt: number;
  readonly trackingNumber: string;
  readonly isChecked: boolean;
  readonly origin: string;
  readonly destination: string;
}

/** Draws the scans of a booked return up to its end, in order; the seller may also cancel it. */
export function drawReturnLife(
  random: Random,
  { bookedAt, trackingNumber, isChecked, origin, destination }: ReturnGround,
  end: ReturnEnd,
): Scan[] {
  const scans: Scan[] = [];
  let at = bookedAt;
  const add = (status: ReturnStatus, hours: number, more: Partial<Scan> = {}) => {
    at += Math.round(hours * random.between(0.8, 1.2) * HOUR_MS);
    const rest = {
      description: null,
      reason: null,
      carrierEventId: null,
      qc: null,
      own: null,
      location: origin,
    };
    scans.push({ trackingNumber, status, eventTime: at, ...rest, ...more });
  };
  const missed = () =>
    add('return_not_picked', 22, { reason: 'customer not available', description: 'Customer not available' });
  if (end === 'return_cancelled' || end === 'return_pickup_scheduled') return scans;
  if (end === 'return_not_picked' || random.chance(0.25)) missed();
  if (end === 'return_not_picked') return scans;
  if (end === 'return_qc_failed') {
    const reason = 'Tag missing, worn';
    const images = ['https://courier.example/qc/1.jpg', 'https://courier.example/qc/2.jpg'];
    add('return_qc_failed', 24, {
      description: 'Goods not as described',
      qc: { status: 'failed', reason, images },
    });
    return scans;
  }
  const passed: QcAnswer = { status: 'passed', reason: null, images: [] };
  add('return_in_transit', 24, { description: 'Picked up', qc: isChecked ? passed : null });
  add('return_in_transit', 20, { description: 'Arrived at the hub', location: destination });
  if (end === 'return_lost') add('return_lost', 60, { description: 'Lost', location: destination });
  if (end === 'return_ndr_raised' || (end === 'return_delivered' && random.chance(0.15))) {
    add('return_ndr_raised', 20, { description: 'Warehouse closed', location: destination });
  }
  if (end === 'return_delivered')
    add('return_delivered', 22, { description: 'Delivered', location: destination });
  return scans;
}

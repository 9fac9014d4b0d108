import type { GranularStatus } from '../../src/domain/tracking/statuses.ts';
import { orderTime } from './order-times.ts';
import { AGES, OutcomeDealer, type Outcomes } from './outcomes.ts';
import { Random } from './random.ts';

export interface PlannedOrder {
  readonly displayId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly end: GranularStatus;
  /** Expensive, COD, and without news for days: merchants look for such parcels first. */
  readonly isStuck: boolean;
}

/** Every third parcel with a failed delivery is stuck. */
const STUCK_IN = 3;
const STUCK_AGES = [13, 16] as const;
const DAY_MS = 86_400_000;

/** Plans the orders of the days up to now, the oldest first, each at an age that fits its outcome. */
export function planOrders(
  seed: string,
  now: number,
  of: {
    readonly orders: number;
    readonly days: number;
    readonly outcomes: Outcomes;
    /** What every order id begins with. */
    readonly prefix: string;
  },
): PlannedOrder[] {
  const random = new Random(`${seed} ends`);
  const dealer = new OutcomeDealer(random, of.outcomes);
  const before = (days: number) => now - Math.min(days, of.days) * DAY_MS;
  let failed = 0;
  return Array.from({ length: of.orders }, () => {
    const end = dealer.next();
    const isStuck = end === 'ndr_raised' && failed++ % STUCK_IN === 0;
    const [from, to] = isStuck ? STUCK_AGES : (AGES[end] ?? [0, of.days]);
    return { end, isStuck, at: orderTime(before(to), before(from), random.share()) };
  })
    .sort((a, b) => a.at - b.at)
    .map((plan, index) => ({ ...plan, displayId: `${of.prefix}-${1001 + index}` }));
}

const DAY_MS = 86_400_000;
const INDIA_OFFSET_MS = 330 * 60_000;

/** The share of a day's orders that arrive before nine in the morning in India. */
const QUIET_ORDERS = 0.1;
const QUIET_DAY = 9 / 24;

/**
 * Returns the time when this share of all orders between two times has arrived. Every day has the same number
 * of orders, and few arrive at night.
 */
export function orderTime(from: number, to: number, share: number): number {
  const first = ordersUntil(from);
  return Math.floor(momentOf(first + (ordersUntil(to) - first) * share));
}

/** Returns the time in days, where a day's part is the part of its orders that have arrived. */
function ordersUntil(moment: number): number {
  const days = (moment + INDIA_OFFSET_MS) / DAY_MS;
  const day = Math.floor(days);
  const hour = days - day;
  const orders =
    hour < QUIET_DAY
      ? (hour / QUIET_DAY) * QUIET_ORDERS
      : QUIET_ORDERS + ((hour - QUIET_DAY) / (1 - QUIET_DAY)) * (1 - QUIET_ORDERS);
  return day + orders;
}

function momentOf(orders: number): number {
  const day = Math.floor(orders);
  const share = orders - day;
  const hour =
    share < QUIET_ORDERS
      ? (share / QUIET_ORDERS) * QUIET_DAY
      : QUIET_DAY + ((share - QUIET_ORDERS) / (1 - QUIET_ORDERS)) * (1 - QUIET_DAY);
  return (day + hour) * DAY_MS - INDIA_OFFSET_MS;
}

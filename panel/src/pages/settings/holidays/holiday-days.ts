/** A holiday of every year, `01-26`, or of one, `2027-03-22`. */
interface Holiday {
  readonly day: string;
}

/** The holidays that come, the next one first, and those of days that are over, the newest first. */
export function byTime<Row extends Holiday>(
  rows: readonly Row[],
  today: string,
): { coming: Row[]; past: Row[] } {
  const next = ({ day }: Holiday) => {
    if (!isOfAnyYear(day)) return day;
    const year = Number(today.slice(0, 4));
    return `${day >= today.slice(5) ? year : year + 1}-${day}`;
  };
  const inOrder = [...rows].sort((a, b) => next(a).localeCompare(next(b)));
  return {
    coming: inOrder.filter((one) => next(one) >= today),
    past: inOrder.filter((one) => next(one) < today).reverse(),
  };
}

/** Returns true for `01-26`, false for `2027-03-22`. */
export function isOfAnyYear(day: string): boolean {
  return day.length === 5;
}

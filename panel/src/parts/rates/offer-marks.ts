/** What distinguishes an offer from the others. */
export type OfferMark = 'cheapest' | 'fastest' | 'both';

/**
 * The marks of offers, which come cheapest first, with the day of delivery. The first offer is the cheapest. The
 * cheapest of the offers with the earliest day is the fastest, unless all arrive on the same day.
 */
export function offerMarks(days: readonly string[]): readonly (OfferMark | null)[] {
  if (days.length < 2) return days.map(() => null);
  const sorted = [...days].sort();
  const isTie = sorted[0] === sorted.at(-1);
  const fastest = isTie ? -1 : days.indexOf(sorted[0] ?? '');
  return days.map((_, at) => {
    if (at === 0) return fastest === 0 ? 'both' : 'cheapest';
    return at === fastest ? 'fastest' : null;
  });
}

/** A load that keeps starting new work until it is stopped. */
export interface Load {
  /** How often it has begun. */
  readonly begun: number;
  /** Waits for the work under way. */
  end(): Promise<void>;
}

/**
 * Begins work at a constant rate, whether or not earlier work has ended.
 *
 * @param begin gets the number of times before, and must not reject
 */
export function atRate(perSecond: number, begin: (turn: number) => Promise<void>): Load {
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let begun = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    while (begun < due) {
      const work = begin(begun);
      begun += 1;
      underWay.add(work);
      void work.then(() => underWay.delete(work));
    }
  }, 1);
  return {
    get begun() {
      return begun;
    },
    end: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

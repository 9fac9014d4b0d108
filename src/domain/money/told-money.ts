/** A row of a courier's file beside our figures. Amounts are in paise. */
export interface ToldRow {
  readonly line: number;
  readonly trackingNumber: string;
  readonly shipmentId: string;
  readonly courier: string;
  readonly toldPaise: number;
  readonly expectedPaise: number;
}

/** What a courier's file told, beside what was expected. */
export interface ToldMoney {
  /** The sums by courier of the parcels, in alphabetical order. */
  readonly couriers: readonly {
    readonly courier: string;
    readonly rows: number;
    readonly toldPaise: number;
    readonly expectedPaise: number;
  }[];
  /** The number of rows that differ. */
  readonly differing: number;
  /** The rows with the largest differences, at most `MOST_TOLD`. */
  readonly differences: readonly ToldRow[];
}

export const MOST_TOLD = 100;

/** Sums up the rows of a file, a portion at a time. */
export class ToldSums {
  readonly #couriers = new Map<string, { rows: number; toldPaise: number; expectedPaise: number }>();
  readonly #tolerancePaise: number;
  #differing = 0;
  #differences: ToldRow[] = [];

  /** @param tolerancePaise a row differs if its difference is larger */
  constructor(tolerancePaise = 0) {
    this.#tolerancePaise = tolerancePaise;
  }

  add(rows: readonly ToldRow[]): void {
    for (const { courier, toldPaise, expectedPaise } of rows) {
      const sums = this.#couriers.get(courier) ?? { rows: 0, toldPaise: 0, expectedPaise: 0 };
      this.#couriers.set(courier, {
        rows: sums.rows + 1,
        toldPaise: sums.toldPaise + toldPaise,
        expectedPaise: sums.expectedPaise + expectedPaise,
      });
    }
    const differing = rows.filter((row) => differenceOf(row) > this.#tolerancePaise);
    this.#differing += differing.length;
    this.#differences = [...this.#differences, ...differing]
      .sort((one, other) => differenceOf(other) - differenceOf(one) || one.line - other.line)
      .slice(0, MOST_TOLD);
  }

  get money(): ToldMoney {
    const couriers = [...this.#couriers].map(([courier, sums]) => ({ courier, ...sums }));
    return {
      couriers: couriers.sort((one, other) => (one.courier < other.courier ? -1 : 1)),
      differing: this.#differing,
      differences: this.#differences,
    };
  }
}

function differenceOf({ toldPaise, expectedPaise }: ToldRow): number {
  return Math.abs(toldPaise - expectedPaise);
}

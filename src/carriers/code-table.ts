import type { NdrReason, RtoReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';

/** The meaning of a courier's code or word. */
export interface Meaning {
  readonly status: GranularStatus;
  readonly reason?: NdrReason | RtoReason;
}

/** A courier's table of codes and their meanings. Letter case does not matter. */
export class CodeTable<Means = Meaning> {
  private readonly meanings: ReadonlyMap<string, Means>;

  constructor(meanings: Readonly<Record<string, Means>>) {
    this.meanings = new Map(Object.entries(meanings).map(([code, meaning]) => [asCompared(code), meaning]));
  }

  /** Returns null for an unknown code. Its meaning is never guessed. */
  find(code: string): Means | null {
    return this.meanings.get(asCompared(code)) ?? null;
  }

  /** Every code, in lower case, with its meaning. */
  get entries(): readonly (readonly [string, Means])[] {
    return [...this.meanings];
  }
}

function asCompared(code: string): string {
  return code.trim().toLowerCase();
}

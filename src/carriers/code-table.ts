import type { NdrReason, RtoReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';

/** The meaning of a courier's code or word. */
export interface Meaning {
  readonly status: GranularStatus;
  /** Where it names why. */
  readonly reason?: NdrReason | RtoReason;
}

/** A courier's table of codes: each with what it means, found however it is written in capitals. */
export class CodeTable<Means = Meaning> {
  private readonly meanings: ReadonlyMap<string, Means>;

  constructor(meanings: Readonly<Record<string, Means>>) {
    this.meanings = new Map(Object.entries(meanings).map(([code, meaning]) => [asCompared(code), meaning]));
  }

  /** Null for a code that is not in it: it is told as the courier's own words, and never guessed. */
  find(code: string): Means | null {
    return this.meanings.get(asCompared(code)) ?? null;
  }

  /** Every code, in small letters, with what it means. */
  get entries(): readonly (readonly [string, Means])[] {
    return [...this.meanings];
  }
}

function asCompared(code: string): string {
  return code.trim().toLowerCase();
}

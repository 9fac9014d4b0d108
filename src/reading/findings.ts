import type { ProblemCode, ProblemDetail } from '../problems/problem.ts';

/** Lookups during reading. They must be fast and never throw. */
export interface Lookups {
  /** Tells whether six digits are a pincode of the directory. */
  knownPincode(pincode: string): boolean;
}

/** The place of a value in the input: a chain towards the root, which costs little if nothing is wrong. */
export interface FieldPlace {
  readonly parent: FieldPlace | null;
  /** The name under which it was sent, or its index. */
  readonly key: string | number;
  /** Its position among its siblings, which orders problems. */
  readonly turn: number;
}

/** One problem of the value at a place: the end of its sentence after the name. */
interface Finding {
  readonly at: FieldPlace | null;
  readonly code: ProblemCode;
  readonly text: string;
}

/** Nobody reads more than this; a body of garbage must not be answered with megabytes. */
const MOST_SENTENCES = 100;

/** Collects the problems that fields find. */
export class Findings {
  readonly lookups: Lookups;
  readonly #found: Finding[] = [];

  constructor(lookups: Lookups) {
    this.lookups = lookups;
  }

  get count(): number {
    return this.#found.length;
  }

  /** @param text the end of the sentence: `must be true or false`; for the root, all of it */
  refuse(at: FieldPlace | null, code: ProblemCode, text: string): undefined {
    this.#found.push({ at, code, text });
    return undefined;
  }

  /** Tells whether a problem at this place, or inside it, was found after the first `after` ones. */
  isRefused({ parent, turn }: FieldPlace, after: number): boolean {
    return this.#found.slice(after).some(({ at }) => {
      let place = at;
      while (place !== null && place.parent !== parent) place = place.parent;
      return place?.turn === turn;
    });
  }

  /** Each problem with its sentence, in the order of the fields, each sentence once. */
  details(): ProblemDetail[] {
    const ordered = this.#found
      .map((finding) => ({ finding, turns: turnsOf(finding.at) }))
      .sort((a, b) => compareTurns(a.turns, b.turns));
    const shown = new Map<string, ProblemDetail>();
    for (const { finding } of ordered) {
      const field = finding.at === null ? null : fieldName(finding.at);
      const message = field === null ? finding.text : `${field} ${finding.text}`;
      if (!shown.has(message)) shown.set(message, { field, code: finding.code, message });
      if (shown.size === MOST_SENTENCES) break;
    }
    const left = ordered.length - shown.size;
    const rest: ProblemDetail = { field: null, code: 'invalid', message: `and ${left} more problems` };
    return [...shown.values(), ...(shown.size === MOST_SENTENCES && left > 0 ? [rest] : [])];
  }
}

/** `order_items[2].units`, `zone[][1]`: the path of a value by the names under which it was sent. */
export function fieldName({ parent, key }: FieldPlace): string {
  if (typeof key === 'number') return `${parent === null ? '' : fieldName(parent)}[${key}]`;
  return parent === null ? key : `${fieldName(parent)}.${key}`;
}

function turnsOf(at: FieldPlace | null): number[] {
  const turns: number[] = [];
  for (let place = at; place !== null; place = place.parent) turns.push(place.turn);
  return turns.reverse();
}

function compareTurns(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

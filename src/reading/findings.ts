import { fieldProblem, type ProblemCode, type ProblemDetail, problemDetail } from '../problems/problem.ts';
import { type AboutField, type Sentence, say } from '../problems/sentence.ts';

/** Look-ups that fields use during reading. They must be fast and never throw. */
export interface Lookups {
  /** Tells whether six digits are a pincode of the directory. */
  knownPincode(pincode: string): boolean;
}

/** The place of a value in the input, as a chain of parents: this is cheap if nothing is wrong. */
export interface FieldPlace {
  readonly parent: FieldPlace | null;
  /** The name that was sent, or the index. */
  readonly key: string | number;
  /** The position among the siblings, which orders problems. */
  readonly turn: number;
}

/** One problem of the value at a place. */
interface Finding {
  readonly at: FieldPlace | null;
  readonly code: ProblemCode;
  readonly sentence: AboutField | Sentence;
}

/** Nobody reads more sentences, and the answer to a body of garbage must not have megabytes. */
const MOST_SENTENCES = 100;

export class Findings {
  readonly lookups: Lookups;
  readonly #found: Finding[] = [];

  constructor(lookups: Lookups) {
    this.lookups = lookups;
  }

  get count(): number {
    return this.#found.length;
  }

  refuse(at: FieldPlace | null, code: ProblemCode, sentence: AboutField | Sentence): undefined {
    this.#found.push({ at, code, sentence });
    return undefined;
  }

  /** Tells whether this place, or a place inside it, has a problem after the first `after` problems. */
  isRefused({ parent, turn }: FieldPlace, after: number): boolean {
    return this.#found.slice(after).some(({ at }) => {
      let place = at;
      while (place !== null && place.parent !== parent) place = place.parent;
      return place?.turn === turn;
    });
  }

  /** Returns the problems as sentences, in the order of the fields, without duplicates. */
  details(): ProblemDetail[] {
    const ordered = this.#found
      .map((finding) => ({ finding, turns: turnsOf(finding.at) }))
      .sort((a, b) => compareTurns(a.turns, b.turns));
    const shown = new Map<string, ProblemDetail>();
    for (const { finding } of ordered) {
      const detail = detailOf(finding);
      if (!shown.has(detail.message)) shown.set(detail.message, detail);
      if (shown.size === MOST_SENTENCES) break;
    }
    const left = ordered.length - shown.size;
    if (shown.size < MOST_SENTENCES || left === 0) return [...shown.values()];
    const rest = say('more_problems', 'and {count} more problems', { count: left });
    return [...shown.values(), problemDetail(null, 'invalid', rest)];
  }
}

function detailOf({ at, code, sentence }: Finding): ProblemDetail {
  if (at !== null) return fieldProblem(fieldName(at), code, sentence);
  return problemDetail(null, code, typeof sentence === 'function' ? sentence('') : sentence);
}

/** Returns the path of a value under the names that were sent: `order_items[2].units`, `zone[][1]`. */
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

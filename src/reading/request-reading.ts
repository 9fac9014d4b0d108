import { notFound, type Problem, refused } from '../problems/problem.ts';
import { isBlank } from './blank.ts';
import type { ValueOf } from './field.ts';
import { Findings, type Lookups } from './findings.ts';
import type { ObjectField } from './object.ts';

/** The value for the handler, or all problems of the input. */
export type ReadResult<Value> =
  | { readonly value: Value; readonly error?: never }
  | { readonly error: Problem; readonly value?: never };

/** Reads client input with the fields of this folder. */
export interface RequestReading {
  /** The reader of a body, a query string or path parameters. @throws TypeError if a look-up is missing */
  readerOf<F extends ObjectField>(of: F): (raw: unknown) => ReadResult<ValueOf<F>>;
  /** Reads one value, for operator commands. */
  readWith<F extends ObjectField>(of: F, raw: unknown): ReadResult<ValueOf<F>>;
}

/**
 * Builds the reader of requests: every value is brought into its canonical form and checked in one pass, and
 * all problems are found at once. It uses the given look-ups; fields that need a missing look-up are refused
 * at the start.
 *
 * A problem is `refused`, or `not_found` for path parameters.
 */
export function buildRequestReading({ knownPincode }: Partial<Lookups>): RequestReading {
  const lookups: Lookups = { knownPincode: knownPincode ?? (() => false) };

  function readerOf<F extends ObjectField>(of: F): (raw: unknown) => ReadResult<ValueOf<F>> {
    if (of.needsPincodes && knownPincode === undefined) {
      throw new TypeError('fields with pincodes need the look-up knownPincode');
    }
    const { missing } = of;
    return (raw) => {
      const out = new Findings(lookups);
      const value = of.read(isBlank(raw) ? {} : raw, null, out);
      if (out.count === 0) return { value: value as ValueOf<F> };
      return { error: missing === null ? refused(out.details()) : notFound(missing) };
    };
  }

  return { readerOf, readWith: (of, raw) => readerOf(of)(raw) };
}

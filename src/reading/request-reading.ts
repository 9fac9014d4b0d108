import { notFound, type Problem, refused } from '../problems/problem.ts';
import { isBlank } from './blank.ts';
import type { ValueOf } from './field.ts';
import { Findings, type Lookups } from './findings.ts';
import type { ObjectField } from './object.ts';

/** The value for the handler, or everything that is wrong with what was sent. */
export type ReadResult<Value> =
  | { readonly value: Value; readonly error?: never }
  | { readonly error: Problem; readonly value?: never };

/** Reads what clients send, by the fields of this folder. */
export interface RequestReading {
  /** The reader of a body, a query string or path parameters. @throws TypeError where a look-up is missing */
  readerOf<F extends ObjectField>(of: F): (raw: unknown) => ReadResult<ValueOf<F>>;
  /** Reads one value: for the operator commands. */
  readWith<F extends ObjectField>(of: F, raw: unknown): ReadResult<ValueOf<F>>;
}

/**
 * The reading of requests: every value is brought into its one form and judged in one pass, and every problem is
 * found at once. It asks the given look-ups; fields that need one that is not given are refused at the start.
 *
 * A problem is `refused`, or `not_found` of path parameters.
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

import { notFound, type Problem, refused } from '../problems/problem.ts';
import { isBlank } from './blank.ts';
import type { ValueOf } from './field.ts';
import { Findings, type Lookups } from './findings.ts';
import type { ObjectField } from './object.ts';

/** The value for the handler, or a problem with everything that is wrong in the input. */
export type ReadResult<Value> =
  | { readonly value: Value; readonly error?: never }
  | { readonly error: Problem; readonly value?: never };

export interface RequestReading {
  /** The reader of a body, a query string or path parameters. @throws TypeError if a look-up is missing */
  readerOf<F extends ObjectField>(of: F): (raw: unknown) => ReadResult<ValueOf<F>>;
  /** Reads one value, for operator commands. */
  readWith<F extends ObjectField>(of: F, raw: unknown): ReadResult<ValueOf<F>>;
}

/**
 * Builds the reader of requests. It brings every value into its canonical form, checks it in one pass and
 * finds all problems at once. If a field needs a look-up that is not given, `readerOf` throws, so the start
 * fails.
 *
 * The kind of the problem is `refused`; for path parameters it is `not_found`.
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

import { type AboutField, about, fieldNamed, type TypedValue, word } from '../problems/sentence.ts';
import { type FieldPlace, fieldName } from './findings.ts';
import { compareDecimalTexts } from './number.ts';

/** A condition with its defaults filled in. */
export interface WholeCondition {
  readonly field: string;
  readonly is: readonly unknown[];
  readonly requires: readonly string[];
  readonly ignores: readonly string[];
}

/** Fills in the defaults of a condition, and turns single values and names into lists. */
export function wholeCondition(condition: {
  field: string;
  is: unknown;
  requires?: readonly string[];
  ignores?: readonly string[];
}): WholeCondition {
  const { field, is, requires = [], ignores = [] } = condition;
  return { field, is: Array.isArray(is) ? is : [is], requires, ignores };
}

/** Two fields of one kind, if both are given: `lower` may equal `upper` but not exceed it. */
export interface InOrder<Name extends string = string> {
  readonly lower: Name;
  readonly upper: Name;
  /** `after` for times: `start_time must not be after end_time`. Default: `greater than`. */
  readonly relation?: 'after';
}

export interface OverFields {
  readonly conditions: readonly WholeCondition[];
  /** Groups of fields: each group needs at least one of its fields. */
  readonly requiresOneOf: readonly (readonly string[])[];
  /** Groups of fields: each group is given completely or not at all. */
  readonly together: readonly (readonly string[])[];
  readonly inOrder: readonly InOrder[];
}

/** The data about an object that a rule over several fields checks. */
export interface Judged {
  readonly value: Readonly<Record<string, unknown>>;
  /** Tells whether a field was not given. A refused value counts as given. */
  isAbsent(name: string): boolean;
  placeOf(name: string): FieldPlace;
  /** The value as it was sent, also of a field that is ignored and not read. */
  sent(name: string): unknown;
  refuse(name: string, sentence: AboutField, code: 'required' | 'invalid'): void;
}

export const IS_REQUIRED = about('is_required', 'is required');

export type Rule = (judged: Judged) => void;

/** Returns the rules of an object, in the order in which they are checked. */
export function rulesOf({ conditions, requiresOneOf, together, inOrder }: OverFields): Rule[] {
  return [
    ...conditions.filter(({ requires }) => requires.length > 0).map(requiredWhile),
    ...requiresOneOf.map(oneRequired),
    ...together.map(allOrNone),
    ...inOrder.map(notPassing),
  ];
}

function requiredWhile({ field, is, requires }: WholeCondition): Rule {
  return ({ value, isAbsent, refuse }) => {
    if (!is.includes(value[field])) return;
    for (const name of requires) {
      const is = { other: fieldNamed(field), value: word(String(value[field])) };
      if (isAbsent(name))
        refuse(name, about('required_when', 'is required when {other} is {value}', is), 'required');
    }
  };
}

function oneRequired(names: readonly string[]): Rule {
  return ({ isAbsent, placeOf, refuse }) => {
    if (!names.every(isAbsent)) return;
    const [first = '', ...others] = names;
    refuse(first, oneOfRequired(others.map((name) => fieldNamed(fieldName(placeOf(name))))), 'required');
  };
}

function oneOfRequired([second, third]: readonly TypedValue[]): AboutField {
  if (second === undefined) return IS_REQUIRED;
  if (third === undefined) return about('one_of_two_required', 'or {second} is required', { second });
  return about('one_of_three_required', 'or {second} or {third} is required', { second, third });
}

function allOrNone(names: readonly string[]): Rule {
  return ({ isAbsent, placeOf, refuse }) => {
    const given = names.find((name) => !isAbsent(name));
    if (given === undefined) return;
    for (const name of names) {
      const other = fieldNamed(fieldName(placeOf(given)));
      if (isAbsent(name))
        refuse(name, about('required_with', 'is required with {other}', { other }), 'required');
    }
  };
}

function notPassing({ lower, upper, relation }: InOrder): Rule {
  return ({ value, placeOf, refuse }) => {
    if (isAbove(value[lower], value[upper])) {
      const other = fieldNamed(fieldName(placeOf(upper)));
      const isAfter = relation === 'after';
      refuse(
        lower,
        isAfter
          ? about('must_not_be_after', 'must not be after {other}', { other })
          : about('must_not_be_greater', 'must not be greater than {other}', { other }),
        'invalid',
      );
    }
  };
}

function isAbove(lower: unknown, upper: unknown): boolean {
  if (typeof lower === 'number' && typeof upper === 'number') return lower > upper;
  if (typeof lower !== 'string' || typeof upper !== 'string') return false;
  return isDecimal(lower) && isDecimal(upper) ? compareDecimalTexts(lower, upper) > 0 : lower > upper;
}

function isDecimal(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}

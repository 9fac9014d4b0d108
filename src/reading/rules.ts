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
  /** The relation in the sentence `start_time must not be after end_time`. Default: `greater than`. */
  readonly relation?: string;
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
  refuse(name: string, text: string, code: 'required' | 'invalid'): void;
}

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
      if (isAbsent(name)) refuse(name, `is required when ${field} is ${String(value[field])}`, 'required');
    }
  };
}

function oneRequired(names: readonly string[]): Rule {
  return ({ isAbsent, placeOf, refuse }) => {
    if (!names.every(isAbsent)) return;
    const [first = '', ...others] = names;
    const or = others.map((name) => `or ${fieldName(placeOf(name))} `).join('');
    refuse(first, `${or}is required`, 'required');
  };
}

function allOrNone(names: readonly string[]): Rule {
  return ({ isAbsent, placeOf, refuse }) => {
    const given = names.find((name) => !isAbsent(name));
    if (given === undefined) return;
    for (const name of names) {
      if (isAbsent(name)) refuse(name, `is required with ${fieldName(placeOf(given))}`, 'required');
    }
  };
}

function notPassing({ lower, upper, relation = 'greater than' }: InOrder): Rule {
  return ({ value, placeOf, refuse }) => {
    if (isAbove(value[lower], value[upper])) {
      refuse(lower, `must not be ${relation} ${fieldName(placeOf(upper))}`, 'invalid');
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

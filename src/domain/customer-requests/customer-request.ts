import { indiaDate } from '../india-time.ts';
import type { ShipmentState } from '../tracking/state.ts';

/** The kinds of customer requests: another delivery, a refusal, or a return of what was delivered. */
export const REQUEST_KINDS = ['reattempt', 'refusal', 'return'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * States of a customer request. `waiting`: the merchant or the courier has to act; `rejected`: by the
 * merchant; `refused`: by the courier; `outdated`: the parcel moved on before.
 */
export const REQUEST_STATES = ['waiting', 'done', 'rejected', 'refused', 'outdated'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The ways to handle a kind of request: at once, after approval, or not at all. */
export const REQUEST_RULES = ['at_once', 'approval', 'off'] as const;
export type RequestRule = (typeof REQUEST_RULES)[number];

export const CUSTOMER_RETURN_REASONS = [
  'damaged',
  'wrong_item',
  'not_as_described',
  'does_not_fit',
  'changed_mind',
  'other',
] as const;
export type CustomerReturnReason = (typeof CUSTOMER_RETURN_REASONS)[number];

/** The account's rules. A new phone always needs the merchant's approval, and the pincode never changes. */
export interface RequestSettings {
  readonly anotherDay: RequestRule;
  readonly landmark: RequestRule;
  readonly refusal: RequestRule;
  /** The most codes that the account sends in one day in India. */
  readonly codesPerDay: number;
}

export const USUAL_REQUEST_SETTINGS: RequestSettings = {
  anotherDay: 'at_once',
  landmark: 'at_once',
  refusal: 'approval',
  codesPerDay: 200,
};

export interface ReattemptInput {
  readonly kind: 'reattempt';
  /** `2026-11-25`, in India; null for the next possible day. */
  readonly deliveryDate: string | null;
  readonly landmark: string | null;
  /** Ten digits. */
  readonly phone: string | null;
  readonly note: string | null;
}

export interface RefusalInput {
  readonly kind: 'refusal';
  readonly note: string | null;
}

export interface ReturnInput {
  readonly kind: 'return';
  readonly reason: CustomerReturnReason;
  readonly note: string | null;
  readonly items: readonly ReturnedUnits[];
}

export interface ReturnedUnits {
  /** The position of the item in its order, from 1. */
  readonly position: number;
  readonly units: number;
}

export type CustomerRequestInput = ReattemptInput | RefusalInput | ReturnInput;

/** Limits of codes: validity, tries, and the number of codes for one order in one day in India. */
export const CODE_VALID_MS = 10 * 60_000;
export const CODE_TRIES = 5;
export const CODES_PER_DAY_OF_ORDER = 3;
/** The time that a customer has to fill in the form after entering the right code. */
export const PASS_VALID_MS = 30 * 60_000;

/** The most days by which a delivery can be postponed. */
export const LATEST_DAYS_AHEAD = 6;
export const MOST_PHOTOS = 4;

const DAY_MS = 86_400_000;

/** Tells whether the last delivery failed and nobody has decided what to do. */
export function isAnswerable({ status }: Pick<ShipmentState, 'status'>): boolean {
  return status === 'ndr_raised' || status === 'need_attention';
}

export interface Answers {
  readonly anotherDay: boolean;
  readonly landmark: boolean;
  readonly phone: boolean;
  readonly refusal: boolean;
}

/** The answers that an account allows; null if it allows no answer. */
export function answersOf({ anotherDay, landmark, refusal }: RequestSettings): Answers | null {
  const answers = {
    anotherDay: anotherDay !== 'off',
    landmark: landmark !== 'off',
    phone: landmark !== 'off',
    refusal: refusal !== 'off',
  };
  return Object.values(answers).some((isOffered) => isOffered) ? answers : null;
}

/** The rule for a customer request: the strictest of the rules of its parts. */
export function ruleOf(input: CustomerRequestInput, settings: RequestSettings): RequestRule {
  if (input.kind === 'return') return 'approval';
  if (input.kind === 'refusal') return settings.refusal;
  const { deliveryDate, landmark, phone, note } = input;
  const isPlain = landmark === null && phone === null;
  const rules: RequestRule[] = [
    ...(deliveryDate === null && !isPlain ? [] : [settings.anotherDay]),
    ...(landmark === null ? [] : [settings.landmark]),
    ...(phone === null ? [] : [settings.landmark === 'off' ? ('off' as const) : ('approval' as const)]),
    // The note is free text for the courier's rider.
    ...(note === null ? [] : [settings.landmark]),
  ];
  const strictness = (rule: RequestRule) => REQUEST_RULES.indexOf(rule);
  return rules.reduce(
    (strictest, rule) => (strictness(rule) > strictness(strictest) ? rule : strictest),
    'at_once',
  );
}

/** The days to which a delivery may be postponed, in India. */
export function deliveryDays(now: number): string[] {
  return Array.from({ length: LATEST_DAYS_AHEAD }, (_, index) => indiaDate(now + (index + 1) * DAY_MS));
}

/** Returns the problem of a customer request, or null. */
export function customerRequestProblem(input: CustomerRequestInput, now: number): 'day' | 'items' | null {
  switch (input.kind) {
    case 'refusal':
      return null;
    case 'return':
      return input.items.length === 0 || input.items.some(({ units }) => units < 1) ? 'items' : null;
    case 'reattempt':
      return input.deliveryDate === null || deliveryDays(now).includes(input.deliveryDate) ? null : 'day';
  }
}

/**
 * The last day, in India, on which a return of delivered goods can be requested; null if the store takes no
 * returns, or if that day is over.
 *
 * @param returnDays the store's number of days after delivery
 */
export function returnableUntil(
  deliveredAt: number | undefined,
  returnDays: number | null,
  now: number,
): string | null {
  if (deliveredAt === undefined || returnDays === null) return null;
  const lastDay = indiaDate(deliveredAt + returnDays * DAY_MS);
  return lastDay >= indiaDate(now) ? lastDay : null;
}

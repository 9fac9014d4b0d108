import { ENGLISH } from '../domain/languages/en.ts';
import type { CustomerLanguage } from '../domain/languages/language.ts';
import { rupees } from '../domain/rupees.ts';
import { customerWords, isTriedAgain } from '../domain/tracking/customer-words.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { NdrReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';
import type { Template } from './default-templates.ts';
import { fill, type Values } from './template.ts';

export interface MessageFacts {
  readonly moment: Moment;
  /** Null if the recipient's name was erased. */
  readonly firstName: string | null;
  readonly brand: string;
  /** The merchant's `order_id`. */
  readonly orderId: string;
  readonly trackingNumber: string | null;
  readonly carrierName: string | null;
  /** The amount that the recipient pays at the door; 0 for prepaid. */
  readonly codAmountPaise: number;
  /** The day in India: `2026-11-20`. */
  readonly expectedDate: string | null;
  readonly ndrReason: NdrReason | null;
  readonly trackUrl: string | null;
  /** True if the customer can choose the day of the next delivery on the page of `trackUrl`; absent if not. */
  readonly mayChooseDay?: boolean;
  /** The payment page; null or absent for no payment link. */
  readonly paymentUrl?: string | null;
  /** The review page; if null or absent, the message asks for no review. */
  readonly reviewUrl?: string | null;
}

export interface MessageWords {
  readonly values: Values;
  /** The subject, on one line; null for channels without subjects. */
  readonly subject: string | null;
  readonly text: string;
}

/** Returns the values of a template's variables. Line breaks and tabs become blanks. */
export function valuesOf(facts: MessageFacts, language: CustomerLanguage = ENGLISH): Values {
  const { nobody, someCarrier } = language.messages;
  const values = {
    first_name: facts.firstName ?? nobody,
    brand: facts.brand,
    order_id: facts.orderId,
    tracking_number: facts.trackingNumber ?? '',
    carrier: facts.carrierName ?? someCarrier,
    cash: isCashExpected(facts) ? rupees(facts.codAmountPaise) : '',
    expected_date: facts.expectedDate === null ? '' : dayAndMonth(facts.expectedDate, language),
    reason: reasonOf(facts, language),
    next_step: nextStepOf(facts, language),
    track_url: facts.trackUrl ?? '',
    pay_url: facts.moment === 'cod_to_prepaid' ? (facts.paymentUrl ?? '') : '',
    review_url: facts.moment === 'delivered' ? (facts.reviewUrl ?? '') : '',
    code: '',
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()]),
  ) as unknown as Values;
}

export function fillTemplate(
  facts: MessageFacts,
  template: Template,
  language: CustomerLanguage = ENGLISH,
): MessageWords {
  const values = valuesOf(facts, language);
  return {
    values,
    subject: template.subject === null ? null : fill(template.subject, values).replace(/\s+/g, ' ').trim(),
    text: tidy(fill(template.text, values)),
  };
}

/** Removes the blank lines that remain where parts were left out. */
export function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Tells whether the carrier will come to the door to collect cash. */
function isCashExpected({ moment, ndrReason, codAmountPaise }: MessageFacts): boolean {
  if (codAmountPaise === 0 || moment === 'delivered' || moment === 'returning') return false;
  return moment !== 'delivery_failed' || isTriedAgain(ndrReason);
}

/** The status that gives the sentence with the reason, for moments that have a reason. */
const FAILED_AT: Partial<Record<Moment, GranularStatus>> = {
  delivery_failed: 'ndr_raised',
  return_pickup_missed: 'return_not_picked',
};

function reasonOf({ moment, ndrReason }: MessageFacts, language: CustomerLanguage): string {
  const status = FAILED_AT[moment];
  if (status === undefined) return '';
  const nothingKnown = customerWords(status, null, language).sentence;
  const sentence = customerWords(status, ndrReason, language).sentence;
  return sentence === null || sentence === nothingKnown ? '' : sentence;
}

type NextStep = keyof CustomerLanguage['messages']['nextSteps'];

/** The steps for customers who can choose a day, by the step without that choice. */
const WITH_DAY: Readonly<Partial<Record<NextStep, NextStep>>> = {
  again: 'chooseDay',
  answerPhone: 'chooseDay',
  askIfWanted: 'chooseDayIfWanted',
  sendAddress: 'sendAddressAndChooseDay',
};

/** Tells whether the message asks the customer to choose the day of the next delivery. */
export function asksForDay({ moment, ndrReason, mayChooseDay = false }: MessageFacts): boolean {
  return moment === 'delivery_failed' && mayChooseDay && WITH_DAY[nextStepAfter(ndrReason)] !== undefined;
}

function nextStepOf(facts: MessageFacts, { messages: { nextSteps } }: CustomerLanguage): string {
  const { moment, ndrReason } = facts;
  if (moment === 'return_pickup_missed') return nextSteps.pickupAgain;
  if (moment !== 'delivery_failed') return '';
  const step = nextStepAfter(ndrReason);
  return nextSteps[(asksForDay(facts) ? WITH_DAY[step] : undefined) ?? step];
}

function nextStepAfter(reason: NdrReason | null): NextStep {
  switch (reason) {
    case 'customer_refused':
    case 'customer_cancelled':
    case 'open_delivery_requested':
      return 'askIfWanted';
    case 'address_incomplete':
    case 'address_incorrect':
      return 'sendAddress';
    case 'out_of_delivery_area':
    case 'shipment_damaged':
      return 'askSeller';
    case 'self_collect_requested':
      return 'collect';
    case 'phone_unreachable':
    case 'otp_not_verified':
      return 'answerPhone';
    default:
      return 'again';
  }
}

/** Caches formatters, because making a formatter takes longer than making the message. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** Formats `2026-11-20` as `20 Nov`. */
function dayAndMonth(date: string, { tag }: CustomerLanguage): string {
  const format =
    dates.get(tag) ??
    new Intl.DateTimeFormat(tag, {
      numberingSystem: 'latn',
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
    });
  dates.set(tag, format);
  return format.format(new Date(date));
}

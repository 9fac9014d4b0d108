import { ENGLISH } from '../domain/languages/en.ts';
import type { CustomerLanguage } from '../domain/languages/language.ts';
import { rupees } from '../domain/rupees.ts';
import { customerWords, isTriedAgain } from '../domain/tracking/customer-words.ts';
import type { Moment } from '../domain/tracking/moments.ts';
import type { NdrReason } from '../domain/tracking/reasons.ts';
import type { GranularStatus } from '../domain/tracking/statuses.ts';
import type { Template } from './default-templates.ts';
import { fill, type Values } from './template.ts';

/** The facts for a message. */
export interface MessageFacts {
  readonly moment: Moment;
  /** The recipient's name; null if it was erased. */
  readonly firstName: string | null;
  readonly brand: string;
  /** The merchant's `order_id`. */
  readonly orderId: string;
  readonly trackingNumber: string | null;
  readonly carrierName: string | null;
  /** To be paid at the door; 0 for prepaid. */
  readonly codAmountPaise: number;
  /** `2026-11-20`, in India. */
  readonly expectedDate: string | null;
  /** Why the attempt failed. */
  readonly ndrReason: NdrReason | null;
  readonly trackUrl: string | null;
  /** Where it is paid beforehand; null for nowhere. */
  readonly paymentUrl?: string | null;
  /** Where a customer can say what they think; null asks for nothing. */
  readonly reviewUrl?: string | null;
}

/** A message in words, as its variables and as its text. */
export interface MessageWords {
  readonly values: Values;
  /** One line; null for channels without one. */
  readonly subject: string | null;
  readonly text: string;
}

/** Values for the variables of a template. Line breaks and tabs, which no header or provider takes, are blanks. */
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

/** Puts a message into the words of a template. */
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

/** Without the blank lines that parts left out have left behind. */
export function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Nobody is asked for cash at a door that the carrier will not come to. */
function isCashExpected({ moment, ndrReason, codAmountPaise }: MessageFacts): boolean {
  if (codAmountPaise === 0 || moment === 'delivered' || moment === 'returning') return false;
  return moment !== 'delivery_failed' || isTriedAgain(ndrReason);
}

/** The status whose words give the reason, of the moments that have one. */
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

function nextStepOf({ moment, ndrReason }: MessageFacts, { messages }: CustomerLanguage): string {
  if (moment === 'return_pickup_missed') return messages.nextSteps.pickupAgain;
  return moment === 'delivery_failed' ? messages.nextSteps[nextStepAfter(ndrReason)] : '';
}

function nextStepAfter(reason: NdrReason | null): keyof CustomerLanguage['messages']['nextSteps'] {
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

/** Making one takes longer than the message. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** `20 Nov` of `2026-11-20`. */
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

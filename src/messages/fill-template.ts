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
  /** The recipient's name; null if it was erased. */
  readonly firstName: string | null;
  readonly brand: string;
  /** The merchant's `order_id`. */
  readonly orderId: string;
  readonly trackingNumber: string | null;
  readonly carrierName: string | null;
  /** The amount to pay at the door; 0 for prepaid. */
  readonly codAmountPaise: number;
  /** `2026-11-20`, in India. */
  readonly expectedDate: string | null;
  /** Why the attempt failed. */
  readonly ndrReason: NdrReason | null;
  readonly trackUrl: string | null;
  /** The payment page; null for none. */
  readonly paymentUrl?: string | null;
  /** The review page; null asks for no review. */
  readonly reviewUrl?: string | null;
}

/** A message as its variables and as text. */
export interface MessageWords {
  readonly values: Values;
  /** One line; null for channels without one. */
  readonly subject: string | null;
  readonly text: string;
}

/** The values of a template's variables. Line breaks and tabs become blanks. */
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

/** Fills a message into a template. */
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

/** Removes the blank lines of parts that were left out. */
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

/** For moments with a reason, the status whose words give the reason. */
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

/** Making a formatter takes longer than making the message. */
const dates = new Map<string, Intl.DateTimeFormat>();

/** `20 Nov` for `2026-11-20`. */
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

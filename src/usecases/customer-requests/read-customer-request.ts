import {
  CUSTOMER_RETURN_REASONS,
  type CustomerRequestInput,
  type ReturnedUnits,
} from '../../domain/customer-requests/customer-request.ts';
import { readMobile } from '../../domain/orders/phone.ts';
import type { DeliveryOffer, ReturnOffer } from './show-request-form.ts';

/** The fields of the form as they were typed; a repeated field has its last value. */
export type TypedFields = Readonly<Record<string, string>>;

const LONGEST_LANDMARK = 120;
const LONGEST_NOTE = 300;

/**
 * Reads a customer request from the form: `answer` is `again` or `refuse`; `units_1` is the number of
 * returned units of the first item.
 *
 * @returns the request, or its problem
 */
export function readCustomerRequest(
  typed: TypedFields,
  offer: DeliveryOffer | ReturnOffer,
): CustomerRequestInput | 'empty' | 'phone' | 'items' {
  const note = said(typed.note, LONGEST_NOTE);
  if (offer.kind === 'return') {
    const reason = CUSTOMER_RETURN_REASONS.find((word) => word === typed.reason);
    const items = itemsOf(typed);
    return reason === undefined || items.length === 0 ? 'items' : { kind: 'return', reason, note, items };
  }
  if (typed.answer === 'refuse') return { kind: 'refusal', note };
  if (typed.answer !== 'again') return 'empty';
  const digits = (typed.phone ?? '').replace(/[\s()-]/g, '');
  const phone = digits === '' ? null : readMobile(digits);
  if (digits !== '' && phone === null) return 'phone';
  const landmark = said(typed.landmark, LONGEST_LANDMARK);
  return { kind: 'reattempt', deliveryDate: said(typed.day, 10), landmark, phone, note };
}

function itemsOf(typed: TypedFields): ReturnedUnits[] {
  return Object.entries(typed).flatMap(([name, value]) => {
    const [, position] = /^units_([1-9]\d{0,2})$/.exec(name) ?? [];
    const units = /^\d{1,6}$/.test(value) ? Number(value) : 0;
    return position === undefined || units === 0 ? [] : [{ position: Number(position), units }];
  });
}

/** Returns the text as one line, cut to the allowed length; null for an empty text. */
function said(text: string | undefined, most: number): string | null {
  const line = (text ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line === '' ? null : [...line].slice(0, most).join('');
}

import { usableEmail } from '../../domain/email-address.ts';
import type { Contact } from '../../domain/orders/order.ts';
import { anotherPlace, type ComparedPlace } from '../../domain/orders/same-place.ts';
import { about, fieldNamed } from '../../problems/sentence.ts';
import type { Field, MayBeAbsent } from '../../reading/field.ts';
import { customerPhone, emailIfAny, oneOf, optional, pincode, text } from '../../reading/fields.ts';
import type { Judged } from '../../reading/rules.ts';
import { readPincode } from '../../reading/text.ts';
import { nullable, required, type ShapeChange, shape } from '../shape.ts';

export const country = oneOf(['India', 'IN', 'IND'], { description: 'Only India is served.' });

export type ContactRole = 'billing' | 'shipping' | 'pickup';

/**
 * The fields of a contact, by their names in an order: `billing_city`.
 *
 * @param example the pincode in examples; null for a contact that examples leave out
 */
function contactShape<const Of extends ContactRole>(of: Of, example: string | null) {
  const such = (value: string) => (example === null ? {} : { examples: [value] });
  const also = (...ends: string[]) => ({ nearMisses: ends.map((end) => `${of}_${end}`) });
  const line = { max: 500, multiline: true };
  return shape({
    firstName: required(text({ max: 120, ...such('Asha'), ...also('name', 'first_name', 'full_name') }), {
      api: `${of}_customer_name` as const,
    }),
    lastName: nullable(text({ max: 120 }), { api: `${of}_last_name` as const }),
    address: required(
      text({
        ...line,
        ...such('14, Lajpat Nagar II'),
        ...also('address_1', 'address1', 'address_line_1', 'address_line1'),
      }),
      { api: `${of}_address` as const },
    ),
    address2: nullable(text({ ...line, ...also('address2', 'address_line_2', 'address_line2') }), {
      api: `${of}_address_2` as const,
    }),
    city: required(text({ max: 100, ...such('New Delhi') }), { api: `${of}_city` as const }),
    pincode: required(
      pincode({
        ...such(example ?? ''),
        ...also('pin_code', 'zip', 'zipcode', 'zip_code', 'postal_code', 'postcode'),
      }),
      { api: `${of}_pincode` as const },
    ),
    state: required(text({ max: 100, ...such('Delhi') }), { api: `${of}_state` as const }),
    country: nullable(country, { api: `${of}_country` as const }),
    email: nullable(
      emailIfAny({
        description: 'An invalid address is left out and reported in `warnings`.',
        ...such('asha@example.in'),
        ...also('email_id', 'email_address'),
      }),
      { api: `${of}_email` as const },
    ),
    phone: required(
      customerPhone({
        ...such('9876543210'),
        ...also('phone_number', 'mobile', 'mobile_number', 'contact_number'),
      }),
      { api: `${of}_phone` as const },
    ),
  });
}

export const BILLING = contactShape('billing', '110024');
export const SHIPPING = contactShape('shipping', null);
export const PICKUP = contactShape('pickup', '560038');

type Fields = { readonly [name: string]: Field };
type MayBeAbsentAll<F extends Fields> = { readonly [Name in keyof F]: F[Name] & MayBeAbsent };

function mayBeAbsent<F extends Fields>(fields: F): MayBeAbsentAll<F> {
  const all = Object.entries(fields).map(([name, of]) => [name, of.mayBeAbsent ? of : optional(of)]);
  return Object.fromEntries(all) as MayBeAbsentAll<F>;
}

/** Each may be absent: a rule over several fields says when they are needed. */
export const shippingFields = mayBeAbsent(SHIPPING.create);

type ShippingName = keyof typeof SHIPPING.create;
const all = Object.keys(SHIPPING.create) as ShippingName[];
/** The names of the fields of a shipping contact, and of those that a separate one needs. */
export const SHIPPING_FIELDS = {
  all,
  needed: all.filter((name) => SHIPPING.create[name].presence === 'required'),
} as const;

/** The fields of a shipping contact's place, which are given together. Its name, phone and email may be those of the buyer. */
export const SHIPPING_PLACE = [
  'shipping_address',
  'shipping_city',
  'shipping_pincode',
  'shipping_state',
] as const satisfies readonly ShippingName[];

/**
 * Refuses `shipping_is_billing: true` beside a shipping contact at another place. A shipping contact that is not complete, or cannot be
 * read, is ignored, as is another name, phone or email.
 */
export function sameAsBilling({ value, sent, refuse }: Judged): void {
  if (value.shipping_is_billing !== true || value.billing_pincode === undefined) return;
  const place = sentPlace(sent);
  const { billing_address, billing_address_2, billing_pincode } = value;
  const billing = {
    address: String(billing_address ?? ''),
    address2: String(billing_address_2 ?? ''),
    pincode: String(billing_pincode),
  };
  const why = place === null ? null : anotherPlace(place, billing);
  if (why !== null) refuse('shipping_is_billing', why, 'invalid');
}

/** Reads the place of a shipping contact that is ignored; null if it is not complete or cannot be read. */
export function sentPlace(sent: Judged['sent']): ComparedPlace | null {
  const [address, city, sentPincode, state] = SHIPPING_PLACE.map((name) => sent(name));
  const pincode = readPincode(sentPincode);
  const isWhole = [address, city, state].every((part) => typeof part === 'string' && part.trim() !== '');
  if (!isWhole || pincode === undefined) return null;
  const address2 = sent('shipping_address_2');
  return { address: String(address), address2: typeof address2 === 'string' ? address2 : null, pincode };
}

/** Refuses a second address line without the rest of the address. */
export function secondLineNeedsPlace({ isAbsent, refuse }: Judged): void {
  if (isAbsent('shipping_address_2') || !isAbsent('shipping_address')) return;
  const other = fieldNamed('shipping_address_2');
  for (const name of SHIPPING_PLACE) {
    if (isAbsent(name))
      refuse(name, about('required_with', 'is required with {other}', { other }), 'required');
  }
}

type AnyContact = typeof BILLING | typeof SHIPPING | typeof PICKUP;

/** Reads a contact. An invalid email address is left out. */
export function contactOf<S extends AnyContact>(of: S, sent: Parameters<S['created']>[0]): Contact {
  const { email = null, ...read } = (of as typeof BILLING).created(
    sent as Parameters<typeof BILLING.created>[0],
  );
  return { ...BILLING.empty, ...read, email: usableEmail(email), country: 'India' };
}

/** Reads what changes in a contact. An invalid email address leaves the contact without one. */
export function contactChangeOf<S extends AnyContact>(
  of: S,
  sent: Parameters<S['given']>[0],
): Omit<ShapeChange<typeof BILLING.fields>, 'country'> {
  const { country: _, ...read } = (of as typeof BILLING).given(sent as Parameters<typeof BILLING.given>[0]);
  return read.email === undefined ? read : { ...read, email: usableEmail(read.email) };
}

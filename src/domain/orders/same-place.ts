import { type AboutField, about } from '../../problems/sentence.ts';
import type { Contact } from './order.ts';

/** The parts of an address that tell whether two are the same place. */
export type ComparedPlace = Pick<Contact, 'address' | 'address2' | 'pincode'>;

/** Returns why an address is not the billing address, as a sentence about `shipping_is_billing: true`; null if it is the same place. */
export function anotherPlace(shipping: ComparedPlace, billing: ComparedPlace): AboutField | null {
  const { pincode } = shipping;
  if (pincode !== billing.pincode) {
    return about(
      'shipping_is_elsewhere',
      'is true, but shipping_pincode is {pincode}, not {billing_pincode}',
      {
        pincode,
        billing_pincode: billing.pincode,
      },
    );
  }
  if (isSameAddress(shipping, billing)) return null;
  return about('shipping_is_another_address', 'is true, but shipping_address is not billing_address');
}

/** Compares letters and digits alone: of the first lines, else of both lines together. */
function isSameAddress(one: ComparedPlace, other: ComparedPlace): boolean {
  return (
    bare(one.address) === bare(other.address) ||
    bare(one.address, one.address2) === bare(other.address, other.address2)
  );
}

function bare(...lines: (string | null)[]): string {
  return lines
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
}

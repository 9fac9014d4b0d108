import { describe, expect, it } from 'vitest';
import { maskContacts, maskEmail, maskPhone } from './mask.ts';

describe('masking', () => {
  it('keeps the first letter and the host of an email address', () => {
    expect(maskEmail('asha.rao@example.in')).toBe('a***@example.in');
  });

  it('keeps the last four digits of a number', () => {
    expect(maskPhone('9876543210')).toBe('******3210');
  });

  it.each([
    ['550 <asha@example.in>: no such user', '550 <a***@example.in>: no such user'],
    ['to=919876543210 refused', 'to=******3210 refused'],
    ['+91 98765 43210 is not on WhatsApp', '+******3210 is not on WhatsApp'],
    ['550-5.1.1 try again in 3600 s', '550-5.1.1 try again in 3600 s'],
    ['(#131026) Message undeliverable', '(#131026) Message undeliverable'],
  ])('removes contacts from %s', (words, masked) => {
    expect(maskContacts(words)).toBe(masked);
  });
});

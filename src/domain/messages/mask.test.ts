import { describe, expect, it } from 'vitest';
import { maskContacts, maskEmail, maskPhone } from './mask.ts';

describe('masking', () => {
  it('leaves of an address its first letter and its host', () => {
    expect(maskEmail('asha.rao@example.in')).toBe('a***@example.in');
  });

  it('leaves of a number its last four digits', () => {
    expect(maskPhone('9876543210')).toBe('******3210');
  });

  it.each([
    ['550 <asha@example.in>: no such user', '550 <a***@example.in>: no such user'],
    ['to=919876543210 refused', 'to=******3210 refused'],
    ['+91 98765 43210 is not on WhatsApp', '+******3210 is not on WhatsApp'],
    ['550-5.1.1 try again in 3600 s', '550-5.1.1 try again in 3600 s'],
    ['(#131026) Message undeliverable', '(#131026) Message undeliverable'],
  ])('takes contacts out of %s', (words, masked) => {
    expect(maskContacts(words)).toBe(masked);
  });
});

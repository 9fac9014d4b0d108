import { describe, expect, it } from 'vitest';
import { readCustomerPhone, readMobile, readPhone } from './phone.ts';

describe('an Indian phone number', () => {
  it.each(['9876543210', '+919876543210', '919876543210', '09876543210', '6000000000'])(
    'is mobile: %s',
    (digits) => {
      expect(readMobile(digits)).toBe(digits.slice(-10));
      expect(readPhone(digits)).toBe(digits.slice(-10));
    },
  );

  it.each([
    '1234567890',
    '987654321',
    '98765432100',
    '+19876543210',
    '+12025550123',
    '0000000000',
    '',
    '5876543210',
  ])('is not mobile: %s', (digits) => {
    expect(readMobile(digits)).toBeNull();
  });

  it.each([
    ['01124361234', '1124361234'],
    ['+912226541234', '2226541234'],
    ['08022221234', '8022221234'],
  ])('may be a landline number: %s', (digits, kept) => {
    expect(readPhone(digits)).toBe(kept);
  });

  it.each(['12345', '100', '+442071838750', '01124361'])('is not valid: %s', (digits) => {
    expect(readPhone(digits)).toBeNull();
  });

  it.each([
    ['08022221234', '08022221234'],
    ['+918022221234', '08022221234'],
    ['9876543210', '9876543210'],
    ['09876543210', '9876543210'],
    ['+919876543210', '9876543210'],
    ['919876543210', '9876543210'],
  ])('of a customer keeps its 0 if it is a landline number: %s', (digits, kept) => {
    expect(readCustomerPhone(digits)).toBe(kept);
  });

  it.each(['8022221234', '2226541234', '918022221234', '0123456', '+442071838750', ''])(
    'of a customer is not valid without 0 or +91 of a landline number: %s',
    (digits) => {
      expect(readCustomerPhone(digits)).toBeNull();
    },
  );
});

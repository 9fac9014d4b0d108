import { expect, it } from 'vitest';
import { courierReason } from './courier-reason.ts';

it.each([
  ['{"success":false,"rmk":"pincode is not served"}', 'pincode is not served'],
  [
    '{"packages":[{"status":"Fail","remarks":["Duplicate order id","Wallet is empty"]}]}',
    'Duplicate order id; Wallet is empty',
  ],
  [
    '{"statusCode":400,"code":"X","message":"VALIDATION","description":"shippingDirection is missing"}',
    'shippingDirection is missing',
  ],
  [
    '{"error-response":[{"StatusCode":"InvalidPinCode","StatusInformation":"Pincode cannot be blank "}]}',
    'Pincode cannot be blank',
  ],
  ['{"remarks":[""],"error":{"message":"Not signed in"}}', 'Not signed in'],
])('finds the reason of the courier in %s', (answer, reason) => {
  expect(courierReason(answer)).toBe(reason);
});

it.each([[null], ['<html>Bad gateway</html>'], ['{"status":1,"error":0}'], ['"text"'], ['']])(
  'finds no reason in %s',
  (answer) => {
    expect(courierReason(answer)).toBeNull();
  },
);

it('shortens a long reason', () => {
  expect(courierReason(JSON.stringify({ message: 'a'.repeat(5000) }))).toHaveLength(200);
});

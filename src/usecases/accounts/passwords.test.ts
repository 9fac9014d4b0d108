import { expect, it } from 'vitest';
import { hashOfNobody, hashPassword, PASSWORD_COST, verifyPassword } from './passwords.ts';

const CHEAP = { N: 256, r: 8, p: 1 };

it('matches a password with its hash, in both Unicode forms', async () => {
  const hash = await hashPassword('caf\u00e9 au lait', CHEAP);
  expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
  expect(await verifyPassword('cafe au lait', hash)).toBe(false);
});

it('hashes at the cost that OWASP recommends by default, and verifies hashes of any cost', async () => {
  expect(PASSWORD_COST).toEqual({ N: 32_768, r: 8, p: 3 });
  const [dear, cheap] = [await hashPassword('a password'), await hashPassword('a password', CHEAP)];
  expect(dear).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(cheap).toMatch(/^scrypt\$256\$8\$1\$/);
  for (const hash of [dear, cheap]) expect(await verifyPassword('a password', hash)).toBe(true);
});

it.each([
  ['the real cost', undefined],
  ['another cost', CHEAP],
])('makes a hash that no password matches, and that takes as long to check, at %s', async (_name, cost) => {
  const [form, n, r, p, salt = '', key = ''] = (await hashPassword('a password', cost)).split('$');
  const ofNobody = hashOfNobody(cost).split('$');
  expect(ofNobody.slice(0, 4)).toEqual([form, n, r, p]);
  expect(ofNobody.slice(4).map((part) => part.length)).toEqual([salt.length, key.length]);
  expect(await verifyPassword('', ofNobody.join('$'))).toBe(false);
});

import { expect, it } from 'vitest';
import { HASH_OF_NOBODY, hashPassword, verifyPassword } from './passwords.ts';

it('a password is known by its hash, in either form of its letters', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
  expect(await verifyPassword('cafe au lait', hash)).toBe(false);
});

it('the hash of nobody costs as much to check as any, and matches nothing', async () => {
  const [form, n, r, p, salt = '', key = ''] = (await hashPassword('a password')).split('$');
  const [ofNobody, ...cost] = HASH_OF_NOBODY.split('$');
  expect([ofNobody, ...cost.slice(0, 3)]).toEqual([form, n, r, p]);
  expect(cost.slice(3).map((part) => part.length)).toEqual([salt.length, key.length]);
  expect(await verifyPassword('', HASH_OF_NOBODY)).toBe(false);
});

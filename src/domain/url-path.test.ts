import { expect, it } from 'vitest';
import { urlPath } from './url-path.ts';

const HOST = 'https://shop.example';

it.each([
  'a/b',
  '../../x',
  'a?b',
  'a#b',
  '100%',
  '%2F',
  'a b',
  '\\x',
  'चाय',
  '🫖',
  'a&b=c',
  "it's",
  'a\n',
  ';',
  '@',
  ':',
])('keeps %j one part of a path', (key) => {
  const { pathname, search, hash } = new URL(`${HOST}${urlPath`/orders/${key}/notes`}`);
  const [, orders, part = '', notes, ...more] = pathname.split('/');
  expect([orders, decodeURIComponent(part), notes, more, search, hash]).toEqual([
    'orders',
    key,
    'notes',
    [],
    '',
    '',
  ]);
});

it.each(['.', '..'])('lets %j lead nowhere else', (key) => {
  const { pathname } = new URL(`${HOST}${urlPath`/orders/${key}/notes`}`);
  expect(pathname).toMatch(/^\/orders\/[^/]+\/notes$/);
});

it('keeps plain ids readable, and takes broken text', () => {
  expect(urlPath`/orders/${'CHAI-1001.2'}`).toBe('/orders/CHAI-1001.2');
  expect(urlPath`/orders/${'\ud800'}`).toBe('/orders/%EF%BF%BD');
  expect(urlPath`/orders/${null}`).toBe('/orders/');
});

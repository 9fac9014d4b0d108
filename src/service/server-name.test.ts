import { expect, it } from 'vitest';
import { serverName } from './server-name.ts';

it.each([
  ['postgres://me:secret@db.example:6432/ship', 'db.example:6432/ship'],
  ['postgres://me:secret@db.example/ship?sslmode=disable', 'db.example:5432/ship'],
  [null, null],
])('names the server of %s as %s', (url, name) => {
  expect(serverName(url)).toBe(name);
});

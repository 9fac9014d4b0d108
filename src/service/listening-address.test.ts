import { describe, expect, it } from 'vitest';
import { isThisMachine, listeningAddress } from './listening-address.ts';

describe('the address of a service', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['10.0.0.5', 'http://10.0.0.5:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:8080'],
    ['ship.local', 'http://ship.local:8080'],
  ])('for HOST %s is %s', (host, address) => {
    expect(listeningAddress(host, 8080)).toBe(address);
  });
});

describe('a host', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])('%s is this machine', (host) => {
    expect(isThisMachine(host)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '::',
    '10.0.0.5',
    '128.0.0.1',
    'localhost.example.in',
    '127.0.0.1.example.in',
    '[2001:db8::1]',
  ])('%s is not this machine', (host) => {
    expect(isThisMachine(host)).toBe(false);
  });
});

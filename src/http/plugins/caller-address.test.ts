import { describe, expect, it } from 'vitest';
import { callerAddress, callerNetwork } from './caller-address.ts';

describe('the address of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
    ['2001:db8:1:3::1', '2001:db8:1:3'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1.2.3', 'no address'],
    ['x'.repeat(10_000), 'no address'],
    ['', 'no address'],
  ])('%.40s is %s', (ip, expected) => {
    expect(callerAddress({ ip })).toBe(expected);
  });
});

describe('the network of a caller', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1'],
    ['2001:db8:1:ffff::1', '2001:db8:1'],
    ['2001:db8:2:ffff::1', '2001:db8:2'],
    ['2001:db8::1', '2001:db8:0'],
    ['1.2.3', 'no address'],
  ])('%s is %s', (ip, expected) => {
    expect(callerNetwork({ ip })).toBe(expected);
  });
});

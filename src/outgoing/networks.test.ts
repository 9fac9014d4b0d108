import { describe, expect, it } from 'vitest';
import { isInNetworks, isPublic, readNetworks } from './networks.ts';

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '13.232.67.1', '223.255.255.254', '2606:4700:4700::1111', '2400:cb00::1'])(
    'is %s',
    (address) => expect(isPublic(address)).toBe(true),
  );

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '8.8.8.8.8',
  ])('is not %s', (address) => expect(isPublic(address)).toBe(false));

  it('begins right after and ends right before each private network', () => {
    for (const address of ['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255']) {
      expect(isPublic(address)).toBe(true);
    }
  });
});

describe('the networks of a setting', () => {
  it('contain their addresses, also as IPv6, and no others', () => {
    const networks = readNetworks(['10.1.0.0/16', '192.168.7.7', 'fd00::/8'], 'WEBHOOK_ALLOW');
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.168.7.7', 'fd00::1']) {
      expect(isInNetworks(address, networks)).toBe(true);
    }
    for (const address of ['10.2.0.0', '192.168.7.8', 'fe80::1', 'nonsense']) {
      expect(isInNetworks(address, networks)).toBe(false);
    }
  });

  it.each(['10.0.0.0/33', '999.0.0.0/8', 'shop.example'])('reject %s with a sentence', (text) => {
    expect(() => readNetworks([text], 'WEBHOOK_ALLOW')).toThrow(`WEBHOOK_ALLOW: ${text} is no network`);
  });
});

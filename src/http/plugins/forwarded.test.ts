import { describe, expect, it } from 'vitest';
import { isForwarded } from './forwarded.ts';

describe('a request', () => {
  it.each([
    'via',
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded',
    'x-real-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'x-original-forwarded-for',
    'x-envoy-external-address',
    'cdn-loop',
    'x-remote-addr',
    'x-remote-ip',
    'x-appengine-user-ip',
  ])('with %s is forwarded', (name) => {
    expect(isForwarded({ host: 'x', [name]: '203.0.113.9' })).toBe(true);
  });

  it('without headers of a proxy is not forwarded', () => {
    expect(isForwarded({ host: 'x', accept: '*/*', 'user-agent': 'curl', 'x-request-id': '1' })).toBe(false);
  });
});

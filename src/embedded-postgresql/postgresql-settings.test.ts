import { describe, expect, it } from 'vitest';
import { serverSettings } from './postgresql-settings.ts';

const GIGABYTE = 1024 ** 3;

describe('the settings of PostgreSQL', () => {
  it.each([
    [GIGABYTE / 4, '64MB', '256MB'],
    [GIGABYTE / 2, '64MB', '256MB'],
    [GIGABYTE, '128MB', '512MB'],
    [8 * GIGABYTE, '1024MB', '4096MB'],
    [64 * GIGABYTE, '1024MB', '32768MB'],
  ])('for %d bytes of memory use %s of shared buffers and expect %s of cache', (memory, own, cached) => {
    expect(serverSettings('/run/x', { durable: true, memory })).toMatchObject({
      shared_buffers: own,
      effective_cache_size: cached,
    });
  });

  it('use few shared buffers without durability, as in tests', () => {
    expect(serverSettings('/run/x', { durable: false, memory: 8 * GIGABYTE }).shared_buffers).toBe('64MB');
  });

  it('quote the folder of the socket', () => {
    expect(serverSettings('/run/a, "b"', { durable: true }).unix_socket_directories).toBe('"/run/a, ""b"""');
  });
});

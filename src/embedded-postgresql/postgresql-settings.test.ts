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
  ])('for %d bytes of memory keep %s of pages and count on %s cached', (memory, own, cached) => {
    expect(serverSettings('/run/x', { durable: true, memory })).toMatchObject({
      shared_buffers: own,
      effective_cache_size: cached,
    });
  });

  it('keep few pages where nothing needs to last, which is where servers start by the hundred', () => {
    expect(serverSettings('/run/x', { durable: false, memory: 8 * GIGABYTE }).shared_buffers).toBe('64MB');
  });

  it('quote the folder of the socket, which is a list to PostgreSQL', () => {
    expect(serverSettings('/run/a, "b"', { durable: true }).unix_socket_directories).toBe('"/run/a, ""b"""');
  });
});

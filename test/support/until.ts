import { vi } from 'vitest';

/** As long as a test may take (vitest.config.ts): nothing is given up because the machine is slow. */
export const LONGEST_WAIT_MS = 300_000;

/** Waits until a check is true. For hooks and concurrent tests, where `expect.poll` does not work. */
export function until(check: () => boolean | Promise<boolean>): Promise<unknown> {
  // biome-ignore lint/plugin: as long as a test may take
  return vi.waitUntil(check, { interval: 20, timeout: LONGEST_WAIT_MS });
}

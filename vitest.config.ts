import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Dropping a database waits for a checkpoint of the whole server, after all that the tests have written.
    teardownTimeout: 120_000,
    maxWorkers: 2,
  },
});

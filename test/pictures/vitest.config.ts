import { defineConfig } from 'vitest/config';

/** `npm run pictures`: no tests, and so no part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/pictures/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    globalSetup: ['test/support/global-setup.ts'],
  },
});

import { defineConfig } from 'vitest/config';

/** `npm run pictures`: not part of `npm test`. */
export default defineConfig({
  test: {
    include: ['test/pictures/*.test.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
    globalSetup: ['test/support/global-setup.ts'],
  },
});

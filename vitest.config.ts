import { defineConfig } from 'vitest/config';

/** Everything that starts programs, or a PostgreSQL of its own. */
const MACHINE = [
  'test/process/**/*.test.ts',
  'test/scripts/**/*.test.ts',
  'test/embedded-postgresql/**/*.test.ts',
  'test/backup/backup-command.test.ts',
];

/** One PostgreSQL for all that need it. It is not brought up for a run in which no file does. */
const globalSetup = ['test/support/global-setup.ts'];

/**
 * What a run consists of; CONTRIBUTING.md has the budget of each. Loading modules takes longer than most tests,
 * so files share a worker and its modules: a test restores whatever it changes in them.
 */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // openapi-typescript writes with the API of TypeScript 5, which TypeScript 7 has no more.
    alias: { typescript: 'typescript-5' },
    server: { deps: { inline: ['openapi-typescript'] } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'database', include: ['test/**/*.test.ts'], exclude: MACHINE, globalSetup },
      },
      { extends: true, test: { name: 'machine', include: MACHINE, globalSetup } },
    ],
  },
});

import { defineConfig } from 'vitest/config';
import { namedFiles } from './scripts/commands/unit-files.mjs';
import { filesWithLaws } from './test/support/laws.ts';
import { findPgBouncer } from './test/support/pgbouncer.ts';
import { SHORT_LIVED } from './test/support/short-lived.ts';
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts';
import { TESTED_SOURCES, testedSources } from './test/support/tested-sources.ts';

keepTemporaryFilesInMemory();

/** Everything that starts programs. */
const MACHINE = [
  'test/process/**/*.test.ts',
  'test/scripts/**/*.test.ts',
  'test/backup/backup-command.test.ts',
];

/** Couriers' adapters, and the service with couriers that answer, push, fail and are asked: each beside a stand-in of its API. */
const COURIERS = ['test/carriers/**/*.test.ts', 'test/couriers/**/*.test.ts'];

/** Real shops, each in a process of its own, whose packages are installed at the first run. */
const VENDURE = ['test/vendure/**/*.test.ts'];

/** What takes long, and another Node.js or PostgreSQL could change: laws, whole releases, frozen servers. */
const LONG = [
  'test/couriers/carrier-events-histories.test.ts',
  'test/http/demo-load.test.ts',
  'test/http/listing-reference.test.ts',
  'test/http/openapi/one-sentence.test.ts',
  'test/storage/{frozen-server,listing-columns}.test.ts',
  'test/upgrade/from-0.1.0.test.ts',
];

/** What takes long and is the same everywhere: other people's judges of the API document, and machines of a test's own. */
const ONCE = [
  'test/embedded-postgresql/**/*.test.ts',
  'test/http/openapi/{client,sent-by-clients,spectral}.test.ts',
  'test/process/older-release.test.ts',
  'test/replica/**/*.test.ts',
];

/** Medusa itself, which is installed at the first run: 700 MB. */
const MEDUSA = ['test/medusa/**/*.test.ts'];

/** What a page is like in a browser, which takes seconds to unpack at the first run. */
const BROWSER = ['test/browser/**/*.test.ts'];
/** Pictures are no tests: npm run pictures. */
const PICTURES = ['test/pictures/**'];

/** What is also done behind a pooler, PgBouncer in transaction mode: something of each kind. */
const BEHIND_POOLER = ['test/pooler/**/*.test.ts', 'test/http/openapi/examples.test.ts'];
/** Left out where it is not installed, which the set-up of a run says (test/support/global-setup.ts). */
const pgBouncer = findPgBouncer();

/**
 * Every law, at least 100 times, drawn from a new seed, which a failure prints. It takes long and is no part of a
 * run that does not name it: `npm test -- --project nightly`.
 */
const NIGHTLY = {
  name: 'nightly',
  env: { LAWS_RUNS: '100', LAWS_SEED: process.env.LAWS_SEED ?? String(Math.floor(Math.random() * 2 ** 31)) },
};
const args = process.argv.slice(2);
const isNight = args.some((arg) => /^(?:--project=)?nightly$/.test(arg));

/** `long`, `once` and `pooler` are left out of a run that names no project and no file; `.ci/run` names them. */
const isShort = namedFiles(args).length === 0 && !args.some((arg) => arg.startsWith('--project'));

/** One PostgreSQL for all that need it. It is not brought up for a run in which no file does. */
const globalSetup = ['test/support/global-setup.ts'];

/**
 * What a run consists of; docs/explanation/tests.md has the budget of each project. Loading modules takes longer than most tests,
 * so files share a worker and its modules: a test restores whatever it changes in them.
 */
export default defineConfig({
  plugins: [testedSources()],
  test: {
    isolate: false,
    // Also where the machine is ten times slower: what hangs is told, what is slow is no failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Of two cores: a worker waits for PostgreSQL and for programs a third of its time.
    maxWorkers: 3,
    execArgv: [...SHORT_LIVED],
    setupFiles: ['test/support/laws-seed.ts'],
    // Transformed files are kept from run to run: that is half of what Vitest's own process does.
    experimental: { fsModuleCache: true },
    // Generators of clients write with the API of TypeScript 5, which TypeScript 7 has no more.
    alias: { typescript: 'typescript-5' },
    server: { deps: { inline: ['openapi-typescript', /@hey-api/], external: [TESTED_SOURCES] } },
    projects: [
      { extends: true, test: { name: 'unit', include: ['{src,simulators,panel/src}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...MACHINE,
            ...COURIERS,
            ...VENDURE,
            ...LONG,
            ...ONCE,
            ...BROWSER,
            ...PICTURES,
            ...MEDUSA,
            'test/pooler/**',
          ],
          globalSetup,
        },
      },
      { extends: true, test: { name: 'couriers', include: COURIERS, exclude: LONG, globalSetup } },
      { extends: true, test: { name: 'vendure', include: VENDURE, globalSetup } },
      { extends: true, test: { name: 'machine', include: MACHINE, exclude: ONCE, globalSetup } },
      { extends: true, test: { name: 'browser', include: BROWSER, globalSetup } },
      ...(isNight
        ? [
            {
              extends: true as const,
              test: { ...NIGHTLY, include: filesWithLaws(import.meta.dirname), globalSetup },
            },
          ]
        : []),
      ...(isShort
        ? []
        : [
            { extends: true as const, test: { name: 'long', include: LONG, globalSetup } },
            { extends: true as const, test: { name: 'once', include: ONCE, globalSetup } },
            { extends: true as const, test: { name: 'medusa', include: MEDUSA, globalSetup } },
            ...(pgBouncer === null
              ? []
              : [{ extends: true as const, test: { name: 'pooler', include: BEHIND_POOLER, globalSetup } }]),
          ]),
    ],
  },
});

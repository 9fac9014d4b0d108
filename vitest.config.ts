import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { namedFiles } from './scripts/commands/unit-files.mjs';
import { filesWithLaws } from './test/support/laws.ts';
import { findPgBouncer } from './test/support/pgbouncer.ts';
import { SHORT_LIVED } from './test/support/short-lived.ts';
import { keepTemporaryFilesInMemory } from './test/support/temporary-folder.ts';
import { TESTED_SOURCES, testedSources } from './test/support/tested-sources.ts';

keepTemporaryFilesInMemory();

interface Project {
  /** Seconds that the workers need for all files of the project, on two idle cores. */
  readonly budget: number;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** True if the project needs no PostgreSQL. One PostgreSQL serves all others; it starts with the first of them. */
  readonly isPure?: boolean;
}

/** Tests that start programs. */
const PROGRAMS = ['test/process/**/*.test.ts', 'test/scripts/**/*.test.ts'];
const COURIERS = ['test/carriers/**/*.test.ts', 'test/couriers/**/*.test.ts'];
const VENDURE = ['test/vendure/**/*.test.ts'];
const MEDUSA = ['test/medusa/**/*.test.ts'];
const SMOKE = ['test/smoke/**/*.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts'];

/** Tests that take long: histories, backups, whole releases, frozen servers, servers of their own, generators of API clients. */
const LONG = [
  'test/backup/**/*.test.ts',
  'test/couriers/carrier-events-histories.test.ts',
  'test/docs/{courier-walks,printed-commands}.test.ts',
  'test/embedded-postgresql/**/*.test.ts',
  'test/http/{demo-load,listing-reference,stopped-work}.test.ts',
  'test/http/openapi/{client,one-sentence,sent-by-clients,spectral}.test.ts',
  'test/process/older-release.test.ts',
  'test/replica/**/*.test.ts',
  'test/shops/{failing-shops,large-order}.test.ts',
  'test/storage/{frozen-server,listing-columns}.test.ts',
  'test/upgrade/from-0.1.0.test.ts',
];

/** `npm test` runs these projects. */
const USUAL: Readonly<Record<string, Project>> = {
  unit: { budget: 60, include: ['{src,simulators,panel/src}/**/*.test.ts'], isPure: true },
  database: {
    budget: 330,
    include: ['test/**/*.test.ts'],
    exclude: [
      ...PROGRAMS,
      ...COURIERS,
      ...VENDURE,
      ...MEDUSA,
      ...SMOKE,
      ...BROWSER,
      ...LONG,
      'test/pooler/**',
      'test/pictures/**',
    ],
  },
  couriers: { budget: 60, include: COURIERS, exclude: LONG },
  programs: { budget: 120, include: PROGRAMS, exclude: LONG },
  smoke: { budget: 15, include: SMOKE },
};

/** `.ci/run` runs these too; so does a run that names one of them or one of their files. */
const FURTHER: Readonly<Record<string, Project>> = {
  browser: { budget: 300, include: BROWSER },
  long: { budget: 330, include: LONG },
  // Real shops, which are installed at the first run: 150 MB and 700 MB.
  vendure: { budget: 250, include: VENDURE },
  medusa: { budget: 110, include: MEDUSA },
  // Something of each kind behind PgBouncer in transaction mode.
  ...(findPgBouncer() === null
    ? {}
    : {
        pooler: { budget: 40, include: ['test/pooler/**/*.test.ts', 'test/http/openapi/examples.test.ts'] },
      }),
};

/** Projects that run tests of others in another way, so only a run that names them has them. */
const OTHERWISE: Readonly<Record<string, () => Project>> = {
  // Each law at least 100 times, with a new seed, which a failure prints (scripts/commands/suite.mjs).
  laws: () => ({ budget: 200, include: filesWithLaws(import.meta.dirname), env: { LAWS_RUNS: '100' } }),
  // What another PostgreSQL or a cluster can change: each operation, and nearly each statement.
  versions: () => ({
    budget: 300,
    include: [
      'test/cluster/**/*.test.ts',
      'test/contract/**/*.test.ts',
      'test/couriers/{carrier-events,courier-labels,courier-pickups,courier-polls,couriers}.test.ts',
      'test/http/openapi/examples.test.ts',
      'test/http/{every-operation,exchanges,figures,handover,health,ledger,listing-reference}.test.ts',
      'test/http/{order-idempotency,orders-import,remittances,requests,returns,sample-data,simulate}.test.ts',
      'test/http/{update-order,users,webhook-delivery}.test.ts',
      'test/messages/email.test.ts',
      'test/shops/woocommerce.test.ts',
      'test/storage/**/*.test.ts',
      'test/upgrade/**/*.test.ts',
    ],
  }),
};

const args = process.argv.slice(2);
const named = new Set(
  args.flatMap((arg, at) =>
    args[at - 1] === '--project' ? [arg] : arg.startsWith('--project=') ? [arg.slice(10)] : [],
  ),
);
const isUsual = named.size === 0 && namedFiles(args).length === 0;

function projects(): TestProjectInlineConfiguration[] {
  const otherwise = Object.entries(OTHERWISE).flatMap(([name, make]) =>
    named.has(name) ? [[name, make()] as const] : [],
  );
  const all = [...Object.entries(USUAL), ...(isUsual ? [] : Object.entries(FURTHER)), ...otherwise];
  return all.map(([name, { budget, include, exclude = [], env = {}, isPure = false }]) => ({
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      // scripts/commands/tally-reporter.mjs prints it beside the seconds of a run.
      env: { ...env, BUDGET_SECONDS: String(budget) },
      globalSetup: isPure ? [] : ['test/support/global-setup.ts'],
    },
  }));
}

/**
 * What a run consists of. Loading modules takes longer than most tests, so files share a worker and its modules: a test
 * restores whatever it changes in them. docs/explanation/tests.md explains more.
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
    projects: projects(),
  },
});

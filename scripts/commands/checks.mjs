import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePanelTypes } from './panel-types.mjs';
import { inTree } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { sentencesTrouble } from './sentences.mjs';
import { shopServerIsInstalled } from './shop-server.mjs';
import { formatTally } from './tally.mjs';

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string | null>} run returns the problem; null for none
 */

const IMPORT_RULES = ['suspicious/noImportCycles', 'plugin'];

/** @type {readonly Check[]} */
const CHECKS = [
  {
    name: 'types',
    // Earlier results are cached, so that only what depends on a change is checked again.
    run: async () => (await types(inTree(), 'types')) ?? (await typesOfPanel()) ?? (await typesOfPlugins()),
  },
  {
    name: 'lint and format',
    run: () => biome(['check', ...IMPORT_RULES.map((rule) => `--skip=${rule}`)]),
  },
  {
    name: 'import rules',
    run: () => biome(['lint', ...IMPORT_RULES.map((rule) => `--only=${rule}`)]),
  },
  { name: 'sentences', run: async () => sentencesTrouble() },
  { name: 'migrations', run: async () => migrationTrouble(migrationFiles()) },
  { name: 'lockfile', run: async () => lockfileTrouble(readFileSync(inTree('package-lock.json'), 'utf8')) },
];

/** Runs every check and prints each result. Sets the exit code. */
export async function runChecks() {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    await makeReady({ dev: true, built: false });
    for (const { name, run } of CHECKS) {
      const wrong = await stoppable(run);
      if (wrong) process.stdout.write(`${wrong.trimEnd()}\n\n`);
      process.stdout.write(`${wrong ? 'FAILED' : 'ok    '}  ${name}\n`);
      tally[wrong ? 'failed' : 'passed'] += 1;
    }
  } catch (error) {
    process.exitCode = reportFailure(error);
    tally.failed += 1;
  }
  if (tally.failed > 0) process.exitCode ||= 1;
  process.stdout.write(`${formatTally(tally)}\n`);
}

/**
 * A package's download address is that of the registry its author used; without it everybody's own registry
 * or mirror is used. The folder of a workspace is no such address.
 *
 * @param {string} lockfile
 * @returns {string | null}
 */
export function lockfileTrouble(lockfile) {
  const { packages } = JSON.parse(lockfile);
  const addressed = Object.keys(packages).filter(
    (folder) => 'resolved' in packages[folder] && packages[folder].link !== true,
  );
  if (addressed.length === 0) return null;
  return `package-lock.json names the registry of ${addressed.length} packages (${addressed[0]} first): run \`npm install\` with the project's .npmrc in place.`;
}

/** @returns {readonly string[]} */
function migrationFiles() {
  return existsSync(inTree('migrations')) ? readdirSync(inTree('migrations')).sort() : [];
}

/**
 * Two migrations that were written at the same time may have the same number.
 *
 * @param {readonly string[]} files in the order of their names
 * @returns {string | null}
 */
export function migrationTrouble(files) {
  const numberOf = (/** @type {string} */ file) => file.slice(0, file.indexOf('-'));
  const at = files.findIndex(
    (file, index) => index > 0 && numberOf(file) === numberOf(files[index - 1] ?? ''),
  );
  if (at < 0) return null;
  return `${files[at - 1]} and ${files[at]} have the same number: give the one that is not landed the next free one.`;
}

/**
 * @param {string} project its folder
 * @param {string} name of the file with the cached results
 * @param {readonly string[]} [options] of the compiler
 */
function types(project, name, options = []) {
  return asks('typescript/bin/tsc', [
    ...['-p', project, '--incremental', ...options],
    ...['--tsBuildInfoFile', inTree('.cache', `${name}.tsbuildinfo`)],
  ]);
}

async function typesOfPanel() {
  const folder = inTree('panel');
  if (!existsSync(folder)) return null;
  return (await writePanelTypes()) ?? (await types(folder, 'panel-types'));
}

/** Plugins of shop systems, where the packages of the shop were installed for tests or for trying. */
async function typesOfPlugins() {
  for (const shop of existsSync(inTree('shops')) ? readdirSync(inTree('shops')) : []) {
    const plugin = inTree('shops', shop, 'plugin');
    if (!existsSync(join(plugin, 'tsconfig.json')) || !shopServerIsInstalled(shop)) continue;
    const wrong = await types(plugin, `${shop}-plugin-types`, ['--noEmit']);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** @param {readonly string[]} args */
function biome(args) {
  return asks('@biomejs/biome/bin/biome', [
    ...args,
    '--error-on-warnings',
    '--no-errors-on-unmatched',
    '--colors=off',
    inTree(),
  ]);
}

/**
 * @param {string} script in node_modules
 * @param {readonly string[]} args
 */
async function asks(script, args) {
  const { code, output } = await runNode(inTree('node_modules', script), args);
  return code === 0 ? null : output || `${script} ended with code ${code}.`;
}

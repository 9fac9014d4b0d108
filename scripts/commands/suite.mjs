import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTree, ROOT } from './place.mjs';
import { runNode, stoppable } from './program.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { formatTally, honestTally } from './tally.mjs';
import { Trouble } from './trouble.mjs';
import { namesUnitFilesOnly } from './unit-files.mjs';

const OWN_REPORTERS = [
  inTree('scripts', 'commands', 'tally-reporter.mjs'),
  inTree('scripts', 'commands', 'stop-in-order-reporter.mjs'),
];

const TAKES_MINUTES =
  'Running all tests but the longest, which takes many minutes on two cores; one file: npm test -- test/http/orders.test.ts';

/**
 * Runs the tests and ends with one line of counts. Sets the exit code.
 *
 * @param {readonly string[]} args passed to vitest
 */
export async function runSuite(args) {
  /** @type {import('./tally.mjs').Tally | null} */
  let tally = null;
  let code = 1;
  try {
    // A limit of Vite, which vitest is based on; the service itself starts there.
    if (/[#?]/.test(ROOT)) {
      throw new Trouble(
        `The test runner finds no files below a folder with a # or ? in its name: move ${ROOT}.`,
      );
    }
    // Some tests start the service as its users do, and npm start must then find nothing to do.
    await makeReady({ dev: true, built: !namesUnitFilesOnly(args) });
    if (args.length === 0) process.stderr.write(`${TAKES_MINUTES}\n`);
    ({ tally, code } = await stoppable(() => runVitest(args)));
  } catch (error) {
    code = reportFailure(error);
  }
  const counted = honestTally(tally, code);
  process.exitCode = counted.failed > 0 ? code || 1 : 0;
  process.stdout.write(`${formatTally(counted)}\n`);
}

/** @param {readonly string[]} args */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'dakiya-tally-'));
  const file = join(folder, 'tally.json');
  try {
    const { code } = await runNode(
      inTree('node_modules', 'vitest', 'vitest.mjs'),
      ['run', '--reporter=default', ...OWN_REPORTERS.map((path) => `--reporter=${path}`), ...args],
      { shown: true, env: { ...process.env, TALLY_FILE: file } },
    );
    return { code, tally: readTally(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @returns {import('./tally.mjs').Tally | null}
 */
function readTally(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

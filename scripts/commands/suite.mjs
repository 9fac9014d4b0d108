import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withChangedTests } from './changed-tests.mjs';
import { inTree, ROOT } from './place.mjs';
import { secondsOfPrograms, slowness } from './processor-time.mjs';
import { runNode, stoppable } from './program.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { formatTally, honestTally, tallyLines } from './tally.mjs';
import { Trouble } from './trouble.mjs';
import { namedFiles, namesUnitFilesOnly } from './unit-files.mjs';

const OWN_REPORTERS = [
  inTree('scripts', 'commands', 'tally-reporter.mjs'),
  inTree('scripts', 'commands', 'stop-in-order-reporter.mjs'),
];

const TAKES_MINUTES =
  'Running all tests but the longest, which takes minutes on two cores; those that a change can break: npm test -- --changed';

/** Where the whole output of the last runs is kept. */
const RUNS = inTree('.cache', 'test-runs');
const KEPT_RUNS = 10;

/** A run fails if it takes more than this many times its budget of processor time. */
const TOO_MUCH = 2;

/**
 * Runs the tests and ends with one line of counts. Sets the exit code.
 *
 * @param {readonly string[]} asked `--changed [ref]`, and arguments for vitest
 */
export async function runSuite(asked) {
  /** @type {import('./tally.mjs').Tally | null} */
  let tally = null;
  let code = 1;
  /** @type {readonly string[] | null} */
  let args = null;
  let output = '';
  try {
    // A limit of Vite, which vitest is based on; the service itself starts there.
    if (/[#?]/.test(ROOT)) {
      throw new Trouble(
        `The test runner finds no files below a folder with a # or ? in its name: move ${ROOT}.`,
      );
    }
    args = withChangedTests(asked);
    if (args === null) {
      process.stdout.write('No test can be broken by the change.\n');
      process.stdout.write(`${formatTally({ passed: 0, failed: 0, skipped: 0 })}\n`);
      return;
    }
    // Some tests start the service as its users do, and npm start must then find nothing to do.
    await makeReady({ dev: true, built: !namesUnitFilesOnly(args) });
    if (args.length === 0) process.stderr.write(`${TAKES_MINUTES}\n`);
    output = newOutputFile();
    const run = [...args];
    ({ tally, code } = await stoppable(() => runVitest(run, output)));
  } catch (error) {
    code = reportFailure(error);
  }
  const counted = honestTally(tally, code);
  process.exitCode = counted.failed > 0 ? code || 1 : 0;
  const lines = tally === null ? [] : tallyLines(tally);
  if (output !== '') lines.push(`The whole output: ${relative(ROOT, output)}`);
  process.stdout.write([...lines, formatTally(counted), ''].join('\n'));
}

/** @returns {string} a new file, without the oldest ones beside it */
function newOutputFile() {
  mkdirSync(RUNS, { recursive: true });
  const old = readdirSync(RUNS)
    .sort()
    .slice(0, 1 - KEPT_RUNS);
  for (const name of old) rmSync(join(RUNS, name), { force: true });
  return join(RUNS, `${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.log`);
}

/**
 * @param {readonly string[]} args
 * @param {string} output
 */
async function runVitest(args, output) {
  const folder = mkdtempSync(join(tmpdir(), 'dakiya-tally-'));
  const file = join(folder, 'tally.json');
  const seed = seedOf(args);
  try {
    const slownessBefore = process.env.CHECK_BUDGETS ? slowness() : 1;
    const before = secondsOfPrograms();
    const { code } = await runNode(
      inTree('node_modules', 'vitest', 'vitest.mjs'),
      ['run', '--reporter=default', ...OWN_REPORTERS.map((path) => `--reporter=${path}`), ...args],
      {
        shown: true,
        keptIn: output,
        env: {
          ...process.env,
          ...(process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}),
          ...(seed === undefined ? {} : { LAWS_SEED: seed }),
          TALLY_FILE: file,
          // Tests run small projects of their own, which have no budgets.
          CHECK_BUDGETS: '',
        },
      },
    );
    const tally = readTally(file);
    if (tally !== null && tally.failed > 0 && seed !== undefined) {
      tally.failures.push(`what was drawn: repeat it with LAWS_SEED=${seed}`);
    }
    if (tally !== null && namedFiles(args).length === 0) judgeProcessorTime(tally, before, slownessBefore);
    return { code, tally };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The seed of what laws draw: a new one for the project `laws`.
 *
 * @param {readonly string[]} args
 */
function seedOf(args) {
  if (process.env.LAWS_SEED !== undefined || !/--project[ =]laws\b/.test(args.join(' ')))
    return process.env.LAWS_SEED;
  return String(Math.floor(Math.random() * 2 ** 31));
}

/**
 * With `CHECK_BUDGETS`, a run that takes more than twice the processor time of its projects' budgets has failed. What this
 * machine does in a second is measured before and after the run, so a slow machine has more.
 *
 * @param {import('./tally.mjs').Tally} tally
 * @param {number | null} before
 * @param {number} slownessBefore
 */
function judgeProcessorTime(tally, before, slownessBefore) {
  const after = secondsOfPrograms();
  if (before === null || after === null || !process.env.CHECK_BUDGETS) return;
  const factor = Math.max(slownessBefore, slowness());
  const budget = tally.projects.reduce((sum, project) => sum + project.budget, 0) * factor;
  const said = `${(after - before).toFixed(0)} s of processor time, of ${budget.toFixed(0)} s (this machine: ${factor.toFixed(2)} times the usual time)`;
  if (after - before <= TOO_MUCH * budget) {
    process.stdout.write(`${said}\n`);
    return;
  }
  tally.failed += 1;
  tally.failures.push(`more than ${TOO_MUCH} times the budget: ${said}`);
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

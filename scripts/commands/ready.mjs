import { existsSync } from 'node:fs';
import { build, buildIsFresh, buildTested, testedIsFresh } from './compile.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { INSTALLED, installPackages, packagesAreInstalled } from './packages.mjs';
import { inTree } from './place.mjs';
import { stoppable } from './program.mjs';
import { withProgress } from './progress.mjs';
import { diskTrouble, Stopped, Trouble, textOf } from './trouble.mjs';

/** Held while packages are installed or the build is replaced. */
const HELD = inTree('.making-ready');

/**
 * Installs the packages and builds, if that is not done yet. Prints nothing if nothing has to be done.
 *
 * @param {{ dev?: boolean, built?: boolean }} [needed] `dev`: the packages for testing are needed, not only
 * those of the service; `built`: `dist` is needed
 * @returns {Promise<void>} rejects with `Trouble` or `Stopped`
 */
export async function makeReady({ dev = false, built = true } = {}) {
  if ((!built || buildIsFresh()) && packagesAreInstalled({ dev })) return;
  await alone(async () => {
    await install({ dev: dev || !buildIsFresh() });
    if (built && !buildIsFresh()) await withProgress('Building', () => build({ checked: false }));
  });
}

/**
 * Builds, whether or not anything has changed, and checks the types.
 *
 * @returns {Promise<void>} rejects with `Trouble` or `Stopped`
 */
export async function rebuild() {
  await alone(async () => {
    await install({ dev: true });
    await withProgress('Building', () => build({ checked: true }));
  });
}

/**
 * Builds the sources for tests, if that is not done yet.
 *
 * @returns {Promise<void>} rejects with `Trouble` or `Stopped`
 */
export async function makeTestedReady() {
  if (testedIsFresh()) return;
  await alone(async () => {
    if (!testedIsFresh()) await buildTested();
  });
}

/** @param {() => Promise<void>} work */
async function alone(work) {
  const waiting = () => {
    process.stderr.write('Waiting for another command that is making this folder ready ...\n');
  };
  try {
    await stoppable(() => oneAtATime(HELD, waiting, work));
  } catch (error) {
    if (error instanceof Trouble || error instanceof Stopped) throw error;
    const disk = diskTrouble(textOf(error));
    throw disk ? new Trouble(disk) : error;
  }
}

/** @param {{ dev: boolean }} needed */
async function install(needed) {
  if (packagesAreInstalled(needed)) return;
  const reason = existsSync(INSTALLED) ? 'node_modules is not up to date' : 'first start only';
  await withProgress(`Installing packages (${reason})`, installPackages);
}

/**
 * Prints what went wrong to stderr, in one sentence if it is known.
 *
 * @param {unknown} error
 * @returns {number} the exit code
 */
export function reportFailure(error) {
  if (error instanceof Stopped) {
    return error.signal === 'SIGINT' ? 130 : error.signal === 'SIGHUP' ? 129 : 143;
  }
  if (error instanceof Trouble) {
    process.stderr.write(`${error.details ? `${error.details}\n\n` : ''}${error.message}\n`);
    return 1;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return 1;
}

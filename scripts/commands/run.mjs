import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTree, ROOT } from './place.mjs';
import { makeReady, reportFailure } from './ready.mjs';
import { Trouble, textOf } from './trouble.mjs';

const STARTER = process.ppid;
const STARTER_LOOKED_AT_EVERY = 500;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Installs and builds if needed, and starts a module of `dist` in this process.
 *
 * @param {string} file below `dist`
 * @param {(module: any) => unknown} start uses the module
 */
export async function runFromTree(file, start) {
  try {
    await makeReady();
  } catch (error) {
    process.exitCode = reportFailure(error);
    return;
  }
  await startModule(inTree('dist', file), start);
}

/**
 * @param {string} path
 * @param {(module: any) => unknown} start
 */
export async function startModule(path, start) {
  // Stack traces show the lines of the sources.
  process.setSourceMapsEnabled(true);
  try {
    const module = await load(path);
    stopWithNpm();
    await start(module);
  } catch (error) {
    // Resources of the failed start must not keep the process running.
    process.exit(reportFailure(isForOperator(error) ? new Trouble(error.message) : error));
  }
}

/**
 * Nothing runs while the modules load, so a signal then is a clean stop.
 *
 * @param {string} path
 */
async function load(path) {
  const stop = () => process.exit(0);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new Trouble(
        `A file of the packages or the build is missing: remove the folders node_modules and dist of ${ROOT} and run the command again.`,
        textOf(error),
      );
    }
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/**
 * The folder from which the command was called. npm starts it in the project's folder, whichever folder below
 * it was meant.
 *
 * @returns {string}
 */
export function callersFolder() {
  return (startedByNpm() && process.env.INIT_CWD) || process.cwd();
}

/** Other programs that npm started may start us with npm's environment. */
function startedByNpm() {
  return process.env.npm_lifecycle_script?.includes(basename(process.argv[1] ?? '')) ?? false;
}

/**
 * npm passes SIGTERM and SIGINT on, but if npm itself is killed nobody would stop us, and the next start
 * would find the port and the data folder in use.
 */
function stopWithNpm() {
  if (!startedByNpm()) return;
  const looking = setInterval(() => {
    if (process.ppid === STARTER) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, STARTER_LOOKED_AT_EVERY);
  looking.unref();
}

/**
 * @param {unknown} error
 * @returns {error is Error}
 */
function isForOperator(error) {
  return error instanceof Error && error.name === 'StartupError';
}

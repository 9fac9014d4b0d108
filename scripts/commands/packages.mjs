import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTree } from './place.mjs';
import { runProgram } from './program.mjs';
import { diskTrouble, Trouble } from './trouble.mjs';

const LOCKFILE = inTree('package-lock.json');
/** What npm says it installed; written at the end, so that it is absent after an interrupted install. */
export const INSTALLED = inTree('node_modules', '.package-lock.json');
/** Spares the comparison on every start, which reads both files as JSON. */
const STAMP = inTree('node_modules', '.dakiya-installed');

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Whether the packages in node_modules are those of package-lock.json. True too for a tree that was
 * installed by hand with `npm ci` or `npm install`.
 *
 * @param {{ dev: boolean }} options `dev`: the packages for building and testing are needed as well
 */
export function packagesAreInstalled({ dev }) {
  const installed = readIfThere(INSTALLED);
  if (installed === null) return false;
  const wanted = readFileSync(LOCKFILE, 'utf8');
  const stamp = stampOf(wanted, installed);
  if (readIfThere(STAMP) === stamp) return true;
  // Another machine's node_modules has its native parts: only the stamp can tell.
  if (existsSync(STAMP) && !readIfThere(STAMP)?.startsWith(machine())) return false;
  const missing = missingPackages(JSON.parse(wanted), JSON.parse(installed), { dev: true });
  if (missing.length === 0) {
    writeStamp(stamp);
    return true;
  }
  return !dev && missingPackages(JSON.parse(wanted), JSON.parse(installed), { dev: false }).length === 0;
}

/**
 * The folders of `wanted` that `installed` lacks or has in another version. A package that is optional
 * may be absent: it is for another platform, or its owner left it out.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 * @param {{ dev: boolean }} options
 * @returns {string[]}
 */
export function missingPackages(wanted, installed, { dev }) {
  return Object.entries(wanted.packages)
    .filter(([folder, { optional, devOptional, link, dev: onlyDev }]) => {
      if (folder === '' || optional || link) return false;
      return dev || !(onlyDev || devOptional);
    })
    .filter(([folder, { version }]) => installed.packages[folder]?.version !== version)
    .map(([folder]) => folder);
}

/** Installs what package-lock.json says. Rejects with `Trouble`. */
export async function installPackages() {
  const outcome = await runNpm([
    'ci',
    // Building needs the dev packages, whatever NODE_ENV or npm's own settings say.
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=warn',
  ]);
  // A full disk is only a warning to npm, which then ends well.
  const incomplete = /TAR_ENTRY_ERROR/.test(outcome.output) || !existsSync(INSTALLED);
  if (outcome.code !== 0 || incomplete) {
    rmSync(INSTALLED, { force: true });
    throw explainNpm(outcome.output);
  }
  writeStamp(stampOf(readFileSync(LOCKFILE, 'utf8'), readFileSync(INSTALLED, 'utf8')));
}

const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)\b/;

/**
 * @param {string} output of a failed `npm ci`
 * @returns {Trouble}
 */
export function explainNpm(output) {
  const disk = diskTrouble(output);
  if (disk) return new Trouble(disk);
  const unreachable = UNREACHABLE.exec(output)?.[0];
  if (unreachable) {
    const reason = /reason: (?<text>[^\n]+)/.exec(output)?.groups?.text ?? unreachable;
    return new Trouble(
      `The package registry, which the first start installs from, could not be reached (${reason.trim()}): check the network, or npm's "registry" and "proxy" settings, and run the command again.`,
    );
  }
  const details = usefulLines(output);
  if (/package\.json and package-lock\.json.*in sync/i.test(output)) {
    return new Trouble('package.json has changed without package-lock.json: run `npm install`.', details);
  }
  return new Trouble(
    'npm could not install the packages: mend what it says and run the command again.',
    details,
  );
}

/**
 * npm's own error lines without its prefix, its advice, its stack traces and the name of its log.
 *
 * @param {string} output
 */
function usefulLines(output) {
  return output
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/, '').trimEnd())
    .filter((line) => line !== '' && !/^npm warn (?!tar)|complete log|_logs|^\s+at |^\s*\}$/i.test(line))
    .slice(0, 12)
    .join('\n');
}

/**
 * Without its consent: on SIGTERM npm takes 20 s to undo what it did, and goes on when we are killed,
 * in the way of the next install. What it leaves is seen as incomplete and removed by the next.
 *
 * @param {readonly string[]} args
 */
async function runNpm(args) {
  const options = /** @type {const} */ ({ ending: 'SIGKILL' });
  const program = npmProgram();
  try {
    if (program === null) return await runProgram('npm', args, options);
    const endWithUs = pathToFileURL(inTree('scripts', 'commands', 'end-with-parent.mjs')).href;
    return await runProgram(process.execPath, ['--import', endWithUs, program, ...args], options);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Trouble('npm was not found: install Node.js from https://nodejs.org, which brings it.');
    }
    throw error;
  }
}

/** The npm that runs us, else the one beside this Node; null to look on the PATH. */
function npmProgram() {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path)) ?? null;
}

/** Native packages are of one platform, so a node_modules that was carried elsewhere does not count. */
function machine() {
  return `${process.platform} ${process.arch}`;
}

/**
 * @param {string} wanted
 * @param {string} installed
 */
function stampOf(wanted, installed) {
  return `${machine()} ${createHash('sha256').update(wanted).update('\0').update(installed).digest('hex')}`;
}

/** @param {string} stamp */
function writeStamp(stamp) {
  try {
    writeFileSync(STAMP, stamp);
  } catch {
    // The folder of another user or a read-only disk: the comparison is made again next time.
  }
}

/**
 * @param {string} path
 * @returns {string | null}
 */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

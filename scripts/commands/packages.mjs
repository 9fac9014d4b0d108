import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTree, ROOT } from './place.mjs';
import { runProgram } from './program.mjs';
import { diskTrouble, Trouble } from './trouble.mjs';

const LOCKFILE = inTree('package-lock.json');
/** npm's own list of installed packages; written at the end, so it is absent after an interrupted install. */
export const INSTALLED = inTree('node_modules', '.package-lock.json');
/** Avoids the comparison on every start, which parses both files. */
const STAMP = inTree('node_modules', '.dakiya-installed');

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * Tells whether the packages in node_modules are those of package-lock.json, also after a manual `npm ci` or
 * `npm install`.
 *
 * @param {{ dev: boolean }} options `dev`: the packages for building and testing are needed too
 */
export function packagesAreInstalled({ dev }) {
  const installed = readIfThere(INSTALLED);
  if (installed === null) return false;
  const wanted = readFileSync(LOCKFILE, 'utf8');
  const stamp = stampOf(wanted, installed);
  if (readIfThere(STAMP) === stamp) return true;
  // Another machine's node_modules contains native parts for that machine; only the stamp tells.
  if (existsSync(STAMP) && !readIfThere(STAMP)?.startsWith(machine())) return false;
  const missing = missingPackages(JSON.parse(wanted), JSON.parse(installed), { dev: true });
  if (missing.length === 0) {
    writeStamp(stamp);
    return true;
  }
  return !dev && missingPackages(JSON.parse(wanted), JSON.parse(installed), { dev: false }).length === 0;
}

/**
 * The folders of `wanted` that `installed` lacks or has in another version. An optional package may be
 * absent: it is for another platform, or its owner left it out. A workspace is a folder of the project itself.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 * @param {{ dev: boolean }} options
 * @returns {string[]}
 */
export function missingPackages(wanted, installed, { dev }) {
  return Object.entries(wanted.packages)
    .filter(([folder, { optional, devOptional, link, dev: onlyDev }]) => {
      if (!folder.includes('node_modules/') || optional || link) return false;
      return dev || !(onlyDev || devOptional);
    })
    .filter(([folder, { version }]) => installed.packages[folder]?.version !== version)
    .map(([folder]) => folder);
}

/** Installs the packages of package-lock.json. Rejects with `Trouble`. */
export async function installPackages() {
  // Building needs the dev packages, whatever NODE_ENV or npm's own settings say.
  await installIn(ROOT, ['--include=dev', '--include=optional']);
  writeStamp(stampOf(readFileSync(LOCKFILE, 'utf8'), readFileSync(INSTALLED, 'utf8')));
}

/**
 * Installs the packages of a folder's lockfile. Rejects with `Trouble`.
 *
 * @param {string} folder
 * @param {readonly string[]} options of npm
 */
export async function installIn(folder, options) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  const { code, output } = await runNpm([
    'ci',
    `--prefix=${folder}`,
    ...options,
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=warn',
  ]);
  // For npm a full disk is only a warning, and it exits with success.
  if (code === 0 && !/TAR_ENTRY_ERROR/.test(output) && existsSync(installed)) return;
  rmSync(installed, { force: true });
  throw explainNpm(output);
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
 * Kills npm without waiting: on SIGTERM it takes 20 s to undo its work, and when we are killed it goes on, in
 * the way of the next install. An incomplete install is noticed and removed by the next one.
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

/** The npm that runs us, else the one next to this Node; null to search the PATH. */
function npmProgram() {
  const candidates = [
    process.env.npm_execpath,
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((path) => path && basename(path) === 'npm-cli.js' && existsSync(path)) ?? null;
}

/** Native packages are for one platform, so a node_modules from elsewhere does not count. */
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
    // The folder of another user, or a read-only disk: the comparison is made again next time.
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

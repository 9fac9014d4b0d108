import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inTree } from './place.mjs';
import { runNode, runProgram } from './program.mjs';
import { diskTrouble, Trouble } from './trouble.mjs';
import { PLUGIN, zipWooCommercePlugin } from './woocommerce-plugin.mjs';

const DIST = inTree('dist');
/** The folders of the programs, without the panel. */
export const PROGRAM_SOURCES = ['src', 'simulators'];
/** The compiled sources that tests load. */
export const TESTED = inTree('dist-tests');
/** A build in progress, next to `dist`, because source maps contain relative paths. */
const UNFINISHED = 'dist-unfinished';
const STAMP = 'built-from';
const SOURCES = [...PROGRAM_SOURCES, 'panel', PLUGIN];

/** The input of the build, in addition to `SOURCES`. The lockfile has the bundler's version. */
const SETTINGS = [
  'scripts/commands/bundle-main.mjs',
  'scripts/commands/panel-main.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

/**
 * Tells whether `dist` was built from the current sources.
 *
 * By content, not by time: a checkout, a copy or a container image changes the times of unchanged files.
 * Reading 1.5 MB in 300 files takes 15 ms.
 */
export function buildIsFresh() {
  if (!existsSync(join(DIST, 'main.js'))) return false;
  // A delivery without sources has only its build.
  if (!existsSync(inTree('src'))) return true;
  return readStamp(DIST) === fingerprint(inTree());
}

/** Tells whether the compiled sources for tests are current. */
export function testedIsFresh() {
  return readStamp(TESTED) === fingerprint(inTree());
}

/** @param {string} folder */
function readStamp(folder) {
  try {
    return readFileSync(join(folder, STAMP), 'utf8');
  } catch {
    return null;
  }
}

/**
 * @param {string} root the project's folder
 * @param {readonly string[]} [folders] those whose files count
 * @returns {string} a hash of everything that the build reads
 */
export function fingerprint(root, folders = SOURCES) {
  const hash = createHash('sha256');
  for (const path of [...sourcesOf(root, folders), ...SETTINGS]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {readonly string[]} [folders]
 */
function sourcesOf(root, folders = SOURCES) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}

/**
 * Bundles the programs and replaces `dist` in one step, so that a reader never finds half of it. Rejects with
 * `Trouble`, and `dist` is then unchanged.
 *
 * @param {{ checked: boolean }} options `checked`: a type error is refused. A start need not wait for the
 * type check: it takes 5 s of processor time, and `npm run check` does it.
 */
export async function build({ checked }) {
  await replace(DIST, async (unfinished) => {
    if (checked) await checkTypes();
    await Promise.all([
      bundle(unfinished, programs()),
      bundlePanel(join(unfinished, 'panel')),
      zipWooCommercePlugin(join(unfinished, 'plugins', 'dakiya-for-woocommerce.zip')),
    ]);
  });
}

/**
 * Bundles every module of `src` and `simulators` into few files, in which tests find each under its own name
 * (`moduleName`). Rejects with `Trouble`. Without worker threads, which would start when loaded: tests start
 * those of the build.
 */
export async function buildTested() {
  const modules = sourcesOf(inTree(), PROGRAM_SOURCES).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('-worker.ts'),
  );
  const named = Object.fromEntries(modules.map((path) => [moduleName(path), path]));
  await replace(TESTED, (unfinished) => bundle(unfinished, named, { byRoom: true }));
}

/**
 * The name of a source in the build for tests. All are in one folder, so that code finds the project's folder
 * as its parent.
 *
 * @param {string} path below the project's folder
 */
export function moduleName(path) {
  return path.replace(/\.ts$/, '').replaceAll(/[\\/]/g, '.');
}

/**
 * @param {string} folder
 * @param {(unfinished: string) => Promise<void>} make
 */
async function replace(folder, make) {
  removeUnfinished();
  const before = fingerprint(inTree());
  const unfinished = inTree(`${UNFINISHED}-${process.pid}`);
  try {
    await make(unfinished);
    writeFileSync(join(unfinished, STAMP), before);
    const replaced = `${unfinished}-replaced`;
    if (existsSync(folder)) renameSync(folder, replaced);
    renameSync(unfinished, folder);
    rmSync(replaced, { recursive: true, force: true });
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Programs that are started by file: the service, the commands and the threads.
 *
 * @returns {Record<string, string>} the source of each, by its name in the folder
 */
export function programs() {
  const sources = sourcesOf(inTree()).filter((path) => /^src\/(?:main|cli)\.ts$|-worker\.ts$/.test(path));
  return Object.fromEntries(sources.map((path) => [basename(path, '.ts'), path]));
}

/**
 * @param {string} folder directly below the project's folder, which the code finds relative to itself
 * @param {Record<string, string>} programs the source of each, by its name in the folder
 * @param {{ byRoom?: boolean }} [options] `byRoom`: one file for each room, a folder of `src` or `simulators`,
 * instead of by what is loaded together
 */
export async function bundle(folder, programs, { byRoom = false } = {}) {
  const named = Object.entries(programs).map(([name, source]) => `${name}=${source}`);
  const main = inTree('scripts', 'commands', 'bundle-main.mjs');
  const args = [...(byRoom ? ['--by-room'] : []), folder, ...named];
  const { code, output } = await runNode(main, args, { ending: 'SIGKILL' });
  if (code !== 0) throw explainCompiler(output);
}

/** @param {string} folder the target of the panel's build */
async function bundlePanel(folder) {
  if (!existsSync(inTree('panel'))) return;
  const main = inTree('scripts', 'commands', 'panel-main.mjs');
  const { code, output } = await runNode(main, [folder], { ending: 'SIGKILL' });
  if (code !== 0) throw explainCompiler(output);
}

async function checkTypes() {
  const args = ['-p', inTree('tsconfig.build.json'), '--noEmit'];
  const { code, output } = await runProgram(await compilerProgram(), args, { ending: 'SIGKILL' });
  if (code !== 0) throw explainCompiler(output);
}

/**
 * The compiler's own program. `bin/tsc` starts it and waits without handling signals, so a compiler in watch
 * mode would survive us.
 *
 * @returns {Promise<string>}
 */
export async function compilerProgram() {
  const locator = inTree('node_modules', 'typescript', 'lib', 'getExePath.js');
  const { default: getExePath } = await import(pathToFileURL(locator).href);
  return getExePath();
}

/**
 * @param {string} output of the compiler
 * @returns {Trouble}
 */
export function explainCompiler(output) {
  const disk = diskTrouble(output);
  if (disk) return new Trouble(disk);
  return new Trouble('The sources do not compile: mend what the compiler says.', output.trimEnd());
}

/** Removes the remains of a killed build; no other build runs. */
function removeUnfinished() {
  for (const name of readdirSync(inTree())) {
    if (name.startsWith(UNFINISHED)) rmSync(inTree(name), { recursive: true, force: true });
  }
}

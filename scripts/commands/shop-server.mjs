import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCompiler } from './compile.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { installIn } from './packages.mjs';
import { inTree } from './place.mjs';
import { runNode } from './program.mjs';
import { Trouble } from './trouble.mjs';

/** What npm reads in a folder in which it installs. */
const NPM_FILES = ['package.json', 'package-lock.json'];
/** Written at the end, with a hash of what was installed. */
const INSTALLED = 'installed';

/** @param {string} shop */
function folderOf(shop) {
  return inTree('.cache', `${shop}-server`);
}

/**
 * Tells whether the packages of a shop system were installed, perhaps in another version.
 *
 * @param {string} shop
 */
export function shopServerIsInstalled(shop) {
  return existsSync(join(folderOf(shop), INSTALLED));
}

/**
 * Installs a shop system that runs from npm, for tests and for trying, if that is not done yet: into a folder of `.cache`,
 * because it is larger than the product. Install scripts do not run.
 *
 * @param {string} shop a folder of `shops` with a `server`: `vendure`
 * @returns {Promise<string>} the folder with its `node_modules`; rejects with `Trouble`
 */
export function installShopServer(shop) {
  return alone(shop, (folder) => install(shop, folder));
}

/**
 * Installs a shop system as `installShopServer` does. Our plugin is compiled, and installed as merchants do.
 *
 * @param {string} shop a folder of `shops` with a `server` and a `plugin`: `vendure`
 * @returns {Promise<string>} the folder, with the programs of `server`; rejects with `Trouble`
 */
export function makeShopServer(shop) {
  return alone(shop, async (folder) => {
    await install(shop, folder);
    await addPlugin(shop, folder);
    for (const name of readdirSync(inTree('shops', shop, 'server'))) {
      if (name.endsWith('.mjs')) copyFileSync(inTree('shops', shop, 'server', name), join(folder, name));
    }
  });
}

/**
 * @param {string} shop
 * @param {(folder: string) => Promise<void>} work
 */
async function alone(shop, work) {
  const folder = folderOf(shop);
  mkdirSync(folder, { recursive: true });
  await oneAtATime(
    `${folder}.making`,
    () => undefined,
    () => work(folder),
  );
  return folder;
}

/**
 * @param {string} shop
 * @param {string} folder
 */
async function install(shop, folder) {
  const wanted = NPM_FILES.map((file) => readFileSync(inTree('shops', shop, 'server', file)));
  const stamp = createHash('sha256').update(Buffer.concat(wanted)).digest('hex');
  const stampFile = join(folder, INSTALLED);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  for (const [index, file] of NPM_FILES.entries()) writeFileSync(join(folder, file), wanted[index] ?? '');
  copyFileSync(inTree('.npmrc'), join(folder, '.npmrc'));
  try {
    await installIn(folder, ['--ignore-scripts', '--omit=dev', '--prefer-offline']);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    throw new Trouble(`The shop system ${shop} is not installed. ${error.message}`, error.details);
  }
  writeFileSync(stampFile, stamp);
}

/**
 * @param {string} shop
 * @param {string} folder
 */
async function addPlugin(shop, folder) {
  const plugin = inTree('shops', shop, 'plugin');
  const description = readFileSync(join(plugin, 'package.json'), 'utf8');
  const target = join(folder, 'node_modules', JSON.parse(description).name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), description);
  const args = ['-p', plugin, '--outDir', join(target, 'dist'), '--incremental'];
  const { code, output } = await runNode(inTree('node_modules', 'typescript', 'bin', 'tsc'), args);
  if (code !== 0) throw explainCompiler(output);
}

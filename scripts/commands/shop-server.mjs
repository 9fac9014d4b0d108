import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { installIn } from './packages.mjs';
import { inTree } from './place.mjs';

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
export async function installShopServer(shop) {
  const folder = folderOf(shop);
  mkdirSync(folder, { recursive: true });
  await oneAtATime(
    `${folder}.installing`,
    () => undefined,
    () => install(shop, folder),
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
  await installIn(folder, ['--ignore-scripts', '--omit=dev', '--prefer-offline']);
  writeFileSync(stampFile, stamp);
}

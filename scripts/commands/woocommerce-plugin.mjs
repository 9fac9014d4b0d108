import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { inTree } from './place.mjs';

/** The sources of the plugin, below the project's folder. */
export const PLUGIN = join('shops', 'woocommerce', 'plugin');

/** The first time that a zip can have: without one, each build would differ. It is written as local time. */
const TIME = new Date(1980, 0, 1);

/**
 * Writes the plugin as a zip that WordPress installs. The same sources make the same bytes.
 *
 * @param {string} file
 */
export async function zipWooCommercePlugin(file) {
  if (!existsSync(inTree(PLUGIN))) return;
  const { zipSync } = await import('fflate');
  /** @type {Record<string, Uint8Array>} */
  const files = { 'dakiya/LICENSE': readFileSync(inTree('LICENSE')) };
  for (const path of filesOf(inTree(PLUGIN))) files[`dakiya/${path}`] = readFileSync(inTree(PLUGIN, path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, zipSync(files, { level: 9, mtime: TIME, os: 3 }));
}

/**
 * The files that a shop needs, without tests, in an order that does not depend on the file system.
 *
 * @param {string} folder
 */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => !path.startsWith('tests/'))
    .sort();
}

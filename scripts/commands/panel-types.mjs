import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fingerprint } from './compile.mjs';
import { inTree } from './place.mjs';
import { runNode } from './program.mjs';

const TYPES = inTree('.cache', 'panel-api.d.ts');
const STAMP = `${TYPES}.from`;

/**
 * Writes the API types again if `src` has changed: `panel/tsconfig.json` finds them under `#api`.
 *
 * @returns {Promise<string | null>} the problem; null for none
 */
export async function writePanelTypes() {
  const from = fingerprint(inTree(), ['src']);
  if (existsSync(TYPES) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === from) return null;
  const { code, output } = await runNode(inTree('scripts', 'commands', 'panel-types-main.mjs'), [TYPES]);
  if (code !== 0) return output || 'The types of the API could not be written.';
  writeFileSync(STAMP, from);
  return null;
}

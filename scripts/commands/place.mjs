import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, with its real characters: spaces, `#` and `%` included. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param {...string} parts below the project's folder
 * @returns {string}
 */
export function inTree(...parts) {
  return join(ROOT, ...parts);
}

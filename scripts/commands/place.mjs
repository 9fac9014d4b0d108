import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, with its real characters, including spaces, `#` and `%`. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param {...string} parts below the project's folder
 * @returns {string}
 */
export function inTree(...parts) {
  return join(ROOT, ...parts);
}

import { resolve } from 'node:path';

/** The file name that stands for standard output or input. */
export const STREAM = '-';

/**
 * Reads a file name from the command line.
 *
 * @param folder the base of relative names
 * @returns a function that makes a name absolute; `STREAM` stays unchanged
 */
export function fileBelow(folder: string): (name: string) => string {
  return (name) => (name === STREAM ? name : resolve(folder, name));
}

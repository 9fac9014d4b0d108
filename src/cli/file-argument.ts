import { resolve } from 'node:path';

/** The file name that stands for standard output or input. */
export const STREAM = '-';

/**
 * Returns a function that makes a file name from the command line absolute; `STREAM` stays unchanged.
 *
 * @param folder the base of relative names
 */
export function fileBelow(folder: string): (name: string) => string {
  return (name) => (name === STREAM ? name : resolve(folder, name));
}

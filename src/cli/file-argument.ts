import { resolve } from 'node:path';

/** The file name that stands for standard output or input. */
export const STREAM = '-';

/**
 * Reads a file's name on the command line.
 *
 * @param folder from which a relative name goes out
 * @returns a reader of names, to absolute paths; `STREAM` stays as it is
 */
export function fileBelow(folder: string): (name: string) => string {
  return (name) => (name === STREAM ? name : resolve(folder, name));
}

import { validate } from 'uuid';
import { StartupError } from '../problems/startup-error.ts';

/** Reads an id from the command line. @throws StartupError for a text that is not an id */
export function readId(text: string, what: string): string {
  if (!validate(text)) throw new StartupError(`${text} is not the id of ${what}`);
  return text.toLowerCase();
}

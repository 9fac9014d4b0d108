import { validate } from 'uuid';
import { refused } from '../problems/problem.ts';

/** Reads an id from the command line. @throws Problem `refused` for a text that is not an id */
export function readId(text: string, what: string): string {
  if (!validate(text)) throw refused(`${text} is not the id of ${what}`);
  return text.toLowerCase();
}

import { misleadingText } from '../domain/visible-text.ts';
import { refused } from '../problems/problem.ts';

const LONGEST_NAME = 200;
const CONTROL = /\p{Cc}/u;

/**
 * Reads the name of an account, a key, a user or a credential. Refuses control characters, such as line
 * breaks, because tables and messages show names.
 *
 * @throws Problem `refused`
 */
export function readName(text: string): string {
  const name = text.trim();
  if (name === '' || [...name].length > LONGEST_NAME)
    throw refused(`the name must have 1 to ${LONGEST_NAME} characters`);
  if (CONTROL.test(name)) throw refused('the name must not contain control characters');
  const misleading = misleadingText(name);
  if (misleading !== null) throw refused(`the name ${misleading}`);
  return name;
}

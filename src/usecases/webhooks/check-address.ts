import { NoAnswerError } from '../../outgoing/outgoing-requests.ts';
import { fieldProblem, refused } from '../../problems/problem.ts';
import type { AccountContext } from '../service.ts';

/**
 * Judges the address of an endpoint before it is kept; it is judged again at every delivery.
 *
 * @throws Problem `refused`
 */
export async function checkAddress(account: AccountContext, url: string): Promise<void> {
  try {
    await account.outgoing.addressesOf(new URL(url));
  } catch (error) {
    if (error instanceof NoAnswerError)
      throw refused(fieldProblem('url', 'not_allowed', `url ${error.message}`));
    throw error;
  }
}

import { fieldProblem, refused } from '../../problems/problem.ts';
import { violatesUnique } from '../../storage/outage.ts';
import { STORE_NAME_TAKEN } from '../../storage/stores/stores.ts';

/** Fixed: existing clients look for this sentence. */
const SENTENCE = 'Store name has already been taken';

/**
 * Runs a change that may meet a taken store name. The database's unique constraint decides, also
 * when two requests race.
 *
 * @throws Problem `refused`
 */
export async function refusingTakenName<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (violatesUnique(error, STORE_NAME_TAKEN)) throw refused(fieldProblem('store_name', 'taken', SENTENCE));
    throw error;
  }
}

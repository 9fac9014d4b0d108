import { fieldProblem, refused } from '../../../problems/problem.ts';
import { about } from '../../../problems/sentence.ts';

/** Returns when a credential expires. @throws Problem `refused` for a time that is past */
export function futureDate(field: string, milliseconds: number, now: Date): Date {
  if (milliseconds <= now.getTime())
    throw refused(fieldProblem(field, 'too_small', about('must_be_in_future', 'must be in the future')));
  return new Date(milliseconds);
}

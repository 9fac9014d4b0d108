import { type Sentence, say } from '../problems/sentence.ts';

/** A provider did not answer in time: the end of a sentence that begins with its name. */
export const DID_NOT_ANSWER_IN_TIME = say('did_not_answer_in_time', 'did not answer in time');

/**
 * Says for the account that a provider could not be reached, and the kind of failure: the end of a sentence that begins with
 * the provider's name. The address is left out, because it belongs to the operator.
 */
export function unreachable({ message }: Error): Sentence {
  if (/time[d ]?\s?out|greeting never/i.test(message)) return DID_NOT_ANSWER_IN_TIME;
  const kind = /\bE[A-Z]{4,}\b/.exec(message)?.[0];
  return kind === undefined
    ? say('could_not_be_reached', 'could not be reached, or hung up')
    : say('could_not_be_reached_because', 'could not be reached, or hung up ({kind})', { kind });
}

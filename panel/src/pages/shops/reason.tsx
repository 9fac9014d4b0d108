import { type FieldProblem, readableSentence } from '../../api/client.ts';
import { useSentences } from '../../words/service-sentences.ts';

/** Why an order of a shop was not made or not booked, in the reader's words. */
export function Reason({ of }: { of: FieldProblem }) {
  // Renders again once the sentences of the reader's language are loaded.
  useSentences();
  return readableSentence(of);
}

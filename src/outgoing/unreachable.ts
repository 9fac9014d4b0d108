/**
 * Returns a sentence for the account: a provider could not be reached, and the kind of failure. The address
 * is left out, because it belongs to the operator.
 */
export function unreachable(who: string, { message }: Error): string {
  if (/time[d ]?\s?out|greeting never/i.test(message)) return `${who} did not answer in time`;
  const kind = /\bE[A-Z]{4,}\b/.exec(message)?.[0];
  return `${who} could not be reached, or hung up${kind === undefined ? '' : ` (${kind})`}`;
}

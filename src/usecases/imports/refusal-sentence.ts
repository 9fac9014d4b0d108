import type { RowRefusal } from './import-kind.ts';

/** `Amount: "4x9" is no amount`. Without control characters: a file must not drive the terminal that shows it. */
export function refusalSentence({ column, reason }: RowRefusal): string {
  const told = column === null ? reason : `${column}: ${reason}`;
  return told.replace(/\p{Cc}/gu, '\ufffd');
}

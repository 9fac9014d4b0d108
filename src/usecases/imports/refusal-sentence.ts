import { type Sentence, say, withTexts } from '../../problems/sentence.ts';
import type { Rejection } from '../../storage/imports/imports.ts';
import type { RowRefusal } from './import-kind.ts';
import type { RefusedRow } from './read-rows.ts';

/** The name of the last column of a file of rejected rows, which says why. It is not read when the file is sent again. */
export const REASONS = 'errors';

/** Returns for example `Amount: "4x9" is not an amount`. */
export function refusalSentence({ column, reason }: RowRefusal): Sentence {
  return column === null ? reason : say('problem_of_column', '{column}: {reason}', { column, reason });
}

/** Replaces control characters (for terminals) and unpaired surrogates (for PostgreSQL). */
export function asText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}

export function rejectionsOf(rows: readonly RefusedRow[]): Rejection[] {
  return rows.map(({ refusals, ...row }) => ({
    ...row,
    errors: refusals.map((one) => withTexts(refusalSentence(one), asText)),
  }));
}

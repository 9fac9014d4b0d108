import type { Rejection } from '../../storage/imports/imports.ts';
import type { RowRefusal } from './import-kind.ts';
import type { RefusedRow } from './read-rows.ts';

/** `Amount: "4x9" is no amount`. */
export function refusalSentence({ column, reason }: RowRefusal): string {
  const told = column === null ? reason : `${column}: ${reason}`;
  return asText(told);
}

/**
 * Replaces control characters, which could control the terminal that shows them, and unpaired surrogates,
 * which PostgreSQL refuses.
 */
export function asText(told: string): string {
  return told.replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd');
}

export function rejectionsOf(rows: readonly RefusedRow[]): Rejection[] {
  return rows.map(({ refusals, ...row }) => ({ ...row, errors: refusals.map(refusalSentence) }));
}

import type { Refusal } from '../../domain/tracking/verdict.ts';

/** The result of one scan. */
export type ScanResult =
  | { readonly result: 'applied' | 'duplicate' | 'unknown tracking number' }
  /** Kept in the history, but it changed nothing. */
  | { readonly result: 'recorded'; readonly why: Refusal | 'already_past' }
  | { readonly result: 'invalid'; readonly why: string };

/** Whose scans were taken, and what became of each. */
export interface ScansTaken {
  /** The courier, or the name of the credential. */
  readonly source: string;
  readonly results: readonly ScanResult['result'][];
}

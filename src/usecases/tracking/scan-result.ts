import type { Refusal } from '../../domain/tracking/verdict.ts';

export type ScanResult =
  | { readonly result: 'applied' | 'duplicate' | 'unknown tracking number' }
  /** In the history, but it changed nothing. */
  | { readonly result: 'recorded'; readonly why: Refusal | 'already_past' }
  | { readonly result: 'invalid'; readonly why: string };

/** The source of accepted scans, and their results. */
export interface ScansTaken {
  /** The courier, or the name of the credential. */
  readonly source: string;
  readonly results: readonly ScanResult['result'][];
}

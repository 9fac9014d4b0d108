import type { Refusal } from '../../domain/tracking/verdict.ts';
import type { Sentence } from '../../problems/sentence.ts';

export type ScanResult =
  | { readonly result: 'applied' | 'duplicate' | 'unknown tracking number' }
  /** The scan is in a courier's words that nobody knows. It is shown, and changed nothing. */
  | { readonly result: 'unread' }
  /** The scan is in the history, but changed nothing. */
  | { readonly result: 'recorded'; readonly why: Refusal | 'already_past' }
  | { readonly result: 'invalid'; readonly why: Sentence };

export interface ScansTaken {
  /** The courier, or the name of the credential. */
  readonly source: string;
  readonly results: readonly ScanResult['result'][];
}

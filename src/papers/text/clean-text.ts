import { normalized } from '../../domain/normalized.ts';

const BREAKS_AND_SPACES = /[\s\p{Cc}\p{Z}]+/gu;
// The joiners stay, because in Indian scripts they choose between a conjunct and a half form.
const INVISIBLE = /(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\u200b\ufff9-\ufffb]/gu;

/**
 * Returns a field as it can be printed: composed, on one line, with single spaces, without control characters
 * and without invisible characters such as zero-width spaces, direction marks and soft hyphens. No visible
 * character is dropped.
 */
export function cleanText(text: string): string {
  return normalized(text, 'NFC').replace(INVISIBLE, '').replace(BREAKS_AND_SPACES, ' ').trim();
}

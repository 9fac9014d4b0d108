/** A code or words of a courier as they are compared: letter case, blanks, hyphens and underscores make no difference. */
export function wordKey(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_\-\u2010-\u2015]+/g, '_');
}

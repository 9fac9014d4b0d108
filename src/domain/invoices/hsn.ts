/**
 * Reads an HSN: 4, 6 or 8 digits, maybe with blanks or dots between its parts. A zero in front that a spreadsheet removed is restored:
 * `902` is 0902. Returns undefined for anything else.
 */
export function readHsn(text: string): string | undefined {
  const [, chapter, ...rest] = /^(\d{3,4})[ .]?(\d{2})?[ .]?(\d{2})?$/.exec(text.trim()) ?? [];
  return chapter === undefined ? undefined : [chapter.padStart(4, '0'), ...rest].join('');
}

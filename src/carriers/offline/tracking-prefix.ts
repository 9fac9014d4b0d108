const LONGEST = 4;

/** The first letters of a carrier's tracking numbers: the letters of its code, or `DK` if it has none. */
export function prefixOf(carrierCode: string): string {
  const letters = carrierCode.toUpperCase().replace(/[^A-Z]/g, '');
  return letters === '' ? 'DK' : letters.slice(0, LONGEST);
}

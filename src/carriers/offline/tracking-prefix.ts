const LONGEST = 4;

/** The letters that a carrier's tracking numbers begin with: the first of its code, `DK` where it has none. */
export function prefixOf(carrierCode: string): string {
  const letters = carrierCode.toUpperCase().replace(/[^A-Z]/g, '');
  return letters === '' ? 'DK' : letters.slice(0, LONGEST);
}

/**
 * States and union territories by their ISO 3166-2:IN code (without `IN-`), the codes of the pincode
 * directory, the zone lists and the holidays.
 */
const STATE_NAMES: ReadonlyMap<string, string> = new Map([
  ['AN', 'Andaman and Nicobar Islands'],
  ['AP', 'Andhra Pradesh'],
  ['AR', 'Arunachal Pradesh'],
  ['AS', 'Assam'],
  ['BR', 'Bihar'],
  ['CG', 'Chhattisgarh'],
  ['CH', 'Chandigarh'],
  ['DH', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['DL', 'Delhi'],
  ['GA', 'Goa'],
  ['GJ', 'Gujarat'],
  ['HP', 'Himachal Pradesh'],
  ['HR', 'Haryana'],
  ['JH', 'Jharkhand'],
  ['JK', 'Jammu and Kashmir'],
  ['KA', 'Karnataka'],
  ['KL', 'Kerala'],
  ['LA', 'Ladakh'],
  ['LD', 'Lakshadweep'],
  ['MH', 'Maharashtra'],
  ['ML', 'Meghalaya'],
  ['MN', 'Manipur'],
  ['MP', 'Madhya Pradesh'],
  ['MZ', 'Mizoram'],
  ['NL', 'Nagaland'],
  ['OD', 'Odisha'],
  ['PB', 'Punjab'],
  ['PY', 'Puducherry'],
  ['RJ', 'Rajasthan'],
  ['SK', 'Sikkim'],
  ['TN', 'Tamil Nadu'],
  ['TR', 'Tripura'],
  ['TS', 'Telangana'],
  ['UK', 'Uttarakhand'],
  ['UP', 'Uttar Pradesh'],
  ['WB', 'West Bengal'],
]);

/** Every state code, in alphabetical order. */
export const STATE_CODES: readonly string[] = [...STATE_NAMES.keys()];

export function isStateCode(code: string): boolean {
  return STATE_NAMES.has(code);
}

/** Returns `Karnataka` for `KA`; an unknown code is returned unchanged. */
export function stateName(code: string): string {
  return STATE_NAMES.get(code) ?? code;
}

/** Other spellings: old names, short names, and former territories. Keys are in the form of `lettersOf`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  andamanandnicobar: 'AN',
  andamannicobar: 'AN',
  chattisgarh: 'CG',
  ct: 'CG',
  dadraandnagarhaveli: 'DH',
  damananddiu: 'DH',
  dn: 'DH',
  dd: 'DH',
  delhincr: 'DL',
  nctofdelhi: 'DL',
  newdelhi: 'DL',
  jammukashmir: 'JK',
  maharastra: 'MH',
  orissa: 'OD',
  or: 'OD',
  pondicherry: 'PY',
  tamilnad: 'TN',
  telengana: 'TS',
  tg: 'TS',
  uttaranchal: 'UK',
  uttrakhand: 'UK',
  ut: 'UK',
  ua: 'UK',
};

const CODES: readonly (readonly [letters: string, code: string])[] = [
  ...Object.entries(OTHER_NAMES),
  ...STATE_CODES.map((code) => [code.toLowerCase(), code] as const),
];

const CODES_BY_NAME: ReadonlyMap<string, string> = new Map([
  ...CODES,
  // `IN-MH`, as ISO 3166-2 writes it whole.
  ...CODES.filter(([letters]) => letters.length === 2).map(
    ([letters, code]) => [`in${letters}`, code] as const,
  ),
  ...[...STATE_NAMES].map(([code, name]) => [lettersOf(name), code] as const),
]);

/** The code of a state from its name or code in any letter case, also with `IN-`; null for any other text. */
export function stateCodeOf(text: string): string | null {
  return CODES_BY_NAME.get(lettersOf(text)) ?? null;
}

/** The usual name of each state, indexed by the letters of each spelling. */
export const USUAL_STATES: ReadonlyMap<string, string> = new Map(
  [...CODES_BY_NAME].map(([letters, code]) => [letters, stateName(code)]),
);

/** The usual name of a state, from its name or code in any spelling that is known; any other text is returned unchanged. */
export function stateNamed(text: string): string {
  const code = stateCodeOf(text);
  return code === null ? text : stateName(code);
}

/** Returns a state in the form for comparisons and counts: its usual name; other text in title case. */
export function usualState(text: string): string {
  return USUAL_STATES.get(lettersOf(text)) ?? text.replace(/[A-Za-z0-9]+/g, capitalized);
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

/** The Latin letters in lower case; SQL computes the same. */
function lettersOf(name: string): string {
  return name
    .replaceAll('&', 'and')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
}

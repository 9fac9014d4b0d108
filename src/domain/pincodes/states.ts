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

/** `Karnataka` for `KA`; the code itself for one that is unknown. */
export function stateName(code: string): string {
  return STATE_NAMES.get(code) ?? code;
}

/** A city in lists and rules. Cities are compared by state and name together. */
export interface CityName {
  readonly stateCode: string;
  readonly city: string;
}

/** Splits `KA:Bengaluru`. Any other text gives a name that is in no directory. */
export function readCityName(text: string): CityName {
  const colon = text.indexOf(':');
  return { stateCode: text.slice(0, Math.max(colon, 0)), city: text.slice(colon + 1) };
}

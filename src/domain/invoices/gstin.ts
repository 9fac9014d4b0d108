/**
 * State codes of the pincode directory, indexed by the first two digits of a GSTIN. Old GSTINs keep the
 * digits of states that were split or merged later.
 */
const STATE_OF_DIGITS: Readonly<Record<string, string>> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OD',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '25': 'DH',
  '26': 'DH',
  '27': 'MH',
  '28': 'AP',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AP',
  '38': 'LA',
};

/** The GST number of each state; if a state has two numbers, the number in use today. */
const DIGITS_OF_STATE: ReadonlyMap<string, string> = new Map(
  Object.entries(STATE_OF_DIGITS).map(([digits, state]) => [state, digits]),
);

/** Union territories without a legislature, where the state half of the tax is called UTGST. */
const UNION_TERRITORIES: ReadonlySet<string> = new Set(['AN', 'CH', 'DH', 'LA', 'LD']);

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns a GSTIN in capitals if its form, state and check digit are valid, else undefined. */
export function readGstin(text: string): string | undefined {
  const gstin = text.trim().toUpperCase();
  if (!GSTIN.test(gstin) || stateOfGstin(gstin) === null) return undefined;
  return checkDigit(gstin.slice(0, 14)) === gstin.at(14) ? gstin : undefined;
}

/** The state in which a GSTIN is registered, by its code in the pincode directory. */
export function stateOfGstin(gstin: string): string | null {
  return STATE_OF_DIGITS[gstin.slice(0, 2)] ?? null;
}

/** The PAN in a GSTIN: all GSTINs of one firm contain its PAN. */
export function panOfGstin(gstin: string): string {
  return gstin.slice(2, 12);
}

/** The GST number of a state, which invoices show next to the state: `29` for `KA`. */
export function gstStateDigits(state: string): string {
  return DIGITS_OF_STATE.get(state) ?? '97';
}

/** The name of the state half of the tax. */
export function stateTaxName(state: string): 'SGST' | 'UTGST' {
  return UNION_TERRITORIES.has(state) ? 'UTGST' : 'SGST';
}

/** Computes the check digit of a GSTIN in base 36: every second character counts twice. */
function checkDigit(signs: string): string {
  let sum = 0;
  [...signs].forEach((sign, index) => {
    const product = SIGNS.indexOf(sign) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  });
  return SIGNS.charAt((SIGNS.length - (sum % SIGNS.length)) % SIGNS.length);
}

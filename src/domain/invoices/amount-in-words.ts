const ONES = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
];
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

/** The units of the Indian system, the largest first. Crores are counted in crores: `One Lakh Crore`. */
const UNITS = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1_000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/**
 * Says an amount as Indian invoices do: `Rupees One Lakh Twenty Thousand and Fifty Paise Only`.
 *
 * @param paise a whole number, at least 0
 */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const restWords = `${numberInWords(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`;
  if (rest === 0) return `Rupees ${numberInWords(rupees)} Only`;
  return rupees === 0 ? `${restWords} Only` : `Rupees ${numberInWords(rupees)} and ${restWords} Only`;
}

function numberInWords(number: number): string {
  for (const [size, unit] of UNITS) {
    if (number < size) continue;
    const rest = number % size;
    const words = `${numberInWords(Math.floor(number / size))} ${unit}`;
    return rest === 0 ? words : `${words} ${numberInWords(rest)}`;
  }
  if (number < 20) return ONES[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${tens}-${ONES[number % 10]}`;
}

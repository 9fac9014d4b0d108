/**
 * Exact decimals, for amounts and weights that clients send as JSON numbers or numeric strings.
 *
 * A binary float cannot hold 0.1; a slab edge or a paisa must not depend on that. The value is
 * `units / 10^scale`.
 */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

const DECIMAL_TEXT = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,3}))?$/i;
const LARGEST_EXPONENT = 60;

/**
 * Reads `12`, `12.50`, `.5`, `1e3`. Returns null for anything else: blanks, `1,000`, `0x10`, `Infinity`.
 *
 * A JSON number is read through its shortest text, which is what the client wrote for up to 15 significant
 * digits.
 */
export function parseDecimal(input: string | number): Decimal | null {
  const match = DECIMAL_TEXT.exec(String(input).trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > LARGEST_EXPONENT) return null;
  const magnitude = BigInt(whole + fraction);
  const units = sign === '-' ? -magnitude : magnitude;
  const scale = fraction.length - exponent;
  if (scale < 0) return { units: units * 10n ** BigInt(-scale), scale: 0 };
  return withoutTrailingZeros(units, scale);
}

/** Formats without exponent and without trailing zeros: `12.5`. */
export function formatDecimal({ units, scale }: Decimal): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`;
  return `${negative ? '-' : ''}${whole}${fraction}`;
}

/** Returns a negative number, zero or a positive number if `a` is below, equal to or above `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAtScale(a, scale) - unitsAtScale(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return withoutTrailingZeros(a.units * b.units, a.scale + b.scale);
}

/**
 * The value as an integer count of `10^-scale`, for example paise (scale 2) of rupees; null if it has more
 * decimals or does not fit a safe integer.
 */
export function decimalToInteger(value: Decimal, scale: number): number | null {
  if (value.scale > scale) return null;
  const integer = Number(unitsAtScale(value, scale));
  return Number.isSafeInteger(integer) ? integer : null;
}

/** The value as an integer count of `10^-scale`, rounded half away from zero. */
export function roundDecimalToInteger(value: Decimal, scale: number): bigint {
  if (value.scale <= scale) return unitsAtScale(value, scale);
  const divisor = 10n ** BigInt(value.scale - scale);
  const negative = value.units < 0n;
  const magnitude = negative ? -value.units : value.units;
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n);
  return negative ? -rounded : rounded;
}

function unitsAtScale(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function withoutTrailingZeros(units: bigint, scale: number): Decimal {
  let shorter = units;
  let left = scale;
  while (left > 0 && shorter % 10n === 0n) {
    shorter /= 10n;
    left -= 1;
  }
  return { units: shorter, scale: left };
}

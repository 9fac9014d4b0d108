import { refused } from '../../problems/problem.ts';
import { type Decimal, multiplyDecimals, parseDecimal, roundDecimalToInteger } from '../decimal.ts';

/** `POST /rates` refuses more than this as a mistake. */
export const LARGEST_WEIGHT_GRAMS = 10_000_000;
export const LARGEST_SIDE_CM = 10_000;

/** Weight and size as exact decimal texts (`500.5`), in grams and centimetres, each above 0. */
export interface ParcelSize {
  readonly deadWeight: string;
  readonly length: string;
  readonly width: string;
  readonly height: string;
}

/**
 * A parcel as carriers measure it. Shown values are in hundredths of a gram, rounded half up. Values used in
 * computations are rounded up to whole grams and centimetres: slabs and limits are whole numbers, so the
 * rounded value is above a limit exactly if the exact value is.
 */
export interface Parcel {
  readonly deadCentigrams: number;
  readonly volumetricCentigrams: number;
  /** The larger of the two. */
  readonly applicableCentigrams: number;
  /** The exact applicable weight, rounded up. */
  readonly applicableCeilGrams: number;
  readonly longestSideCeilCm: number;
  /** Length, width and height together, rounded up. */
  readonly sidesCeilCm: number;
}

/** An integer up to this limit is exact in a float, even when doubled. */
const LARGEST_EXACT = 2 ** 51;

/** 10^0 to 10^15, each exact. */
const POWERS_OF_TEN = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/**
 * Weighs and measures a parcel, exactly.
 *
 * Both methods below give the same figures. Measured on parcels with decimals: scaled integers in floats
 * take 0.15 microseconds a parcel, big integers 2.1; so the first method is used where its numbers fit (with
 * two decimals for every side, up to 5 m3), and else the second.
 *
 * @throws Problem `refused` if a text is not a decimal number
 */
export function measureParcel(size: ParcelSize): Parcel {
  return measureScaled(size) ?? measureExactly(size);
}

/** Measures with integers in floats; null if a number would exceed what a float holds exactly. */
export function measureScaled(size: ParcelSize): Parcel | null {
  const dead = readScaled(size.deadWeight);
  const length = readScaled(size.length);
  const width = readScaled(size.width);
  const height = readScaled(size.height);
  if (dead === null || length === null || width === null || height === null) return null;

  const deadScale = POWERS_OF_TEN[dead.scale];
  // V / 5 is computed as 2V / 10, which keeps the denominator a power of ten.
  const volume = 2 * length.units * width.units * height.units;
  const volumeScale = POWERS_OF_TEN[length.scale + width.scale + height.scale + 1];
  const sideDecimals = Math.max(length.scale, width.scale, height.scale);
  const sideScale = POWERS_OF_TEN[sideDecimals];
  if (deadScale === undefined || volumeScale === undefined || sideScale === undefined) return null;
  const a = length.units * (POWERS_OF_TEN[sideDecimals - length.scale] ?? 1);
  const b = width.units * (POWERS_OF_TEN[sideDecimals - width.scale] ?? 1);
  const c = height.units * (POWERS_OF_TEN[sideDecimals - height.scale] ?? 1);
  if (
    200 * volume + volumeScale > LARGEST_EXACT ||
    200 * dead.units + deadScale > LARGEST_EXACT ||
    a + b + c > LARGEST_EXACT
  ) {
    return null;
  }
  const deadCentigrams = Math.floor((200 * dead.units + deadScale) / (2 * deadScale));
  const volumetricCentigrams = Math.floor((200 * volume + volumeScale) / (2 * volumeScale));
  return {
    deadCentigrams,
    volumetricCentigrams,
    applicableCentigrams: Math.max(deadCentigrams, volumetricCentigrams),
    applicableCeilGrams: Math.max(Math.ceil(dead.units / deadScale), Math.ceil(volume / volumeScale)),
    longestSideCeilCm: Math.ceil(Math.max(a, b, c) / sideScale),
    sidesCeilCm: Math.ceil((a + b + c) / sideScale),
  };
}

/** Measures with big integers, for any figures. */
export function measureExactly(size: ParcelSize): Parcel {
  const { dead, volumetric } = exactWeights(size);
  const sides = [size.length, size.width, size.height].map(readExactly);
  const scale = Math.max(...sides.map((side) => side.scale));
  const units = sides.map((side) => side.units * 10n ** BigInt(scale - side.scale));
  const deadCentigrams = Number(roundDecimalToInteger(dead, 2));
  const volumetricCentigrams = Number(roundDecimalToInteger(volumetric, 2));
  return {
    deadCentigrams,
    volumetricCentigrams,
    applicableCentigrams: Math.max(deadCentigrams, volumetricCentigrams),
    applicableCeilGrams: Math.max(ceil(dead), ceil(volumetric)),
    longestSideCeilCm: Math.max(...sides.map(ceil)),
    sidesCeilCm: ceil({ units: units.reduce((sum, side) => sum + side, 0n), scale }),
  };
}

/** The exact weights in grams; the volumetric one is length x width x height (cm) / 5. */
export function exactWeights(size: ParcelSize): { readonly dead: Decimal; readonly volumetric: Decimal } {
  const area = multiplyDecimals(readExactly(size.length), readExactly(size.width));
  return {
    dead: readExactly(size.deadWeight),
    volumetric: multiplyDecimals(multiplyDecimals(area, readExactly(size.height)), ONE_FIFTH),
  };
}

const ONE_FIFTH: Decimal = { units: 2n, scale: 1 };

/** Grams in answers: at most two decimals. */
export function gramsShown(hundredths: number): number {
  return hundredths / 100;
}

/** A decimal as `units / 10^scale`, with units that a float holds exactly. */
interface Scaled {
  readonly units: number;
  readonly scale: number;
}

/** Fifteen digits and a point: every such integer is exact in a float. */
const MOST_CHARACTERS = 16;

function readScaled(text: string): Scaled | null {
  if (text.length > MOST_CHARACTERS || text === '') return null;
  let units = 0;
  let scale = -1;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      units = units * 10 + digit;
      if (scale >= 0) scale += 1;
    } else if (digit === POINT && scale < 0) {
      scale = 0;
    } else {
      return null;
    }
  }
  return units === 0 || units > LARGEST_EXACT ? null : { units, scale: Math.max(scale, 0) };
}

/** The code of `.`, counted from that of `0`. */
const POINT = -2;

function readExactly(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw refused(`"${text}" is not a number`);
  return value;
}

function ceil({ units, scale }: Decimal): number {
  const divisor = 10n ** BigInt(scale);
  return Number((units + divisor - 1n) / divisor);
}

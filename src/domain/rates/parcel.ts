import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
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

/** Weighs and measures a parcel, exactly. @throws Problem `refused` if a text is not a decimal number */
export function measureParcel(size: ParcelSize): Parcel {
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

function readExactly(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw refused(say('not_a_number', '"{text}" is not a number', { text }));
  return value;
}

function ceil({ units, scale }: Decimal): number {
  const divisor = 10n ** BigInt(scale);
  return Number((units + divisor - 1n) / divisor);
}

import { refused } from '../../problems/problem.ts';
import { say } from '../../problems/sentence.ts';
import { type Decimal, parseDecimal } from '../decimal.ts';
import { type Ratio, shareOf, shareOfRupees } from './share.ts';

/** An exact amount, the value of a parcel or its COD, in a form that makes percentages fast. */
export interface Rupees {
  /** The amount in paise, rounded up: it is above a limit in paise exactly if the exact amount is. */
  readonly ceilPaise: number;
  /** Set only for fractions of a paisa, or for values that a float cannot hold. */
  readonly exact: Decimal | null;
}

export const NO_RUPEES: Rupees = { ceilPaise: 0, exact: null };

const WHOLE_OR_PAISE = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Reads an amount in rupees, 0 or more: `1499.50`. @throws Problem `refused` */
export function readRupees(text: string): Rupees {
  const plain = WHOLE_OR_PAISE.exec(text);
  if (plain) {
    const [, whole = '', fraction = ''] = plain;
    return { ceilPaise: Number(whole) * 100 + Number(fraction.padEnd(2, '0')), exact: null };
  }
  const exact = parseDecimal(text);
  if (exact === null) throw refused(say('not_rupees', '"{text}" is not an amount in rupees', { text }));
  const divisor = 10n ** BigInt(exact.scale);
  return { ceilPaise: Number((exact.units * 100n + divisor - 1n) / divisor), exact };
}

export function rupeesOf(paise: number): Rupees {
  return { ceilPaise: paise, exact: null };
}

/** Computes a share of an amount in paise, rounded half up once. */
export function shareOfValue({ ceilPaise, exact }: Rupees, ratio: Ratio): number {
  return exact === null ? shareOf(ceilPaise, ratio) : shareOfRupees(exact, ratio);
}
